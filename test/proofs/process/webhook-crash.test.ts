import { useSqlite } from "../../support/service-stores.js";
import { webhookCrashes } from "../../support/suites/processes/webhook-crashes.js";

webhookCrashes(useSqlite);
