import type { ListQuery } from "../../../../ports/paging.js";
import type { ApiKey, NewApiKey } from "../../../../domain/user/api-key.js";
import { apiKeyName, apiKeyPageSize } from "../../../../domain/limits.js";
import { text } from "../../../../domain/rules.js";
import type { Cursor } from "../../kernel/list-page.js";
import { Component, Field, type PlainObject } from "../../kernel/dto-fields.js";
import { arrayOf, nullableParser, timestamp } from "../../kernel/field-parsers.js";
import { CursorParameter, LimitParameter, OffsetParameter, TotalParameter } from "../list-parameters.js";

/**
 * The body of `POST /v1/dev/keys`. The domain checks which scopes exist, because an unknown one gets 400
 * (decision 1.3).
 */
@Component("CreateDeveloperApiKey")
export class CreateApiKeyRequest {
  @Field(apiKeyName) name!: string;
  @Field(nullableParser(arrayOf(text())), { optional: true }) scopes: string[] | null = null;
}

/** The query of `GET /v1/dev/keys`. */
export class ListApiKeysParameters {
  @LimitParameter(apiKeyPageSize) limit: number = apiKeyPageSize.defaultLimit;
  @OffsetParameter() offset: number = 0;
  @CursorParameter({ extension: true }) cursor?: Cursor;
  @TotalParameter({ extension: true }) total: boolean = false;
}

/** An API key without its secret. */
@Component("DeveloperApiKey")
export class ApiKeyResponse {
  @Field(text()) id!: string;
  @Field(text()) name!: string;
  @Field(text()) key_prefix!: string;
  @Field(arrayOf(text())) scopes!: string[];
  @Field(timestamp()) created_at!: string;
  @Field(nullableParser(timestamp()), { optional: true }) last_used_at: string | null = null;
}

/** A new API key. No later response contains the secret. */
@Component("CreatedDeveloperApiKey")
export class CreatedApiKeyResponse extends ApiKeyResponse {
  @Field(text()) key!: string;
}

export function toNewApiKey({ name, scopes }: CreateApiKeyRequest): NewApiKey {
  return { name, scopes };
}

export function toApiKeyListQuery({ limit, offset, total }: ListApiKeysParameters): ListQuery {
  return { page: { limit, offset }, includeTotal: total };
}

export function toApiKeyResponse({ state }: ApiKey): PlainObject<ApiKeyResponse> {
  return {
    id: state.id,
    name: state.name,
    key_prefix: state.keyPrefix,
    scopes: [...state.scopes],
    created_at: state.createdAt.toISOString(),
    last_used_at: state.lastUsedAt?.toISOString() ?? null,
  };
}

export function toCreatedApiKeyResponse({
  key,
  secret,
}: {
  readonly key: ApiKey;
  readonly secret: string;
}): PlainObject<CreatedApiKeyResponse> {
  return { ...toApiKeyResponse(key), key: secret };
}
