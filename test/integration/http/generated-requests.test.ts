import { generatedRequests } from "../../support/suites/generated-requests.js";

generatedRequests(1_500);
