import { invalidInput } from "../errors.js";
import { clientSessionId } from "../limits.js";
import { ensure } from "../rules.js";
import { isBlank, trimWhiteSpace } from "../text/normalize-text.js";

/** The categories of conversations, in the documented order. */
// prettier-ignore
export const categories = [
  "personal", "education", "health", "finance", "legal", "philosophy", "spiritual", "science", "entrepreneurship",
  "parenting", "romantic", "travel", "inspiration", "technology", "business", "social", "work", "sports", "politics",
  "literature", "history", "architecture", "music", "weather", "news", "entertainment", "psychology", "real", "design",
  "family", "economics", "environment", "other",
] as const;

export type Category = (typeof categories)[number];

export function isCategory(value: string): value is Category {
  return (categories as readonly string[]).includes(value);
}

const ISO_639_1_CODES = new Set(
  (
    "aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo " +
    "es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka " +
    "kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng " +
    "nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su " +
    "sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu"
  ).split(" "),
);

/**
 * Parses and lower-cases a language code: ISO 639-1, optionally with a region, as in `pt-br` (`pt_BR` becomes `pt-br`).
 * @throws DomainError `invalid` for anything else.
 */
export function parseLanguageCode(raw: string): string {
  const code = raw.toLowerCase().replace("_", "-");
  const [language = "", region] = code.split(/-(.*)/s, 2);
  if (!ISO_639_1_CODES.has(language) || (region !== undefined && !/^([a-z]{2}|[0-9]{3})$/.test(region))) {
    throw invalidInput("language_unknown");
  }
  return code;
}

/**
 * Parses the ID that a client gives to a session: removes the surrounding white space, which counts towards its length.
 * @throws DomainError `invalid` for one that is blank or too long.
 */
export function parseSessionId(raw: string): string {
  ensure({ clientSessionId }, { clientSessionId: raw });
  if (isBlank(raw)) throw invalidInput("client_session_id_blank");
  return trimWhiteSpace(raw);
}

/** As `parseSessionId`; null when the client names none. */
export function parseOptionalSessionId(raw: string | null | undefined): string | null {
  return raw == null ? null : parseSessionId(raw);
}
