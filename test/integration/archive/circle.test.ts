import { archiveRoundTripSuite } from "../../support/suites/archive-round-trip.js";
import { openNewInMemoryStore, openNewSqliteStore } from "../../support/stores.js";

describe("archives from SQLite via memory", () => archiveRoundTripSuite(openNewSqliteStore, openNewInMemoryStore));
describe("archives from memory via SQLite", () => archiveRoundTripSuite(openNewInMemoryStore, openNewSqliteStore));
describe("archives from SQLite via SQLite", () => archiveRoundTripSuite(openNewSqliteStore, openNewSqliteStore));
