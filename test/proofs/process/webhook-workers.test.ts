import { useSqlite } from "../../support/service-stores.js";
import { webhookWorkerSuite } from "../../support/suites/processes/webhook-workers.js";

webhookWorkerSuite(useSqlite);
