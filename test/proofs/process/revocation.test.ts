import { useSqlite } from "../../support/service-stores.js";
import { revocationSuite } from "../../support/suites/processes/revocation.js";

revocationSuite(useSqlite);
