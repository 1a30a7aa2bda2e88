import { invalidInput } from "../errors.js";

/** Why an address can never be called, judging by its text alone. */
export type AddressRejection = "invalid_url" | "forbidden_address";

/** What the address of a webhook may be, beside its shape. */
export interface WebhookUrlPolicy {
  /** Whether `http:` is allowed too, for development. */
  readonly isPlainHttpAllowed: boolean;
  /** Checks a well-formed URL without resolving its host; when absent, every host is accepted. */
  readonly getRejection?: (url: string) => AddressRejection | undefined;
}

/**
 * A host name in ASCII, an IPv4 literal or a bracketed IPv6 literal, with an optional port. Userinfo and other scripts
 * are not allowed, because they could disguise the host. Names are resolved and checked when they are called.
 */
const URL_PATTERN =
  /^(https?):\/\/(?:(?:[a-z0-9_-]+\.)*[a-z0-9_-]+\.?|\[[0-9a-f:.]+\])(?::(\d{1,5}))?(?:[/?][!-"$-[\]-~]*)?$/i;
const MAX_PORT = 65_535;

/**
 * Checks the shape of a webhook's address, and that its host is not a forbidden literal address (decision 9.5).
 * @param property the property that holds the address.
 * @throws DomainError `invalid` naming the property.
 */
export function checkWebhookUrl(
  url: string,
  { isPlainHttpAllowed, getRejection }: WebhookUrlPolicy,
  property = "webhookUrl",
): void {
  const [, scheme, port = "0"] = URL_PATTERN.exec(url) ?? [];
  const isKnownScheme = scheme?.toLowerCase() === "https" || (isPlainHttpAllowed && scheme !== undefined);
  const isWellFormed = isKnownScheme && Number(port) <= MAX_PORT;
  const rejection = isWellFormed ? getRejection?.(url) : "invalid_url";
  if (rejection === "forbidden_address") throw invalidInput("url_forbidden", { property });
  if (rejection === undefined) return;
  throw invalidInput("url_malformed", { property, schemes: isPlainHttpAllowed ? "http or https" : "https" });
}
