import { apiModelSuite } from "../../support/suites/api-model.js";

apiModelSuite({ inMemory: 1000, onDisk: 40 });
