import { useSqlite } from "../../support/service-stores.js";
import { generatedRequests } from "../../support/suites/generated-requests.js";

generatedRequests(useSqlite, 1_500);
