import { useSqlite } from "../../support/service-stores.js";
import { webhookWorkers } from "../../support/suites/processes/webhook-workers.js";

webhookWorkers(useSqlite);
