import { tokenBudgetContract } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

describe("in memory", () =>
  tokenBudgetContract(
    { describe, it },
    inMemory((store) => store.tokenBudget),
  ));
describe("SQLite", () =>
  tokenBudgetContract(
    { describe, it },
    sqlite((store) => store.tokenBudget),
  ));
