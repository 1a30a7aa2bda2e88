import type { ApiKey, NewApiKey } from "../../domain/api-key.js";
import { keyName, keyPage } from "../../domain/limits.js";
import { text } from "../../domain/rules.js";
import type { ListApiKeys } from "../../ports/driving/api-keys.js";
import { cursor, type Cursor } from "./cursor.js";
import { Component, Field, type Plain } from "./field.js";
import { clamped, flag, list, nullable, timestamp } from "./wire-rules.js";

/** Contract 4.6, `POST /v1/dev/keys`. Which scopes there are is no matter of shape (decision 1.3). */
@Component("CreateDeveloperApiKey")
export class CreateKey {
  @Field(keyName) name!: string;
  @Field(nullable(list(text())), { optional: true }) scopes: string[] | null = null;
}

/** Decisions 1.4 and 4.14. */
export class ListKeys {
  @Field(clamped({ min: 1, max: keyPage.most }), { optional: true, description: `Drawn into 1 to ${keyPage.most}.` })
  limit: number = keyPage.usual;
  @Field(clamped({ min: 0, max: Number.MAX_SAFE_INTEGER }), { optional: true }) offset: number = 0;
  @Field(cursor(), { optional: true, extension: true, description: "Goes on where the page that linked it ended." })
  cursor?: Cursor;
  @Field(flag(), { optional: true, extension: true, description: "Asks for `X-Total-Count`." }) total: boolean = false;
}

/** Contract 2.10, but for the secret. */
@Component("DeveloperApiKey")
export class KeyBody {
  @Field(text()) id!: string;
  @Field(text()) name!: string;
  @Field(text()) key_prefix!: string;
  @Field(list(text())) scopes!: string[];
  @Field(timestamp()) created_at!: string;
  @Field(nullable(timestamp()), { optional: true }) last_used_at: string | null = null;
}

/** Contract 2.10: the only time that the secret is shown. */
@Component("CreatedDeveloperApiKey")
export class CreatedKeyBody extends KeyBody {
  @Field(text()) key!: string;
}

export function newApiKey({ name, scopes }: CreateKey): NewApiKey {
  return { name, scopes };
}

export function keyListing({ limit, offset, total }: ListKeys): ListApiKeys {
  return { page: { limit, offset }, withTotal: total };
}

export function keyBody({ state }: ApiKey): Plain<KeyBody> {
  return {
    id: state.id,
    name: state.name,
    key_prefix: state.keyPrefix,
    scopes: [...state.scopes],
    created_at: state.createdAt.toISOString(),
    last_used_at: state.lastUsedAt?.toISOString() ?? null,
  };
}

export function createdKeyBody({
  key,
  secret,
}: {
  readonly key: ApiKey;
  readonly secret: string;
}): Plain<CreatedKeyBody> {
  return { ...keyBody(key), key: secret };
}
