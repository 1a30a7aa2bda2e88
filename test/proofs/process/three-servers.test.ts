import { useSqlite } from "../../support/service-stores.js";
import { threeServerSuite } from "../../support/suites/processes/three-servers.js";

threeServerSuite(useSqlite);
