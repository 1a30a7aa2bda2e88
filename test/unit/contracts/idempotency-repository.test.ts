import { idempotencyRepositoryContract } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

describe("in memory", () =>
  idempotencyRepositoryContract(
    { describe, it },
    inMemory((store) => store.idempotencyRecords),
  ));
describe("SQLite", () =>
  idempotencyRepositoryContract(
    { describe, it },
    sqlite((store) => store.idempotencyRecords),
  ));
