import { ApiClient, type ClientResponse } from "./api-client.js";

/** A client that records its requests. */
export class RecordingClient extends ApiClient {
  readonly #requests: Set<string>;

  /** @param requests receives the recorded requests. */
  constructor(url: string, document: object, credential?: string, requests = new Set<string>()) {
    super(url, document, credential);
    this.#requests = requests;
  }

  override withCredential(credential: string): RecordingClient {
    return new RecordingClient(this.url, this.document, credential, this.#requests);
  }

  override async send(
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    headers?: Record<string, string>,
  ): Promise<ClientResponse> {
    this.#requests.add(`${method} ${path}`);
    return super.send(method, path, body, headers);
  }

  /** Whether the client has called a route, given its method and its path with parameters in braces. */
  hasRequested(method: string, path: string): boolean {
    const route = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, "[^/?]+")}(\\?.*)?$`);
    return [...this.#requests].some((request) => route.test(request));
  }
}
