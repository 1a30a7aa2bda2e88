import {
  cooldownLockContract,
  distributedSemaphoreContract,
  reprocessingRunRepositoryContract,
  storeHealthContract,
  storeMetadataContract,
  tokenBudgetContract,
  windowCounterContract,
} from "../../../src/testing/index.js";
import { useMongoStore } from "../../support/mongodb-store.js";

describe("MongoDB: coordination of processes", () => {
  const open = useMongoStore();
  const runner = { describe, it };

  windowCounterContract(
    runner,
    open((store) => store.windowCounter),
  );
  cooldownLockContract(
    runner,
    open((store) => store.cooldownLock),
  );
  tokenBudgetContract(
    runner,
    open((store) => store.tokenBudget),
  );
  distributedSemaphoreContract(
    runner,
    open((store) => store.semaphore),
  );
  reprocessingRunRepositoryContract(
    runner,
    open((store) => store.reprocessingRuns),
  );
  storeMetadataContract(
    runner,
    open((store) => store.metadata),
  );
  storeHealthContract(
    runner,
    open((store) => store.health),
  );
});
