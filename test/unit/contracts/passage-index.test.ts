import { createBuiltInPassageIndex } from "../../../src/adapters/search/index.js";
import type { Store } from "../../../src/ports/index.js";
import { passageIndexContract, type IndexedStore } from "../../../src/testing/index.js";
import { selectFromInMemory, selectFromSqlite } from "../../support/stores.js";

const indexed = (store: Store): IndexedStore => ({
  store,
  index: createBuiltInPassageIndex(store),
  otherIndex: createBuiltInPassageIndex(store),
});

describe("The passage index in memory", () => passageIndexContract({ describe, it }, selectFromInMemory(indexed)));
describe("The passage index over SQLite", () => passageIndexContract({ describe, it }, selectFromSqlite(indexed)));
