import { storeMetadataContract } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

describe("in memory", () =>
  storeMetadataContract(
    { describe, it },
    inMemory((store) => store.metadata),
  ));
describe("SQLite", () =>
  storeMetadataContract(
    { describe, it },
    sqlite((store) => store.metadata),
  ));
