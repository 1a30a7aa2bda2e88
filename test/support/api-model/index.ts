import { Conversations } from "./conversations.js";
import { keys } from "./keys.js";
import { Ledger } from "./ledger.js";
import { memories } from "./memories.js";
import { profile } from "./profile.js";

export { Ledger, type Tally } from "./ledger.js";
export type { Callers, Resource } from "./resource.js";

/** The users whom the model's writes belong to. */
export const users = { main: "ada", another: "bea" } as const;

/** A ledger for each resource, and how often it is written to beside the others. */
export const ledgers = (): readonly { readonly ledger: Ledger; readonly weight: number }[] => [
  { ledger: new Ledger(new Conversations()), weight: 8 },
  { ledger: new Ledger(keys()), weight: 1 },
  { ledger: new Ledger(memories()), weight: 3 },
  { ledger: new Ledger(profile(users.another)), weight: 1 },
];
