import { memoryRepositoryContract } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

describe("in memory", () =>
  memoryRepositoryContract(
    { describe, it },
    inMemory((store) => store.memories),
  ));
describe("SQLite", () =>
  memoryRepositoryContract(
    { describe, it },
    sqlite((store) => store.memories),
  ));
