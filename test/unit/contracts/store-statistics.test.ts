import { storeStatisticsContract } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

describe("in memory", () =>
  storeStatisticsContract(
    { describe, it },
    inMemory((store) => store),
  ));
describe("SQLite", () =>
  storeStatisticsContract(
    { describe, it },
    sqlite((store) => store),
  ));
