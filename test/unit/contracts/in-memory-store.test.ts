import { storeContract } from "../../../src/testing/index.js";
import { openInMemory } from "../../support/stores.js";

describe("in memory", () => storeContract({ describe, it }, openInMemory));
