import { useMongoAndRedis } from "../../support/service-stores.js";
import { generatedRequestsSuite } from "../../support/suites/generated-requests.js";

generatedRequestsSuite(useMongoAndRedis, 1_500);
