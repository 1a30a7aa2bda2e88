const utf8Decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Parses a query string as the public service does: the last one of repeated values wins, `+` is a space, an incomplete
 * `%` escape stays, and invalid UTF-8 becomes U+FFFD. Never throws. The record has no prototype, so that no parameter
 * name has a special meaning.
 */
export function parseQuery(queryString: string): Readonly<Record<string, string>> {
  const values = Object.create(null) as Record<string, string>;
  for (const pair of queryString.split("&")) {
    if (pair === "") continue;
    const separatorIndex = pair.indexOf("=");
    const name = separatorIndex < 0 ? pair : pair.slice(0, separatorIndex);
    values[decodeComponent(name)] = separatorIndex < 0 ? "" : decodeComponent(pair.slice(separatorIndex + 1));
  }
  return values;
}

/** Decodes each run of ASCII characters separately, as Python's `urllib.parse.unquote` does. */
function decodeComponent(encoded: string): string {
  const text = encoded.replaceAll("+", " ");
  return text.includes("%") ? text.replace(/[\0-\x7f]+/g, decodeAsciiRun) : text;
}

function decodeAsciiRun(text: string): string {
  const binaryString = text.replace(/%([0-9a-f]{2})/gi, (_, hexDigits: string) =>
    String.fromCharCode(Number.parseInt(hexDigits, 16)),
  );
  return utf8Decoder.decode(Buffer.from(binaryString, "latin1"));
}

/**
 * Formats a parsed query with some values changed; undefined values are omitted. Unknown parameters are not in `query`,
 * so that a request cannot make a link longer than clients accept.
 */
export function formatQuery(query: object, changes: Readonly<Record<string, QueryValue>> = {}): string {
  const values = { ...query, ...changes } as Readonly<Record<string, QueryValue>>;
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) parameters.set(name, value instanceof Date ? value.toISOString() : String(value));
  }
  return parameters.toString();
}

/** A list is comma-separated, as it is parsed. */
type QueryValue = string | number | boolean | Date | readonly string[] | undefined;
