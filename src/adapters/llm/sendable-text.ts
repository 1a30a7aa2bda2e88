import { quoted } from "../../domain/written-text.js";
import { BYTES_IN_A_TOKEN } from "./tokens.js";

/** What can be sent of a text: well-formed, without what is not seen, and no longer than so many tokens. */
export function sendable(text: string, mostTokens: number): string {
  const clean = quoted(text.toWellFormed());
  const room = new Uint8Array(mostTokens * BYTES_IN_A_TOKEN);
  return clean.slice(0, new TextEncoder().encodeInto(clean, room).read);
}
