import { broken, DomainError } from "./errors.js";
import { keyName } from "./limits.js";
import { ensure } from "./rules.js";
import { descending } from "./sort-key.js";
import { isBlank } from "./white-space.js";

/** Contract 4.6, in its order. */
export const scopes = [
  "conversations:read",
  "conversations:write",
  "memories:read",
  "memories:write",
  "action_items:read",
  "action_items:write",
  "goals:read",
  "goals:write",
] as const;

export type Scope = (typeof scopes)[number];

/** Decision 1.3: what a key may do when its maker names no scopes. */
export const readOnly: readonly Scope[] = scopes.filter((scope) => scope.endsWith(":read"));

export interface ApiKeyState {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /** Decision 1.2: the digest alone is kept, never the secret. */
  readonly digest: string;
  /** Enough of the key to tell it from others: prefix, first 4, `...`, last 4 characters. */
  readonly keyPrefix: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export interface NewApiKey {
  readonly name: string;
  readonly scopes?: readonly string[] | null;
}

/** Decision 1.5: in milliseconds. */
const LAST_USED_GRAIN = 60_000;

/** A developer key as the service keeps it: without its secret. Contract 2.10, decisions 1. */
export class ApiKey {
  private constructor(readonly state: ApiKeyState) {}

  /** @throws DomainError `invalid` for a blank name, no scope at all, or an unknown one (code `scopes_unknown`). */
  static create(
    input: NewApiKey,
    birth: { id: string; userId: string; now: Date; digest: string; keyPrefix: string },
  ): ApiKey {
    ensure({ name: keyName }, input);
    if (isBlank(input.name)) throw broken("name_blank", "Key name cannot be empty");
    return new ApiKey({
      id: birth.id,
      userId: birth.userId,
      name: input.name,
      digest: birth.digest,
      keyPrefix: birth.keyPrefix,
      scopes: input.scopes ? chosen(input.scopes) : readOnly,
      createdAt: birth.now,
      lastUsedAt: null,
    });
  }

  static restore(state: ApiKeyState): ApiKey {
    return new ApiKey(state);
  }

  /** Decision 1.4: ascending order of this key is the order of the list. */
  get sortKey(): string {
    return descending(this.state.createdAt) + this.state.id;
  }

  used(now: Date): ApiKey {
    return new ApiKey({ ...this.state, lastUsedAt: now });
  }

  /** Whether `lastUsedAt` is old enough to be updated. A clock set back only delays the update. */
  wasUnusedBefore(now: Date): boolean {
    const { lastUsedAt } = this.state;
    return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= LAST_USED_GRAIN;
  }
}

function chosen(names: readonly string[]): readonly Scope[] {
  if (names.length === 0) throw broken("scopes_empty", "At least one scope must be provided");
  if (!names.every((name) => (scopes as readonly string[]).includes(name))) {
    const available = scopes.map((scope) => `'${scope}'`).join(", ");
    throw new DomainError("invalid", SCOPES_UNKNOWN, `Invalid scopes. Available: [${available}]`);
  }
  return scopes.filter((scope) => names.includes(scope));
}

/** The edge answers this one with 400 (decision 1.3). */
export const SCOPES_UNKNOWN = "scopes_unknown";
