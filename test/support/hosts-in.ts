const invisible = /[\u200b\u200e\u200f\u00ad\u061c\u180e\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e01ef}]/gu;

/** The names of the net in a text, in a broader sense than the service's own. */
export function hostsIn(text: string): Set<string> {
  const plain = text
    .replace(invisible, "")
    .normalize("NFKC")
    .replace(/[\u3002\uff61]/g, ".")
    .toLowerCase();
  const words = plain.split(/[^\p{L}\p{N}_.-]+/u).map((word) => word.replace(/^\.+|\.+$/g, ""));
  return new Set(words.filter((word) => /[^.]\.[^.]/u.test(word)));
}
