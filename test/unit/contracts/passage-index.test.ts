import { builtInPassageIndex } from "../../../src/adapters/language/index.js";
import type { Store } from "../../../src/ports/index.js";
import { passageIndexContract, type IndexedStore } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

const indexed = (store: Store): IndexedStore => ({
  store,
  one: builtInPassageIndex(store),
  other: builtInPassageIndex(store),
});

describe("over a store in memory", () => passageIndexContract({ describe, it }, inMemory(indexed)));
describe("over SQLite", () => passageIndexContract({ describe, it }, sqlite(indexed)));
