import { useSqlite } from "../../support/service-stores.js";
import { pushCrashes } from "../../support/suites/processes/push-crashes.js";

pushCrashes(useSqlite);
