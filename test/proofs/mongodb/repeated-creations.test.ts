import { useMongoAndRedis } from "../../support/service-stores.js";
import { repeatedCreations } from "../../support/suites/processes/repeated-creations.js";

repeatedCreations(useMongoAndRedis);
