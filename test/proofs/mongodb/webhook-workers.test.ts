import { useMongoAndRedis } from "../../support/service-stores.js";
import { webhookWorkerSuite } from "../../support/suites/processes/webhook-workers.js";

webhookWorkerSuite(useMongoAndRedis);
