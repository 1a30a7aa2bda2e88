import { useSqlite } from "../../support/service-stores.js";
import { credentialMatrix } from "../../support/suites/credential-matrix.js";

credentialMatrix(useSqlite);
