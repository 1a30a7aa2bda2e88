import { useSqlite } from "../../support/service-stores.js";
import { notificationsOverProcesses } from "../../support/suites/processes/notifications.js";

notificationsOverProcesses(useSqlite);
