import { broken } from "./errors.js";

/** What a webhook's address may be, beside its shape. */
export interface WebhookPolicy {
  /** Whether `http:` is one too, for development. */
  readonly allowsPlainHttp: boolean;
}

/**
 * A host in ASCII, an IPv4 literal or a bracketed IPv6 one, with a port at most: neither userinfo nor a name in other
 * letters, which could be read as another host than it shows. Where it leads to is looked at when it is called.
 */
const ADDRESS =
  /^(https?):\/\/(?:(?:[a-z0-9_-]+\.)*[a-z0-9_-]+\.?|\[[0-9a-f:.]+\])(?::(\d{1,5}))?(?:[/?][!-"$-[\]-~]*)?$/i;
const GREATEST_PORT = 65_535;

/** @param name of the field that it stands in. @throws DomainError `invalid`. */
export function checkWebhookUrl(url: string, { allowsPlainHttp }: WebhookPolicy, name = "webhook_url"): void {
  const [, scheme, port = "0"] = ADDRESS.exec(url) ?? [];
  const isKnown = scheme?.toLowerCase() === "https" || (allowsPlainHttp && scheme !== undefined);
  if (isKnown && Number(port) <= GREATEST_PORT) return;
  const allowed = allowsPlainHttp ? "http or https" : "https";
  throw broken("webhook_url", `${name} must be an absolute ${allowed} URL in ASCII, without user or fragment`);
}
