import { useMongoAndRedis } from "../../support/service-stores.js";
import { storeProcesses } from "../../support/suites/processes/store-processes.js";

storeProcesses(useMongoAndRedis);
