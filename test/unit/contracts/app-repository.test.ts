import { appRepositoryContract } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

describe("in memory", () =>
  appRepositoryContract(
    { describe, it },
    inMemory((store) => store.apps),
  ));
describe("SQLite", () =>
  appRepositoryContract(
    { describe, it },
    sqlite((store) => store.apps),
  ));
