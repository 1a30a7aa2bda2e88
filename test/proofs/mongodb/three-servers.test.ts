import { useMongoAndRedis } from "../../support/service-stores.js";
import { threeServerSuite } from "../../support/suites/processes/three-servers.js";

threeServerSuite(useMongoAndRedis);
