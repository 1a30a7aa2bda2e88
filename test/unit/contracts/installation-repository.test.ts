import { installationRepositoryContract } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

describe("in memory", () =>
  installationRepositoryContract(
    { describe, it },
    inMemory((store) => store),
  ));
describe("SQLite", () =>
  installationRepositoryContract(
    { describe, it },
    sqlite((store) => store),
  ));
