import {
  conversationRepositoryContract,
  folderRepositoryContract,
  goalRepositoryContract,
} from "../../../src/testing/index.js";
import { useMongoStore } from "../../support/mongodb-store.js";

describe("MongoDB: conversations, folders and goals", () => {
  const open = useMongoStore();
  const runner = { describe, it };

  conversationRepositoryContract(
    runner,
    open((store) => store.conversations),
  );
  folderRepositoryContract(
    runner,
    open((store) => store.folders),
  );
  goalRepositoryContract(
    runner,
    open((store) => store.goals),
  );
});
