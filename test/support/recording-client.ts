import { Client, type Answered } from "./client.js";

/** A client that remembers what it asked. */
export class RecordingClient extends Client {
  readonly #asked: Set<string>;

  /** @param asked where it is remembered. */
  constructor(url: string, document: object, credential?: string, asked = new Set<string>()) {
    super(url, document, credential);
    this.#asked = asked;
  }

  override with(credential: string): RecordingClient {
    return new RecordingClient(this.url, this.document, credential, this.#asked);
  }

  override async send(
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    headers?: Record<string, string>,
  ): Promise<Answered> {
    this.#asked.add(`${method} ${path}`);
    return super.send(method, path, body, headers);
  }

  /** Whether it has asked a route, by its method and its path with names in braces. */
  hasAsked(method: string, path: string): boolean {
    const route = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, "[^/?]+")}(\\?.*)?$`);
    return [...this.#asked].some((asked) => route.test(asked));
  }
}
