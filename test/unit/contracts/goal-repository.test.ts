import { goalRepositoryContract } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

describe("in memory", () =>
  goalRepositoryContract(
    { describe, it },
    inMemory((store) => store.goals),
  ));
describe("SQLite", () =>
  goalRepositoryContract(
    { describe, it },
    sqlite((store) => store.goals),
  ));
