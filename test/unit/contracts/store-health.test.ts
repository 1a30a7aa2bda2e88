import { storeHealthContract } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

describe("in memory", () =>
  storeHealthContract(
    { describe, it },
    inMemory((store) => store.health),
  ));
describe("SQLite", () =>
  storeHealthContract(
    { describe, it },
    sqlite((store) => store.health),
  ));
