import { Client, type Answered } from "./client.js";

/** A client that remembers what it asked. */
export class RecordingClient extends Client {
  readonly #asked = new Set<string>();

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
