import { useSqlite } from "../../support/service-stores.js";
import { pushCrashSuite } from "../../support/suites/processes/push-crashes.js";

pushCrashSuite(useSqlite);
