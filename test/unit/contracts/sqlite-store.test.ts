import { storeContract } from "../../../src/testing/index.js";
import { openSqlite } from "../../support/stores.js";

describe("SQLite", () => storeContract({ describe, it }, openSqlite));
