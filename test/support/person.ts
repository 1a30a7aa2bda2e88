import type { Scope } from "../../src/domain/api-key.js";
import { Client } from "./client.js";
import { pathObject } from "./path-objects.js";
import type { TokenForge } from "./token-forge.js";

interface MadeKey {
  readonly id: string;
  readonly key: string;
}

/** A user of a running service, with what belongs to them; each thing is made when it is first asked for. */
export class Person {
  private readonly made = new Map<string, Promise<string>>();

  constructor(
    readonly id: string,
    readonly forge: TokenForge,
    private readonly service: { readonly url: string; readonly document: object },
  ) {}

  token(): Promise<string> {
    return this.once("token", () => this.forge.genuine(this.id));
  }

  /** The secret of a key that has these scopes. */
  key(scopes: readonly Scope[]): Promise<string> {
    return this.once(`key of ${scopes.join()}`, async () => (await this.makeKey(scopes)).key);
  }

  /** A key that was good, was used, and was revoked. */
  revokedKey(scopes: readonly Scope[]): Promise<string> {
    return this.once("revoked key", async () => {
      const { id, key } = await this.makeKey(scopes);
      const used = await this.as(key).get("/v1/dev/user/folders");
      const revoked = await (await this.client()).delete(`/v1/dev/keys/${id}`);
      if (used.status !== 200 || revoked.status !== 204) throw new Error("A key could not be used and revoked");
      return key;
    });
  }

  /** The id of an object of theirs that this parameter of a path names. */
  object(parameter: string): Promise<string> {
    return this.once(parameter, async () => pathObject(parameter).make(await this.client()));
  }

  /** A secret of the app that `app_id` names, which they have installed. */
  appSecret(): Promise<string> {
    return this.once("app secret", async () => {
      const [client, id] = await Promise.all([this.client(), this.object("app_id")]);
      await client.post(`/v1/dev/apps/${id}/install`, {});
      return ((await client.send("POST", `/v1/dev/apps/${id}/secret`)).body as { secret: string }).secret;
    });
  }

  private async makeKey(scopes: readonly Scope[]): Promise<MadeKey> {
    return (await (await this.client()).post("/v1/dev/keys", { name: "a key", scopes })).body as MadeKey;
  }

  private async client(): Promise<Client> {
    return this.as(await this.token());
  }

  private as(credential: string): Client {
    return new Client(this.service.url, this.service.document, credential);
  }

  private once(what: string, make: () => Promise<string>): Promise<string> {
    const known = this.made.get(what) ?? make();
    this.made.set(what, known);
    return known;
  }
}
