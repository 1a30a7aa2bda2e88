import type { AddressRefusal } from "../../domain/webhook-url.js";

/** Judges addresses that users and apps register, before anything is stored or called. */
export interface AddressPolicy {
  /**
   * Looks at the URL's text alone: no name is resolved. A name that leads to a forbidden address is refused when it is
   * called (`OutboundClient`).
   * @param url absolute, http or https.
   * @returns why the URL can never be called; undefined when nothing about it rules that out.
   */
  refusalOf(url: string): AddressRefusal | undefined;
}
