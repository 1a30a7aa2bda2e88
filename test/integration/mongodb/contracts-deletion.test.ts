import {
  idempotencyRepositoryContract,
  sourceDeletionContract,
  storeStatisticsContract,
} from "../../../src/testing/index.js";
import { useMongoStore } from "../../support/mongodb-store.js";

describe("MongoDB: deletion and statistics", () => {
  const open = useMongoStore();
  const runner = { describe, it };

  idempotencyRepositoryContract(
    runner,
    open((store) => store.idempotencyRecords),
  );
  sourceDeletionContract(
    runner,
    open((store) => store),
  );
  storeStatisticsContract(
    runner,
    open((store) => store),
  );
});
