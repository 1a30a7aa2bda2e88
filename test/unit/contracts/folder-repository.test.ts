import { folderRepositoryContract } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

describe("in memory", () =>
  folderRepositoryContract(
    { describe, it },
    inMemory((store) => store.folders),
  ));
describe("SQLite", () =>
  folderRepositoryContract(
    { describe, it },
    sqlite((store) => store.folders),
  ));
