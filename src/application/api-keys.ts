import { ApiKey, type NewApiKey } from "../domain/api-key.js";
import { notFound } from "../domain/errors.js";
import type { ApiKeyRepository, Secrets } from "../ports/driven/index.js";
import type { ApiKeyUseCases, Call } from "../ports/driving/index.js";

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

  async create({ userId, now, ids }: Call, input: NewApiKey): Promise<{ key: ApiKey; secret: string }> {
    const random = this.secrets.random();
    const secret = this.prefix + random;
    const key = ApiKey.create(input, {
      id: ids.fresh(),
      userId,
      now,
      digest: this.secrets.digest(secret),
      keyPrefix: `${this.prefix}${random.slice(0, 4)}...${random.slice(-4)}`,
    });
    await this.keys.add(key);
    return { key, secret };
  }

  async list({ userId }: Call): Promise<ApiKey[]> {
    return this.keys.list(userId);
  }

  async revoke({ userId }: Call, id: string): Promise<void> {
    if (!(await this.keys.remove(userId, id))) throw notFound("Key");
    this.revoked();
  }
}
