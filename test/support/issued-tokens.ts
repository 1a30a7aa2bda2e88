import type { LocalIssuer } from "../../src/adapters/identity/index.js";
import { createContainer } from "../../src/composition/container.js";
import { readSettings } from "../../src/composition/settings.js";
import { environmentOf, type ServicePlace } from "./service-place.js";
import * as tokens from "../../src/composition/tokens.js";

const A_DAY = 24 * 60 * 60;

/** @returns what makes identity tokens of a service, as `mneme token` does, without a process for each. */
export async function issuedTokens(place: ServicePlace): Promise<(userId: string) => Promise<string>> {
  const container = createContainer(readSettings(environmentOf(place)));
  const issuer = await container.getAsync<LocalIssuer>(tokens.localIssuer);
  return (userId) => issuer.issue({ userId, lifetimeSeconds: A_DAY });
}
