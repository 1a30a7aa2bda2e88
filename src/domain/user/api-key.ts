import { invalidInput } from "../errors.js";
import { apiKeyName } from "../limits.js";
import { ensure } from "../rules.js";
import { encodeDescending } from "../time/timestamps.js";
import { isBlank } from "../text/normalize-text.js";

/** The scopes of API keys, in the documented order. */
export const apiScopes = [
  "conversations:read",
  "conversations:write",
  "memories:read",
  "memories:write",
  "action_items:read",
  "action_items:write",
  "goals:read",
  "goals:write",
] as const;

export type ApiScope = (typeof apiScopes)[number];

/** The scopes of a key that is created without scopes. */
export const readOnlyScopes: readonly ApiScope[] = apiScopes.filter((scope) => scope.endsWith(":read"));

export interface ApiKeyState {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /** A digest of the secret. The secret itself is not stored. */
  readonly digest: string;
  /** Identifies the key to its owner: prefix, first 4 characters, `...`, last 4 characters. */
  readonly keyPrefix: string;
  readonly scopes: readonly ApiScope[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export interface NewApiKey {
  readonly name: string;
  readonly scopes?: readonly string[] | null;
}

/** Minimum time between two updates of `lastUsedAt`, to save writes. */
const LAST_USED_RESOLUTION_MS = 60_000;

/** An API key as stored: without its secret. */
export class ApiKey {
  private constructor(readonly state: ApiKeyState) {}

  /** @throws DomainError `invalid` for a blank name, no scope at all, or an unknown one (code `scopes_unknown`). */
  static create(
    input: NewApiKey,
    context: { id: string; userId: string; now: Date; digest: string; keyPrefix: string },
  ): ApiKey {
    ensure({ name: apiKeyName }, input);
    if (isBlank(input.name)) throw invalidInput("key_name_blank");
    return new ApiKey({
      id: context.id,
      userId: context.userId,
      name: input.name,
      digest: context.digest,
      keyPrefix: context.keyPrefix,
      scopes: input.scopes ? parseScopes(input.scopes) : readOnlyScopes,
      createdAt: context.now,
      lastUsedAt: null,
    });
  }

  static restore(state: ApiKeyState): ApiKey {
    return new ApiKey(state);
  }

  /** Lists are in ascending order of this key. */
  get sortKey(): string {
    return encodeDescending(this.state.createdAt) + this.state.id;
  }

  markUsed(now: Date): ApiKey {
    return new ApiKey({ ...this.state, lastUsedAt: now });
  }

  /** Whether `lastUsedAt` is old enough to be updated. A clock set back only delays the update. */
  needsLastUsedUpdate(now: Date): boolean {
    const { lastUsedAt } = this.state;
    return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= LAST_USED_RESOLUTION_MS;
  }
}

function parseScopes(names: readonly string[]): readonly ApiScope[] {
  if (names.length === 0) throw invalidInput("scopes_empty");
  if (!names.every((name) => (apiScopes as readonly string[]).includes(name))) {
    throw invalidInput("scopes_unknown", { available: apiScopes });
  }
  return apiScopes.filter((scope) => names.includes(scope));
}
