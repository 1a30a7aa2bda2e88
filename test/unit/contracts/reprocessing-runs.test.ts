import { reprocessingRunsContract } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

describe("in memory", () =>
  reprocessingRunsContract(
    { describe, it },
    inMemory((store) => store.reprocessingRuns),
  ));
describe("SQLite", () =>
  reprocessingRunsContract(
    { describe, it },
    sqlite((store) => store.reprocessingRuns),
  ));
