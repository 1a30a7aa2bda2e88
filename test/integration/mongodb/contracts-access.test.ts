import {
  apiKeyRepositoryContract,
  appRepositoryContract,
  installationRepositoryContract,
  userRepositoryContract,
} from "../../../src/testing/index.js";
import { useMongoStore } from "../../support/mongodb-store.js";

describe("MongoDB: users and their access", () => {
  const open = useMongoStore();
  const runner = { describe, it };

  userRepositoryContract(
    runner,
    open((store) => store.users),
  );
  apiKeyRepositoryContract(
    runner,
    open((store) => store.apiKeys),
  );
  appRepositoryContract(
    runner,
    open((store) => store.apps),
  );
  installationRepositoryContract(
    runner,
    open((store) => store),
  );
});
