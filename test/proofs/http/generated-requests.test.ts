import { generatedRequests } from "../../support/suites/generated-requests.js";

generatedRequests(32_000);
