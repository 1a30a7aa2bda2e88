import { windowCounterContract } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

describe("in memory", () =>
  windowCounterContract(
    { describe, it },
    inMemory((store) => store.windowCounter),
  ));
describe("SQLite", () =>
  windowCounterContract(
    { describe, it },
    sqlite((store) => store.windowCounter),
  ));
