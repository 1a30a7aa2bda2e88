import { stepwiseSettlements } from "../../../src/application/stepwise-settlements.js";
import type { Store } from "../../../src/ports/index.js";
import { settlementsContract, type Settling } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

const stepwise = (store: Store): Settling => ({ ...store, settlements: stepwiseSettlements(store) });
const atOnce = ({ settlements, ...store }: Store): Settling => {
  if (!settlements) throw new Error("The store has no settlements of its own");
  return { ...store, settlements };
};

describe("one step after another, in memory", () => settlementsContract({ describe, it }, inMemory(stepwise)));
describe("one step after another, on SQLite", () => settlementsContract({ describe, it }, sqlite(stepwise)));
describe("SQLite, at once", () => settlementsContract({ describe, it }, sqlite(atOnce)));
