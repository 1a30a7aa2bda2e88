import type { LocalIssuer } from "../../src/adapters/identity/index.js";
import { createContainer } from "../../src/composition/container.js";
import { readSettings } from "../../src/composition/settings.js";
import { environmentOf, type ServiceConfig } from "./service-config.js";
import * as tokens from "../../src/composition/tokens.js";

const DAY_SECONDS = 24 * 60 * 60;

/** @returns a function that issues identity tokens as `mneme token` does, without a process for each token. */
export async function openTokenIssuer(config: ServiceConfig): Promise<(userId: string) => Promise<string>> {
  const container = createContainer(readSettings(environmentOf(config)));
  const issuer = await container.getAsync<LocalIssuer>(tokens.localIssuer);
  // The issuer already has its key. An open store would keep the process from ending.
  await container.unbindAllAsync();
  return (userId) => issuer.issueToken({ userId, lifetimeSeconds: DAY_SECONDS });
}
