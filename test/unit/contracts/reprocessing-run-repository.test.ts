import { reprocessingRunRepositoryContract } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

describe("in memory", () =>
  reprocessingRunRepositoryContract(
    { describe, it },
    inMemory((store) => store.reprocessingRuns),
  ));
describe("SQLite", () =>
  reprocessingRunRepositoryContract(
    { describe, it },
    sqlite((store) => store.reprocessingRuns),
  ));
