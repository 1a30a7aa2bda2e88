const INVISIBLE_CHARACTERS =
  /[\u200b\u200e\u200f\u00ad\u061c\u180e\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e01ef}]/gu;

/** Finds the host names in a text, by a broader definition than the service's own. */
export function findHostNames(text: string): Set<string> {
  const normalized = text
    .replace(INVISIBLE_CHARACTERS, "")
    .normalize("NFKC")
    .replace(/[\u3002\uff61]/g, ".")
    .toLowerCase();
  const words = normalized.split(/[^\p{L}\p{N}_.-]+/u).map((word) => word.replace(/^\.+|\.+$/g, ""));
  return new Set(words.filter((word) => /[^.]\.[^.]/u.test(word)));
}
