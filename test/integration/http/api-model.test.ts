import { apiModelSuite, seededFaultSuite } from "../../support/suites/api-model.js";

apiModelSuite({ inMemory: 20, onDisk: 2 });
seededFaultSuite();
