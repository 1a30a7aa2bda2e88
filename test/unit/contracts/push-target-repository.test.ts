import { pushTargetRepositoryContract } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

describe("in memory", () =>
  pushTargetRepositoryContract(
    { describe, it },
    inMemory((store) => store.pushTargets),
  ));
describe("SQLite", () =>
  pushTargetRepositoryContract(
    { describe, it },
    sqlite((store) => store.pushTargets),
  ));
