import { useSqlite } from "../../support/service-stores.js";
import { proactiveNotifications } from "../../support/suites/processes/proactive-notifications.js";

proactiveNotifications(useSqlite);
