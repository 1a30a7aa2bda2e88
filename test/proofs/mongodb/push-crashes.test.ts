import { useMongoAndRedis } from "../../support/service-stores.js";
import { pushCrashSuite } from "../../support/suites/processes/push-crashes.js";

pushCrashSuite(useMongoAndRedis);
