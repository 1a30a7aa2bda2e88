import { useMongoAndRedis } from "../../support/service-stores.js";
import { storeProcessSuite } from "../../support/suites/processes/store-processes.js";

storeProcessSuite(useMongoAndRedis);
