import { useSqlite } from "../../support/service-stores.js";
import { generatedRequestsSuite } from "../../support/suites/generated-requests.js";

generatedRequestsSuite(useSqlite, 32_000);
