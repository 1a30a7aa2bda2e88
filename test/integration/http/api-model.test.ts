import { apiModel, apiModelFindings } from "../../support/suites/api-model.js";

apiModel({ inMemory: 20, onDisk: 2 });
apiModelFindings();
