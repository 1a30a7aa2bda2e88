import { distributedSemaphoreContract } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

describe("in memory", () =>
  distributedSemaphoreContract(
    { describe, it },
    inMemory((store) => store.semaphore),
  ));
describe("SQLite", () =>
  distributedSemaphoreContract(
    { describe, it },
    sqlite((store) => store.semaphore),
  ));
