import { storeContract } from "../../../src/testing/index.js";
import { useMongoStore } from "../../support/mongodb-store.js";

describe("MongoDB", () =>
  storeContract({ describe, it }, useMongoStore(), { only: ["users", "apiKeys", "apps", "installations", "archive"] }));
