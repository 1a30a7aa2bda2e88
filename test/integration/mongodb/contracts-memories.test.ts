import { embeddingRepositoryContract, memoryRepositoryContract } from "../../../src/testing/index.js";
import { useMongoStore } from "../../support/mongodb-store.js";

describe("MongoDB: memories and embeddings", () => {
  const open = useMongoStore();
  const runner = { describe, it };

  memoryRepositoryContract(
    runner,
    open((store) => store.memories),
  );
  embeddingRepositoryContract(
    runner,
    open((store) => store),
  );
});
