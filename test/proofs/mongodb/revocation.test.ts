import { useMongoAndRedis } from "../../support/service-stores.js";
import { revocation } from "../../support/suites/processes/revocation.js";

revocation(useMongoAndRedis);
