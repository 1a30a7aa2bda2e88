import { keyedCallRepositoryContract } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

describe("in memory", () =>
  keyedCallRepositoryContract(
    { describe, it },
    inMemory((store) => store.keyedCalls),
  ));
describe("SQLite", () =>
  keyedCallRepositoryContract(
    { describe, it },
    sqlite((store) => store.keyedCalls),
  ));
