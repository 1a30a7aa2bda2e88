import { onceGuardContract } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

describe("in memory", () =>
  onceGuardContract(
    { describe, it },
    inMemory((store) => store.onceGuard),
  ));
describe("SQLite", () =>
  onceGuardContract(
    { describe, it },
    sqlite((store) => store.onceGuard),
  ));
