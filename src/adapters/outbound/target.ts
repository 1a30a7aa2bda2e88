import { isIP } from "node:net";
import { Refusal } from "./refusal.js";

/** Longer than any that is meant. */
const LONGEST = 4096;

/** Where a call goes: what is checked is what is connected to. */
export interface Target {
  /** Normalised: numbers, full-width letters and dots of a host are written in the one usual way. */
  readonly url: URL;
  /** A name in ASCII or an address, that without brackets. */
  readonly host: string;
  readonly isAddress: boolean;
}

/** @throws Refusal `invalid_url`. */
export function targetOf(text: string): Target {
  const url = text.length > LONGEST ? null : URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "" || url.port === "0") {
    throw new Refusal("invalid_url");
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  return { url, host, isAddress: isIP(host) > 0 };
}
