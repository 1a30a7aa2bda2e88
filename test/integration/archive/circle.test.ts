import { archiveCircle } from "../../support/suites/archive-circle.js";
import { openInMemory, openSqlite } from "../../support/stores.js";

describe("archives of SQLite by way of memory", () => archiveCircle(openSqlite, openInMemory));
describe("archives of memory by way of SQLite", () => archiveCircle(openInMemory, openSqlite));
describe("archives of SQLite by way of SQLite", () => archiveCircle(openSqlite, openSqlite));
