import { randomUUID } from "node:crypto";
import { Client, type Answered } from "./client.js";

/** A client whose every second write bears an Idempotency-Key of its own. */
export class KeyedClient extends Client {
  #writes = 0;

  override async send(
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ): Promise<Answered> {
    if (method === "GET") return super.send(method, path, body, headers);
    this.#writes += 1;
    const key = this.#writes % 2 === 0 ? { "Idempotency-Key": randomUUID() } : {};
    return super.send(method, path, body, { ...key, ...headers });
  }
}
