import { notificationRepositoryContract } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

describe("in memory", () =>
  notificationRepositoryContract(
    { describe, it },
    inMemory((store) => store.notifications),
  ));
describe("SQLite", () =>
  notificationRepositoryContract(
    { describe, it },
    sqlite((store) => store.notifications),
  ));
