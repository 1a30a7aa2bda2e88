import { sourceDeletionContract } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

describe("in memory", () =>
  sourceDeletionContract(
    { describe, it },
    inMemory((store) => store),
  ));
describe("SQLite", () =>
  sourceDeletionContract(
    { describe, it },
    sqlite((store) => store),
  ));
