import { cooldownLockContract } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

describe("in memory", () =>
  cooldownLockContract(
    { describe, it },
    inMemory((store) => store.cooldownLock),
  ));
describe("SQLite", () =>
  cooldownLockContract(
    { describe, it },
    sqlite((store) => store.cooldownLock),
  ));
