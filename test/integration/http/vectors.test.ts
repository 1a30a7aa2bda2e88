import { useSqlite } from "../../support/service-stores.js";
import { requestVectorSuite } from "../../support/suites/request-vectors.js";

requestVectorSuite(useSqlite);
