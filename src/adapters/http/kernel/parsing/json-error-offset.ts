import { countCodePoints } from "../../../../domain/rules.js";

/**
 * Returns the offset, in Unicode code points, at which a text stops being JSON, as CPython before 3.13 reports it. The
 * public service returns this offset, which differs from that of `JSON.parse`. Call it only for a text that
 * `JSON.parse` rejects.
 */
export function findJsonErrorOffset(text: string): number {
  return countCodePoints(text.slice(0, new JsonErrorScanner(text).findErrorPosition()));
}

const SCALAR_PATTERN = /null|true|false|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const HEX_DIGITS_PATTERN = /[0-9a-fA-F]{4}/y;
const CLOSING_BRACKETS = { "{": "}", "[": "]" } as const;

/**
 * Scans a text without recursion: `openBrackets` is the stack of unclosed brackets. A scan method returns false at an
 * error.
 */
class JsonErrorScanner {
  private position = 0;
  private readonly openBrackets: (keyof typeof CLOSING_BRACKETS)[] = [];

  constructor(private readonly text: string) {}

  findErrorPosition(): number {
    this.skipWhiteSpace();
    while (this.scanValue() && this.scanSeparator());
    return this.position;
  }

  private get currentCharacter(): string {
    return this.text.charAt(this.position);
  }

  private skipWhiteSpace(): void {
    while (" \t\n\r".includes(this.currentCharacter) && this.currentCharacter !== "") this.position += 1;
  }

  private consume(character: string): boolean {
    if (this.currentCharacter !== character) return false;
    this.position += 1;
    this.skipWhiteSpace();
    return true;
  }

  /** Moves past the next scalar or empty container, and opens the brackets before it. */
  private scanValue(): boolean {
    for (;;) {
      const bracket = this.currentCharacter;
      if (bracket !== "{" && bracket !== "[") return this.scanScalar();
      this.consume(bracket);
      if (this.currentCharacter === CLOSING_BRACKETS[bracket]) {
        this.position += 1;
        return true;
      }
      this.openBrackets.push(bracket);
      if (bracket === "{" && !this.scanPropertyName()) return false;
    }
  }

  private scanScalar(): boolean {
    if (this.currentCharacter === '"') return this.scanString();
    SCALAR_PATTERN.lastIndex = this.position;
    if (!SCALAR_PATTERN.test(this.text)) return false;
    this.position = SCALAR_PATTERN.lastIndex;
    return true;
  }

  /**
   * Moves from the end of a value to the beginning of the next one; also returns false at the end of the outermost
   * value.
   */
  private scanSeparator(): boolean {
    this.skipWhiteSpace();
    for (let bracket = this.openBrackets.at(-1); bracket !== undefined; bracket = this.openBrackets.at(-1)) {
      if (this.consume(",")) return bracket === "[" || this.scanPropertyName();
      if (!this.consume(CLOSING_BRACKETS[bracket])) return false;
      this.openBrackets.pop();
    }
    return false;
  }

  private scanPropertyName(): boolean {
    if (this.currentCharacter !== '"' || !this.scanString()) return false;
    this.skipWhiteSpace();
    return this.consume(":");
  }

  /** CPython reports the opening quote of an unterminated string, and otherwise the invalid character. */
  private scanString(): boolean {
    const start = this.position;
    for (this.position += 1; this.currentCharacter !== '"'; this.position += 1) {
      if (this.currentCharacter === "\\" ? !this.scanEscape() : this.currentCharacter < " ") {
        if (this.position >= this.text.length) this.position = start;
        return false;
      }
    }
    this.position += 1;
    return true;
  }

  /**
   * Moves to the last character of an escape. The error is at the `u` of an invalid `\u`, otherwise at the backslash.
   */
  private scanEscape(): boolean {
    const escapeCharacter = this.text.charAt(this.position + 1);
    if (escapeCharacter === "") this.position += 1;
    if (escapeCharacter !== "u") {
      if (escapeCharacter === "" || !'"\\/bfnrt'.includes(escapeCharacter)) return false;
      this.position += 1;
      return true;
    }
    this.position += 1;
    HEX_DIGITS_PATTERN.lastIndex = this.position + 1;
    // CPython requires a character after the digits before it reads them.
    if (!HEX_DIGITS_PATTERN.test(this.text) || HEX_DIGITS_PATTERN.lastIndex >= this.text.length) return false;
    this.position = HEX_DIGITS_PATTERN.lastIndex - 1;
    return true;
  }
}
