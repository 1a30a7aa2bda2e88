import { useMongoAndRedis } from "../../support/service-stores.js";
import { webhookCrashSuite } from "../../support/suites/processes/webhook-crashes.js";

webhookCrashSuite(useMongoAndRedis);
