import { useSqlite } from "../../support/service-stores.js";
import { credentialMatrixSuite } from "../../support/suites/credential-matrix.js";

credentialMatrixSuite(useSqlite);
