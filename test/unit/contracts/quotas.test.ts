import { quotasContract } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

describe("in memory", () =>
  quotasContract(
    { describe, it },
    inMemory((store) => store.quotas),
  ));
describe("SQLite", () =>
  quotasContract(
    { describe, it },
    sqlite((store) => store.quotas),
  ));
