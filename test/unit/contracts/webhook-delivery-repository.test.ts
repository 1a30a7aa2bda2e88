import { webhookDeliveryRepositoryContract } from "../../../src/testing/index.js";
import { inMemory, sqlite } from "../../support/stores.js";

describe("in memory", () =>
  webhookDeliveryRepositoryContract(
    { describe, it },
    inMemory((store) => store.webhookDeliveries),
  ));
describe("SQLite", () =>
  webhookDeliveryRepositoryContract(
    { describe, it },
    sqlite((store) => store.webhookDeliveries),
  ));
