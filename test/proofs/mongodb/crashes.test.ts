import { useMongoAndRedis } from "../../support/service-stores.js";
import { serverCrashSuite } from "../../support/suites/processes/server-crashes.js";

serverCrashSuite(useMongoAndRedis);
