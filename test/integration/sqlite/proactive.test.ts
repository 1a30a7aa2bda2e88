import { useSqlite } from "../../support/service-stores.js";
import { proactiveNotificationSuite } from "../../support/suites/processes/proactive-notifications.js";

proactiveNotificationSuite(useSqlite);
