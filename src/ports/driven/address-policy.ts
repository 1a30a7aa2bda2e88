import type { AddressRefusal } from "../../domain/webhook-url.js";

/** Checks addresses that users and apps register, before anything is stored or called. */
export interface AddressPolicy {
  /**
   * Checks the text of the URL without resolving a name. A name that resolves to a forbidden address is refused when it
   * is called (`OutboundClient`).
   * @param url absolute, http or https.
   * @returns why the URL can never be called; undefined when it may be callable.
   */
  refusalOf(url: string): AddressRefusal | undefined;
}
