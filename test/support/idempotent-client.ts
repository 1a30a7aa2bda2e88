import { ApiClient, type ClientResponse } from "./api-client.js";

/** A client whose requests all have the same Idempotency-Key: for one write and its repetitions. */
export class IdempotentClient extends ApiClient {
  /** @param client sends the requests and checks the responses against the OpenAPI document. */
  constructor(
    private readonly client: ApiClient,
    private readonly key: string,
  ) {
    super(client.url, client.document, client.credential);
  }

  override withCredential(credential: string): IdempotentClient {
    return new IdempotentClient(this.client.withCredential(credential), this.key);
  }

  override send(
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ): Promise<ClientResponse> {
    return this.client.send(method, path, body, { "Idempotency-Key": this.key, ...headers });
  }
}
