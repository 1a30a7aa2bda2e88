import { actionItemRepositoryContract } from "../../../src/testing/index.js";
import { useMongoStore } from "../../support/mongodb-store.js";

describe("MongoDB: action items", () => {
  const open = useMongoStore();
  const runner = { describe, it };

  actionItemRepositoryContract(
    runner,
    open((store) => store.actionItems),
  );
});
