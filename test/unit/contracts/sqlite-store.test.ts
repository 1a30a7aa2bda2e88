import { storeContract } from "../../../src/testing/index.js";
import { openNewSqliteStore } from "../../support/stores.js";

describe("SQLite", () => storeContract({ describe, it }, openNewSqliteStore));
