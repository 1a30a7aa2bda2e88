import { useSqlite } from "../../support/service-stores.js";
import { webhookCrashSuite } from "../../support/suites/processes/webhook-crashes.js";

webhookCrashSuite(useSqlite);
