import { apiKeyRepositoryContract } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

describe("in memory", () =>
  apiKeyRepositoryContract(
    { describe, it },
    inMemory((store) => store.apiKeys),
  ));
describe("SQLite", () =>
  apiKeyRepositoryContract(
    { describe, it },
    sqlite((store) => store.apiKeys),
  ));
