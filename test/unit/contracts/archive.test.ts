import { archiveContract, transferContract } from "../../../src/testing/index.js";
import { openInMemory, openSqlite } from "../../support/stores.js";

describe("in memory", () => archiveContract({ describe, it }, openInMemory));
describe("SQLite", () => archiveContract({ describe, it }, openSqlite));
describe("archives from SQLite to SQLite", () => transferContract({ describe, it }, openSqlite, openSqlite));
describe("archives from SQLite by way of memory", () => transferContract({ describe, it }, openSqlite, openInMemory));
describe("archives from memory by way of SQLite", () => transferContract({ describe, it }, openInMemory, openSqlite));
