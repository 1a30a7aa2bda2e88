import { apiModel } from "../../support/suites/api-model.js";

apiModel({ inMemory: 1000, onDisk: 40 });
