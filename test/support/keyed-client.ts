import { Client, type Answered } from "./client.js";

/** A client whose requests all bear the same Idempotency-Key: it is for one write, and for its repetitions. */
export class KeyedClient extends Client {
  /** @param client what sends them, and holds the answers against their declaration. */
  constructor(
    private readonly client: Client,
    private readonly key: string,
  ) {
    super(client.url, client.document, client.credential);
  }

  override with(credential: string): KeyedClient {
    return new KeyedClient(this.client.with(credential), this.key);
  }

  override send(
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ): Promise<Answered> {
    return this.client.send(method, path, body, { "Idempotency-Key": this.key, ...headers });
  }
}
