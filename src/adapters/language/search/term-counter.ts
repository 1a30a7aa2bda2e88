/** Bits of the table of known terms: enough for few of 100,000 terms to fall together. */
const TABLE_BITS = 2 ** 20;
const PRIME = 0x01000193;
const MIX = 0x9e3779b1;

/**
 * Counts the terms of texts roughly, at a small part of what it costs to read them: runs of letters and digits, and
 * the single signs of scripts that write no spaces between words. A term is new when its hash was not seen before.
 */
export class TermCounter {
  readonly #seen = new Uint8Array(TABLE_BITS / 8);

  count(text: string): { readonly terms: number; readonly newTerms: number } {
    let [terms, newTerms] = [0, 0];
    let [hash, kind, previous] = [0, Kind.None, 0];
    const end = (): void => {
      if (kind !== Kind.Latin && kind !== Kind.Other) return;
      terms += 1;
      newTerms += this.#add(hash);
    };
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      const next = kindOf(code);
      if (next !== kind) {
        end();
        [hash, kind] = [0, next];
      }
      if (next === Kind.Sign) {
        // Scripts without spaces are indexed by pairs of signs.
        terms += 1;
        newTerms += this.#add(Math.imul(previous, PRIME) ^ code);
        previous = code;
      } else hash = Math.imul(hash ^ code, PRIME);
    }
    end();
    return { terms, newTerms };
  }

  /** @returns 1 for a hash that is new, 0 for a known one. */
  #add(hash: number): number {
    const bit = Math.imul(hash ^ (hash >>> 15), MIX) >>> 12;
    const mask = 1 << (bit & 7);
    const byte = this.#seen[bit >>> 3] ?? 0;
    this.#seen[bit >>> 3] = byte | mask;
    return (byte & mask) === 0 ? 1 : 0;
  }
}

const enum Kind {
  None,
  Latin,
  Other,
  Sign,
}

function kindOf(code: number): Kind {
  if (code < 0x80) {
    const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
    return isLetter || (code >= 48 && code <= 57) ? Kind.Latin : Kind.None;
  }
  if (code < 0xc0) return Kind.None;
  if (code < 0x0250) return Kind.Latin;
  if (code < 0x0e00) return Kind.Other;
  // Thai to Burmese, old Hangul, Khmer; arrows and pictures, and all signs of East Asia.
  if (code < 0x10a0 || (code >= 0x1100 && code < 0x1200) || (code >= 0x1780 && code < 0x1800)) return Kind.Sign;
  if (code >= 0x1e00 && code < 0x1f00) return Kind.Latin;
  if (code < 0x2000) return Kind.Other;
  if (code < 0x2190) return Kind.None;
  return code < 0xfb00 ? Kind.Sign : Kind.Other;
}
