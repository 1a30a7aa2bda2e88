import { DeclaredAnswers } from "./declared-answers.js";

export interface Answered {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

/** An HTTP client that fails the test whose answer the OpenAPI document does not declare. */
export class Client {
  private readonly declared: DeclaredAnswers;

  constructor(
    readonly url: string,
    readonly document: object,
    readonly credential?: string,
  ) {
    this.declared = DeclaredAnswers.of(document);
  }

  /** The same for another credential. */
  with(credential: string): Client {
    return new Client(this.url, this.document, credential);
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answered> {
    return this.send("GET", path, undefined, headers);
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answered> {
    return this.send("POST", path, JSON.stringify(body), headers);
  }

  patch(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answered> {
    return this.send("PATCH", path, JSON.stringify(body), headers);
  }

  delete(path: string, headers: Record<string, string> = {}): Promise<Answered> {
    return this.send("DELETE", path, undefined, headers);
  }

  /** @param body the bytes as they go over the wire. */
  async send(
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ): Promise<Answered> {
    const authorization = this.credential ? { Authorization: `Bearer ${this.credential}` } : {};
    const answered = await this.exchange(method, path, body, { ...authorization, ...headers });
    this.declared.check(method, path, answered);
    return answered;
  }

  protected async exchange(
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer> | undefined,
    headers: Record<string, string>,
  ): Promise<Answered> {
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
