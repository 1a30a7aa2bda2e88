import { archiveTransferContract } from "../../../src/testing/index.js";
import { openNewInMemoryStore, openNewSqliteStore } from "../../support/stores.js";

describe("Archives from SQLite to SQLite", () =>
  archiveTransferContract({ describe, it }, openNewSqliteStore, openNewSqliteStore));
describe("Archives from SQLite through memory", () =>
  archiveTransferContract({ describe, it }, openNewSqliteStore, openNewInMemoryStore));
describe("Archives from memory through SQLite", () =>
  archiveTransferContract({ describe, it }, openNewInMemoryStore, openNewSqliteStore));
