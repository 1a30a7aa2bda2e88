import { ApiKey, type NewApiKey } from "../domain/api-key.js";
import { answerNotKept, notFound } from "../domain/errors.js";
import type { ApiKeyRepository, Secrets, PageRequest } from "../ports/driven/index.js";
import type { ApiKeyUseCases, Call, ListApiKeys, Page } from "../ports/driving/index.js";
import { readPage } from "./page.js";

export class ApiKeys implements ApiKeyUseCases {
  /**
   * @param prefix decision 1.1: what every key begins with.
   * @param revoked is called when a key has been revoked, before the caller knows of it.
   */
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly secrets: Secrets,
    private readonly prefix: string,
    private readonly revoked: () => void,
  ) {}

  async create({ userId, now, ids, keyed }: Call, input: NewApiKey): Promise<{ key: ApiKey; secret: string }> {
    const random = this.secrets.random();
    const secret = this.prefix + random;
    const key = ApiKey.create(input, {
      id: ids.fresh(),
      userId,
      now,
      digest: this.secrets.digest(secret),
      keyPrefix: `${this.prefix}${random.slice(0, 4)}...${random.slice(-4)}`,
    });
    // Its secret was never told, and is not known any more.
    if (keyed?.repeats && (await this.keys.get(userId, key.state.id))) throw answerNotKept();
    await this.keys.add(key);
    return { key, secret };
  }

  async list({ userId }: Call, { page: stretch, withTotal }: ListApiKeys): Promise<Page<ApiKey>> {
    const listing = {
      list: (part: PageRequest) => this.keys.list(userId, part),
      count: () => this.keys.count(userId),
    };
    return readPage(listing, stretch, withTotal);
  }

  async revoke({ userId, keyed }: Call, id: string): Promise<void> {
    if (!(await this.keys.remove(userId, id)) && !keyed?.repeats) throw notFound("Key");
    this.revoked();
  }
}
