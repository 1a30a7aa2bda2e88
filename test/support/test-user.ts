import type { ApiScope } from "../../src/domain/user/api-key.js";
import { ApiClient } from "./api-client.js";
import { pathObject } from "./path-objects.js";
import type { TokenForger } from "./token-forger.js";

interface CreatedKey {
  readonly id: string;
  readonly key: string;
}

/** A user of a running service, whose objects are created when they are first requested. */
export class TestUser {
  private readonly created = new Map<string, Promise<string>>();

  constructor(
    readonly id: string,
    readonly tokenForger: TokenForger,
    private readonly service: { readonly url: string; readonly document: object },
  ) {}

  getToken(): Promise<string> {
    return this.createOnce("token", () => this.tokenForger.createValid(this.id));
  }

  /** Returns the secret of a key with these scopes. */
  getKey(scopes: readonly ApiScope[]): Promise<string> {
    return this.createOnce(`key of ${scopes.join()}`, async () => (await this.createKey(scopes)).key);
  }

  /** Returns a key that was used and then revoked. */
  getRevokedKey(scopes: readonly ApiScope[]): Promise<string> {
    return this.createOnce("revoked key", async () => {
      const { id, key } = await this.createKey(scopes);
      const usedResponse = await this.clientFor(key).get("/v1/dev/user/folders");
      const revokedResponse = await (await this.createClient()).delete(`/v1/dev/keys/${id}`);
      if (usedResponse.status !== 200 || revokedResponse.status !== 204)
        throw new Error("A key could not be used and revoked");
      return key;
    });
  }

  /** Returns the ID of the user's object that this path parameter identifies. */
  getObjectId(parameter: string): Promise<string> {
    return this.createOnce(parameter, async () => pathObject(parameter).create(await this.createClient()));
  }

  /** Returns a secret of the app of `app_id`, which the user has installed. */
  getAppSecret(): Promise<string> {
    return this.createOnce("app secret", async () => {
      const [client, id] = await Promise.all([this.createClient(), this.getObjectId("app_id")]);
      await client.post(`/v1/dev/apps/${id}/install`, {});
      return ((await client.send("POST", `/v1/dev/apps/${id}/secret`)).body as { secret: string }).secret;
    });
  }

  private async createKey(scopes: readonly ApiScope[]): Promise<CreatedKey> {
    return (await (await this.createClient()).post("/v1/dev/keys", { name: "a key", scopes })).body as CreatedKey;
  }

  private async createClient(): Promise<ApiClient> {
    return this.clientFor(await this.getToken());
  }

  private clientFor(credential: string): ApiClient {
    return new ApiClient(this.service.url, this.service.document, credential);
  }

  private createOnce(name: string, create: () => Promise<string>): Promise<string> {
    const value = this.created.get(name) ?? create();
    this.created.set(name, value);
    return value;
  }
}
