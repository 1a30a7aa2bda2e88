import { transferContract } from "../../../src/testing/index.js";
import { openInMemory, openSqlite } from "../../support/stores.js";

describe("archives from SQLite to SQLite", () => transferContract({ describe, it }, openSqlite, openSqlite));
describe("archives from SQLite by way of memory", () => transferContract({ describe, it }, openSqlite, openInMemory));
describe("archives from memory by way of SQLite", () => transferContract({ describe, it }, openInMemory, openSqlite));
