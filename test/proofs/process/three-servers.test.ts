import { useSqlite } from "../../support/service-stores.js";
import { threeServers } from "../../support/suites/processes/three-servers.js";

threeServers(useSqlite);
