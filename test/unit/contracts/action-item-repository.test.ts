import { actionItemRepositoryContract } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

describe("in memory", () =>
  actionItemRepositoryContract(
    { describe, it },
    inMemory((store) => store.actionItems),
  ));
describe("SQLite", () =>
  actionItemRepositoryContract(
    { describe, it },
    sqlite((store) => store.actionItems),
  ));
