import { embeddingRepositoryContract } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

describe("in memory", () =>
  embeddingRepositoryContract(
    { describe, it },
    inMemory((store) => store),
  ));
describe("SQLite", () =>
  embeddingRepositoryContract(
    { describe, it },
    sqlite((store) => store),
  ));
