import { useMongoAndRedis } from "../../support/service-stores.js";
import { requestVectorsOverHttp } from "../../support/suites/request-vectors.js";

requestVectorsOverHttp(useMongoAndRedis);
