import { useSqlite } from "../../support/service-stores.js";
import { idempotencyKeySuite } from "../../support/suites/processes/idempotency-keys.js";

idempotencyKeySuite(useSqlite);
