import { userRepositoryContract } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

describe("in memory", () =>
  userRepositoryContract(
    { describe, it },
    inMemory((store) => store.users),
  ));
describe("SQLite", () =>
  userRepositoryContract(
    { describe, it },
    sqlite((store) => store.users),
  ));
