import { conversationRepositoryContract } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

describe("in memory", () =>
  conversationRepositoryContract(
    { describe, it },
    inMemory((store) => store.conversations),
  ));
describe("SQLite", () =>
  conversationRepositoryContract(
    { describe, it },
    sqlite((store) => store.conversations),
  ));
