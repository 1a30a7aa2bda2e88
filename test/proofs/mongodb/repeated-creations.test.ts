import { useMongoAndRedis } from "../../support/service-stores.js";
import { repeatedCreationSuite } from "../../support/suites/processes/repeated-creations.js";

repeatedCreationSuite(useMongoAndRedis);
