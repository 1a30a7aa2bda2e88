import { completeStepwise } from "../../../src/application/stepwise-settlements.js";
import type { Store } from "../../../src/ports/index.js";
import { processingUnitOfWorkContract, type Settling } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

const stepwise = (store: Store): Settling => ({ ...store, processing: completeStepwise(store) });
const atOnce = ({ processing, ...store }: Store): Settling => {
  if (!processing) throw new Error("The store has no settlements of its own");
  return { ...store, processing };
};

describe("one step after another, in memory", () => processingUnitOfWorkContract({ describe, it }, inMemory(stepwise)));
describe("one step after another, on SQLite", () => processingUnitOfWorkContract({ describe, it }, sqlite(stepwise)));
describe("SQLite, at once", () => processingUnitOfWorkContract({ describe, it }, sqlite(atOnce)));
