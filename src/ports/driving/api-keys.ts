import type { ApiKey, NewApiKey } from "../../domain/api-key.js";
import type { PageRequest } from "../driven/page-request.js";
import type { Call } from "./call.js";
import type { Page } from "./page.js";

export interface ListApiKeys {
  readonly page: PageRequest;
  readonly withTotal: boolean;
}

/** Contract 4.6, decisions 1.1 to 1.5. */
export interface ApiKeyUseCases {
  /** The only time that the secret is to be had. @throws DomainError `invalid`. */
  create(call: Call, input: NewApiKey): Promise<{ readonly key: ApiKey; readonly secret: string }>;
  /** Newest first. */
  list(call: Call, query: ListApiKeys): Promise<Page<ApiKey>>;
  /** The key is refused from here on. @throws DomainError `not_found`. */
  revoke(call: Call, id: string): Promise<void>;
}
