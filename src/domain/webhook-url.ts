import { broken } from "./errors.js";

/** Why an address can never be called, as its text alone shows. */
export type AddressRefusal = "invalid_url" | "forbidden_address";

/** What a webhook's address may be, beside its shape. */
export interface WebhookPolicy {
  /** Whether `http:` is one too, for development. */
  readonly allowsPlainHttp: boolean;
  /** Checks a well-formed URL without resolving its host; when absent, every host is accepted. */
  readonly refusalOf?: (url: string) => AddressRefusal | undefined;
}

/**
 * A host in ASCII, an IPv4 literal or a bracketed IPv6 one, with a port at most: neither userinfo nor a name in other
 * letters, which could be read as another host than it shows. Where a name leads to is looked at when it is called.
 */
const ADDRESS =
  /^(https?):\/\/(?:(?:[a-z0-9_-]+\.)*[a-z0-9_-]+\.?|\[[0-9a-f:.]+\])(?::(\d{1,5}))?(?:[/?][!-"$-[\]-~]*)?$/i;
const GREATEST_PORT = 65_535;

/**
 * Checks the shape of a webhook's address, and that its host is not a forbidden literal address (decision 9.5).
 * @param name the name of the field that holds the address.
 * @throws DomainError `invalid` naming the field.
 */
export function checkWebhookUrl(
  url: string,
  { allowsPlainHttp, refusalOf }: WebhookPolicy,
  name = "webhook_url",
): void {
  const [, scheme, port = "0"] = ADDRESS.exec(url) ?? [];
  const isKnownScheme = scheme?.toLowerCase() === "https" || (allowsPlainHttp && scheme !== undefined);
  const hasRightShape = isKnownScheme && Number(port) <= GREATEST_PORT;
  const refusal = hasRightShape ? refusalOf?.(url) : "invalid_url";
  if (refusal === "forbidden_address") {
    throw broken("webhook_url", `${name} must not be a private, local or otherwise reserved address`);
  }
  if (refusal === undefined) return;
  const allowed = allowsPlainHttp ? "http or https" : "https";
  throw broken("webhook_url", `${name} must be an absolute ${allowed} URL in ASCII, without user or fragment`);
}
