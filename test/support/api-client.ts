import { DeclaredResponses } from "./declared-responses.js";

export interface ClientResponse {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

/** An HTTP client that throws if the OpenAPI document does not declare a response. */
export class ApiClient {
  private readonly declaredResponses: DeclaredResponses;

  constructor(
    readonly url: string,
    readonly document: object,
    readonly credential?: string,
  ) {
    this.declaredResponses = DeclaredResponses.forDocument(document);
  }

  /** Returns the same client with another credential. */
  withCredential(credential: string): ApiClient {
    return new ApiClient(this.url, this.document, credential);
  }

  get(path: string, headers: Record<string, string> = {}): Promise<ClientResponse> {
    return this.send("GET", path, undefined, headers);
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<ClientResponse> {
    return this.send("POST", path, JSON.stringify(body), headers);
  }

  patch(path: string, body: unknown, headers: Record<string, string> = {}): Promise<ClientResponse> {
    return this.send("PATCH", path, JSON.stringify(body), headers);
  }

  delete(path: string, headers: Record<string, string> = {}): Promise<ClientResponse> {
    return this.send("DELETE", path, undefined, headers);
  }

  /** @param body the bytes to send, without further encoding. */
  async send(
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ): Promise<ClientResponse> {
    const authorization = this.credential ? { Authorization: `Bearer ${this.credential}` } : {};
    const response = await this.performRequest(method, path, body, { ...authorization, ...headers });
    this.declaredResponses.check(method, path, response);
    return response;
  }

  protected async performRequest(
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer> | undefined,
    headers: Record<string, string>,
  ): Promise<ClientResponse> {
    const response = await fetch(this.url + path, {
      method,
      redirect: "manual",
      headers,
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === "" ? undefined : (JSON.parse(text) as unknown),
    };
  }
}
