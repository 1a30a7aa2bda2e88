import { useMongoAndRedis } from "../../support/service-stores.js";
import { idempotencyKeySuite } from "../../support/suites/processes/idempotency-keys.js";

idempotencyKeySuite(useMongoAndRedis);
