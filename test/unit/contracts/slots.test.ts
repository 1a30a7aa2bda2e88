import { slotsContract } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

describe("in memory", () =>
  slotsContract(
    { describe, it },
    inMemory((store) => store.slots),
  ));
describe("SQLite", () =>
  slotsContract(
    { describe, it },
    sqlite((store) => store.slots),
  ));
