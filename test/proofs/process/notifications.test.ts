import { useSqlite } from "../../support/service-stores.js";
import { multiProcessNotificationSuite } from "../../support/suites/processes/notifications.js";

multiProcessNotificationSuite(useSqlite);
