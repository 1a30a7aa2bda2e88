const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * What stands behind the `?`, as the reference reads it: of a name that is repeated the last value counts, `+` is a
 * space, a `%` that begins no escape stays, and what is no UTF-8 becomes U+FFFD. Never throws. The record has no
 * prototype, so that no name in it means anything.
 */
export function parseQuery(raw: string): Readonly<Record<string, string>> {
  const values = Object.create(null) as Record<string, string>;
  for (const pair of raw.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = equals < 0 ? pair : pair.slice(0, equals);
    values[unescape(name)] = equals < 0 ? "" : unescape(pair.slice(equals + 1));
  }
  return values;
}

/** Only within a run of ASCII do escapes belong together. */
function unescape(raw: string): string {
  const text = raw.replaceAll("+", " ");
  return text.includes("%") ? text.replace(/[\0-\x7f]+/g, unescapeAscii) : text;
}

function unescapeAscii(text: string): string {
  const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return utf8.decode(Buffer.from(bytes, "latin1"));
}

/**
 * A query that was read, as text again, with some values changed: only what was understood of it, so that nobody makes
 * a link of ours longer than clients take. What is undefined is left out.
 */
export function formatQuery(query: object, changes: Readonly<Record<string, QueryValue>> = {}): string {
  const values = { ...query, ...changes } as Readonly<Record<string, QueryValue>>;
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) parameters.set(name, value instanceof Date ? value.toISOString() : String(value));
  }
  return parameters.toString();
}

/** A list is written as it is read: between commas. */
type QueryValue = string | number | boolean | Date | readonly string[] | undefined;
