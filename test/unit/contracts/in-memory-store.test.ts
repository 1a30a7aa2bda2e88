import { storeContract } from "../../../src/testing/index.js";
import { openNewInMemoryStore } from "../../support/stores.js";

describe("in memory", () => storeContract({ describe, it }, openNewInMemoryStore));
