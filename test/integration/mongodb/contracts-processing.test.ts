import { processingUnitOfWorkContract } from "../../../src/testing/index.js";
import { useMongoStore } from "../../support/mongodb-store.js";

describe("MongoDB: completion of processing", () => {
  const open = useMongoStore();

  processingUnitOfWorkContract(
    { describe, it },
    open(({ processing, ...store }) => {
      if (!processing) throw new Error("The store completes processing in a transaction");
      return { ...store, processing };
    }),
  );
});
