import { codePoints } from "../../domain/rules.js";

/**
 * Where a text stops being JSON, in Unicode code points: the place that the reference's parser (CPython's, before 3.13)
 * reports, which is not the engine's. Only for a text that `JSON.parse` refused.
 */
export function jsonErrorOffset(text: string): number {
  return codePoints(text.slice(0, new Scanner(text).fault()));
}

const SCALAR = /null|true|false|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const HEX_DIGITS = /[0-9a-fA-F]{4}/y;
const closing = { "{": "}", "[": "]" } as const;

/** Goes over the text without recursion: `open` holds the brackets that are still open. A step is false at a fault. */
class Scanner {
  private at = 0;
  private readonly open: (keyof typeof closing)[] = [];

  constructor(private readonly text: string) {}

  fault(): number {
    this.space();
    while (this.value() && this.separator());
    return this.at;
  }

  private get next(): string {
    return this.text.charAt(this.at);
  }

  private space(): void {
    while (" \t\n\r".includes(this.next) && this.next !== "") this.at += 1;
  }

  private past(character: string): boolean {
    if (this.next !== character) return false;
    this.at += 1;
    this.space();
    return true;
  }

  /** Past a value that holds no other: brackets are opened until there is one, or closed at once when empty. */
  private value(): boolean {
    for (;;) {
      const bracket = this.next;
      if (bracket !== "{" && bracket !== "[") return this.scalar();
      this.past(bracket);
      if (this.next === closing[bracket]) {
        this.at += 1;
        return true;
      }
      this.open.push(bracket);
      if (bracket === "{" && !this.name()) return false;
    }
  }

  private scalar(): boolean {
    if (this.next === '"') return this.string();
    SCALAR.lastIndex = this.at;
    if (!SCALAR.test(this.text)) return false;
    this.at = SCALAR.lastIndex;
    return true;
  }

  /** From the end of a value to the beginning of the next one; false also at the end of the whole. */
  private separator(): boolean {
    this.space();
    for (let bracket = this.open.at(-1); bracket !== undefined; bracket = this.open.at(-1)) {
      if (this.past(",")) return bracket === "[" || this.name();
      if (!this.past(closing[bracket])) return false;
      this.open.pop();
    }
    return false;
  }

  private name(): boolean {
    if (this.next !== '"' || !this.string()) return false;
    this.space();
    return this.past(":");
  }

  /** The reference names the opening quote when the closing one is missing, else the character at fault. */
  private string(): boolean {
    const start = this.at;
    for (this.at += 1; this.next !== '"'; this.at += 1) {
      if (this.next === "\\" ? !this.escape() : this.next < " ") {
        if (this.at >= this.text.length) this.at = start;
        return false;
      }
    }
    this.at += 1;
    return true;
  }

  /** To the last character of an escape; a faulty `\u` is named by its `u`, any other by its backslash. */
  private escape(): boolean {
    const kind = this.text.charAt(this.at + 1);
    if (kind === "") this.at += 1;
    if (kind !== "u") {
      if (kind === "" || !'"\\/bfnrt'.includes(kind)) return false;
      this.at += 1;
      return true;
    }
    this.at += 1;
    HEX_DIGITS.lastIndex = this.at + 1;
    // The reference wants something behind the digits, too, before it looks at them.
    if (!HEX_DIGITS.test(this.text) || HEX_DIGITS.lastIndex >= this.text.length) return false;
    this.at = HEX_DIGITS.lastIndex - 1;
    return true;
  }
}
