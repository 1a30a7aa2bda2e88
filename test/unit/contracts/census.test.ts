import { censusContract } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

describe("in memory", () =>
  censusContract(
    { describe, it },
    inMemory((store) => store),
  ));
describe("SQLite", () =>
  censusContract(
    { describe, it },
    sqlite((store) => store),
  ));
