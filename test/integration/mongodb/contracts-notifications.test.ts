import {
  notificationRepositoryContract,
  pushTargetRepositoryContract,
  webhookDeliveryRepositoryContract,
} from "../../../src/testing/index.js";
import { useMongoStore } from "../../support/mongodb-store.js";

describe("MongoDB: notifications and deliveries", () => {
  const open = useMongoStore();
  const runner = { describe, it };

  notificationRepositoryContract(
    runner,
    open((store) => store.notifications),
  );
  pushTargetRepositoryContract(
    runner,
    open((store) => store.pushTargets),
  );
  webhookDeliveryRepositoryContract(
    runner,
    open((store) => store.webhookDeliveries),
  );
});
