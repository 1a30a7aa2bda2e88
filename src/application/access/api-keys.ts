import { ApiKey, type NewApiKey } from "../../domain/user/api-key.js";
import { responseNotStored, notFound } from "../../domain/errors.js";
import type { ApiKeyRepository, Secrets, PageRequest } from "../../ports/driven/index.js";
import type { ApiKeyUseCases, RequestContext, Page, ListQuery } from "../../ports/driving/index.js";
import { readPage } from "../read-page.js";

export class ApiKeys implements ApiKeyUseCases {
  /**
   * @param prefix what every key starts with (decision 1.1).
   * @param onRevoked called when a key was revoked, before `revoke` returns.
   */
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly secrets: Secrets,
    private readonly prefix: string,
    private readonly onRevoked: () => void,
  ) {}

  async create(
    { userId, now, ids, idempotency }: RequestContext,
    input: NewApiKey,
  ): Promise<{ key: ApiKey; secret: string }> {
    const randomPart = this.secrets.generateRandom();
    const secret = this.prefix + randomPart;
    const key = ApiKey.create(input, {
      id: ids.generate(),
      userId,
      now,
      digest: this.secrets.computeDigest(secret),
      keyPrefix: `${this.prefix}${randomPart.slice(0, 4)}...${randomPart.slice(-4)}`,
    });
    // An earlier attempt created the key; its secret was not returned and is not stored.
    if (idempotency?.isRetry && (await this.keys.get(userId, key.state.id))) throw responseNotStored();
    await this.keys.add(key);
    return { key, secret };
  }

  async list({ userId }: RequestContext, { page: pageRequest, includeTotal }: ListQuery): Promise<Page<ApiKey>> {
    const listing = {
      list: (range: PageRequest) => this.keys.list(userId, range),
      count: () => this.keys.count(userId),
    };
    return readPage(listing, pageRequest, includeTotal);
  }

  async revoke({ userId, idempotency }: RequestContext, id: string): Promise<void> {
    if (!(await this.keys.remove(userId, id)) && !idempotency?.isRetry) throw notFound("Key");
    this.onRevoked();
  }
}
