import { useSqlite } from "../../support/service-stores.js";
import { idempotencyKeys } from "../../support/suites/processes/idempotency-keys.js";

idempotencyKeys(useSqlite);
