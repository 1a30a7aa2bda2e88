/** A pattern over folded text and its English; groups come in the order of the pattern. */
export interface Rule {
  readonly pattern: RegExp;
  /** The same whatever stands around it: it matches all that the pattern matches in any stretch of a text, and more. */
  readonly loose: RegExp;
  /** Matches somewhere in a text wherever the pattern does: a cheap look before the costly one. */
  readonly hint: RegExp;
  readonly english: (groups: readonly (string | undefined)[]) => string;
}

/** Some rules that follow each other. */
export interface RuleGroup {
  /** Matches wherever the hint of one of them does, and costs less than all of them. */
  readonly hint: RegExp;
  readonly rules: readonly Rule[];
}

/**
 * How a language speaks of times. All patterns match lower-case text without accents. In patterns `{h}` is an hour and
 * `{n}` a number, both as digits, `{one}` the language's "one", `{day}` a weekday, `{month}` a month.
 */
export interface TimeLexicon {
  /** From 1 to 31, with alternatives; then what follows as "40=forty". */
  readonly numbers: string;
  /** "One" as an article and in "at one o'clock". */
  readonly one: string;
  /** From Sunday. */
  readonly days: readonly string[];
  /** From January. */
  readonly months: readonly string[];
  readonly units: Readonly<Record<"minute" | "hour" | "day" | "week" | "month" | "quarter" | "year", string>>;
  readonly halfHour: string;
  readonly quarterHour: string;
  readonly threeQuarters: string;
  readonly hourAndHalf: string;
  /** "In" two days. */
  readonly ahead: string;
  readonly end: string;
  readonly start: string;
  readonly middle: string;
  readonly weekend: string;
  readonly before: string;
  readonly next: string;
  /** "Coming Friday": the nearest. */
  readonly coming: string;
  readonly these: string;
  readonly past: string;
  readonly every: string;
  /** Articles and prepositions that may stand within a time. */
  readonly glue: string;
  readonly parts: Readonly<Record<"morning" | "afternoon" | "evening" | "night", string>>;
  /** What is said to put a time right. */
  readonly sorry: string;
  /** Before a day of the month without its month: "the". */
  readonly dayOfMonth: string;
  /** After the number of a day: "14.", "14e". */
  readonly ordinal: string;
  readonly phrases: readonly (readonly [pattern: string, english: string])[];
  /** Times of day: a pattern, and which of its groups are the hour and the minutes, negative where they are to come off. */
  readonly clocks: readonly (readonly [pattern: string, clock: Clock])[];
}

/** From the numbers of a pattern to hour and minute. */
export type Clock = (...numbers: number[]) => readonly [hour: number, minute: number];

/** Patterns of clocks that most languages have: {h}, {h}:{n}. */
export const past: Clock = (hour, minute = 0) => [hour, minute];
export const minutesFirst: Clock = (minute, hour = 0) => [hour, minute];
export const to: Clock = (minute, hour = 0) => before(hour, minute);
export const less: Clock = (hour, minute = 0) => before(hour, minute);
export const plus =
  (minutes: number): Clock =>
  (hour) =>
    minutes < 0 ? before(hour, -minutes) : [hour, minutes];
/** "Five to half eight". */
export const aroundHalf =
  (sign: 1 | -1): Clock =>
  (minutes, hour = 0) =>
    before(hour, 30 + sign * minutes);

function before(hour: number, minutes: number): readonly [number, number] {
  const earlier = hour - 1;
  return [earlier === 0 ? 12 : earlier < 0 ? 23 : earlier, 60 - minutes];
}

const ENGLISH_DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
// prettier-ignore
const ENGLISH_MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

const [OPEN, CLOSE] = ["\u27e6", "\u27e7"];
const TRANSLATED = `${OPEN}[^${CLOSE}]*${CLOSE}`;

/** With what is nested in it, two deep. */
const LOOKAROUND = /\(\?<?[=!](?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;

const GROUP = /(?<!\\)\((?!\?)/g;
/** Words that may stand before what a pattern is about, and tell nothing by themselves: "(?:um |gegen )?". */
const LEAD = /^(?:\(\?:(?:[^()|]* \|)*[^()|]* \)\?)+/;

export function rulesOf(times: TimeLexicon): { rules: readonly RuleGroup[]; numbers: ReadonlyMap<string, string> } {
  const numbers = numbersIn(times.numbers);
  const { units, glue, next, these, coming, parts } = times;
  const any = (patterns: readonly string[]): string => `(${patterns.join("|")})`;
  const dayPattern = any(times.days);
  const monthPattern = any(times.months);
  const unitNames = Object.keys(units) as (keyof typeof units)[];
  const spanNames = ["week", "month", "quarter", "year"] as const;
  const spans = `(${spanNames.map((name) => units[name]).join("|")}|${times.months.join("|")})`;
  // Bounded, for some of these words begin with others.
  const small = `(?:(?:${glue}) ?){0,3}`;
  const namer = (patterns: readonly string[], names: readonly string[]): ((word?: string) => string) => {
    const whole = patterns.map((pattern) => new RegExp(`^(?:${pattern})$`));
    return (word = "") => names[whole.findIndex((pattern) => pattern.test(word))] ?? word;
  };
  const day = namer(times.days, ENGLISH_DAYS);
  const month = namer(times.months, ENGLISH_MONTHS);
  const unit = namer([...unitNames.map((name) => units[name]), ...times.months], [...unitNames, ...ENGLISH_MONTHS]);
  const part = namer(Object.values(parts), Object.keys(parts));
  const anyPart = any(Object.values(parts));
  const nearness = (said: string): string =>
    new RegExp(`\\b(?:${coming})\\b`).test(said) ? "" : new RegExp(`\\b(?:${next})\\b`).test(said) ? "next " : "";
  const source = (pattern: string): string =>
    pattern
      .replaceAll("{h}", `(\\d{1,2}|${times.one})`)
      .replaceAll("{n}", "(\\d{1,3})")
      .replaceAll("{one}", `(?:${times.one})`)
      .replaceAll("{day}", dayPattern)
      .replaceAll("{month}", monthPattern);
  const rule = (pattern: string, english: Rule["english"], core = pattern): Rule => {
    const loose = source(pattern).replace(LOOKAROUND, "");
    return {
      pattern: new RegExp(`${TRANSLATED}|(?<!\\w|\\d[.:])(?:${source(pattern)})(?!\\w)`, "g"),
      loose: new RegExp(`(?<!\\w)(?:${loose})(?!\\w)`, "g"),
      hint: new RegExp(source(core).replace(LOOKAROUND, "").replace(GROUP, "(?:").replace(LEAD, "")),
      english,
    };
  };
  const numeral = (word = "1"): number => (/^\d+$/.test(word) ? Number(word) : 1);
  const spanned =
    (which: string): Rule["english"] =>
    ([said = "", span]) =>
      `by the ${which} of ${nearness(said)}${unit(span)}`;

  const rules = [
    rule(`(?:${times.past})`, () => "~"),
    rule(`(?:${times.every})`, () => "~"),
    ...times.phrases.map(([pattern, english]) =>
      rule(pattern, (groups) =>
        english.replace("{day}", () => day(groups.find((group, i) => i > 0 && group !== undefined))),
      ),
    ),
    rule(
      `(?:(${times.before}) )?${small}(?:(?:${next}|${these}|${coming}) )?(?:${times.weekend})(?: (?:${next}|${coming}))?`,
      ([said = "", early]) => `${early ? "before " : "over "}${nearness(said) || "the "}weekend`,
    ),
    rule(
      `(?:${times.end}) ${small}(?:(?:${next}|${these}|${coming}) )?${spans}(?: (?:${next}|${coming}))?`,
      spanned("end"),
    ),
    rule(
      `(?:${times.start}) ${small}(?:(?:${next}|${these}|${coming}) )?${spans}(?: (?:${next}|${coming}))?`,
      spanned("start"),
    ),
    rule(
      `(?:${times.middle}) ?${small}(?:(?:${next}|${these}|${coming}) )?${spans}(?: (?:${next}|${coming}))?`,
      spanned("middle"),
    ),
    rule(`(?:${times.ahead}) (?:${times.halfHour})`, () => "in 30 minutes"),
    rule(`(?:${times.ahead}) (?:${times.threeQuarters})`, () => "in 45 minutes"),
    rule(`(?:${times.ahead}) (?:${times.quarterHour})`, () => "in 15 minutes"),
    rule(`(?:${times.ahead}) (?:${times.hourAndHalf})`, () => "in 90 minutes"),
    rule(
      `{day}(?:${times.parts.morning})? (?:${times.ahead}) {one} (?:${units.week})`,
      ([, named]) => `a week from ${day(named)}`,
    ),
    rule(
      `(?:${times.ahead}) {h} (${unitNames.map((name) => units[name]).join("|")})`,
      ([, count, of]) => `in ${numeral(count)} ${unit(of)}${numeral(count) > 1 ? "s" : ""}`,
    ),
    rule(
      `(?:${these}|${coming}) (?:${units.week})|(?:${units.week}) (?:${coming}\\b)`,
      ([said = ""]) => `${nearness(said) || (new RegExp(`\\b(?:${coming})\\b`).test(said) ? "next " : "this ")}week`,
    ),
    rule(
      `(?:${next}|${coming}) (?:${units.week}),? ${small}{day}|{day},? ${small}(?:${next}|${coming}) (?:${units.week})|{day},? ${small}(?:${units.week}) (?:${next}|${coming})`,
      ([, a, b, c]) => `on next ${day(a ?? b ?? c)}`,
    ),
    rule(
      `(?:${next}) (${spanNames.map((name) => units[name]).join("|")})|(${spanNames.map((name) => units[name]).join("|")}) (?:${next}|${coming})`,
      ([, a, b]) => `next ${unit(a ?? b)}`,
    ),
    rule(`(?:${these}) (${units.month}|${units.quarter}|${units.year})`, ([, of]) => `this ${unit(of)}`),
    rule(
      `(\\d{1,2})/(\\d{1,2})(?:/(\\d{4}))?|(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})?`,
      ([, a, b, c, d, e, f]) => `on ${a ?? d ?? ""} ${ENGLISH_MONTHS[Number(b ?? e) - 1] ?? ""} ${c ?? f ?? ""}`,
    ),
    rule(
      `(?:{day},? )?${small}(\\d{1,2}|${times.one})(?:${times.ordinal})? ${small}{month}(?: ${small}(\\d{4}))?`,
      ([, , date, of, year]) => `on ${numeral(date)} ${month(of)}${year === undefined ? "" : ` ${year}`}`,
    ),
    ...times.clocks.map(([pattern, clock]) =>
      rule(
        `(?:(${anyPart.slice(1, -1)}) )?(?:${pattern})(?:,? (${anyPart.slice(1, -1)}))?`,
        (groups) => {
          const [before, ...rest] = groups.slice(1);
          const after = rest.pop();
          const [hour, minute] = clock(...rest.filter((group) => group !== undefined).map(numeral));
          const of = part(after ?? before);
          const half =
            after === undefined && before === undefined
              ? ""
              : ` ${hour >= 12 || of === "afternoon" || of === "evening" || (of === "night" && hour > 4) ? "p.m." : "a.m."}`;
          return hour > 24 || minute > 59
            ? "~"
            : `at ${hour}:${String(minute).padStart(2, "0")}${hour > 12 ? "" : half}`;
        },
        pattern,
      ),
    ),
    rule(
      `{day},? (?:${times.glue}|${times.dayOfMonth})? ?(\\d{1,2})(?:${times.ordinal})?`,
      ([, named, date]) => `on ${day(named)} the ${date ?? ""}th`,
    ),
    rule(
      `(?:${times.dayOfMonth}) (\\d{1,2})(?:${times.ordinal})?(?! ?[%€$:/]| (?!${times.glue}|${times.one}|um|y|e|et|und|en|a|o|ou|om)[a-z])`,
      ([, date]) => `on the ${date ?? ""}th`,
    ),
    rule(
      `(?:(?:${next}|${these}|${coming}) )?{day}(?: (?:${next}|${coming}))?(?:,? ?(${anyPart.slice(1, -1)}))?`,
      ([said = "", named, of]) => `on ${nearness(said)}${day(named)}${of === undefined ? "" : ` ${part(of)}`}`,
    ),
    rule(`(?<=[,.;:–-] ?)(?:(?:${times.sorry})[ ,]{0,3}){1,3}(?=[ ,]|$)`, () => "sorry"),
  ];
  return { rules: grouped(rules), numbers };
}

function numbersIn(list: string): ReadonlyMap<string, string> {
  const numbers = new Map<string, string>();
  list.split(",").forEach((entry, i) => {
    const [value, words = entry] = entry.includes("=") ? entry.split("=") : [String(i + 1), entry];
    for (const word of words.split("|")) if (i > 0) numbers.set(word.trim(), (value ?? "").trim());
  });
  return numbers;
}

/** One of the language's patterns of times, in folded text. */
export function timePattern(pattern: string, { one }: TimeLexicon): RegExp {
  return new RegExp(`(?<!\\w)(?:${pattern.replaceAll("{h}", `(?:\\d{1,2}|${one}|[a-z]+)`)})(?!\\w)`);
}

/** Longest first, so that "twenty-one" is not "twenty". */
const patternOf = (numbers: ReadonlyMap<string, string>): RegExp =>
  new RegExp(`(?<![\\w-])(?:${[...numbers.keys()].sort((a, b) => b.length - a.length).join("|")})(?![\\w])`, "g");

const patterns = new WeakMap<ReadonlyMap<string, string>, RegExp>();

/** Lower case, without accents, with straight apostrophes. */
export const folded = (text: string): string =>
  isPlain(text)
    ? text.toLowerCase()
    : text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss").replaceAll("’", "'");

const isPlain = (text: string): boolean => /^[ -~]*$/.test(text);

/** Folded, with numbers as digits. */
function withDigits(text: string, numbers: ReadonlyMap<string, string>): string {
  const number = patterns.get(numbers) ?? patternOf(numbers);
  patterns.set(numbers, number);
  return folded(text).replace(number, (word) => numbers.get(word) ?? word);
}

/** So many rules together are quickly looked for, and compiled without holding others up. */
const RULES_A_GROUP = 8;

function grouped(rules: readonly Rule[]): readonly RuleGroup[] {
  const groups: RuleGroup[] = [];
  for (let at = 0; at < rules.length; at += RULES_A_GROUP) {
    const some = rules.slice(at, at + RULES_A_GROUP);
    groups.push({ hint: new RegExp(some.map(({ hint }) => hint.source).join("|")), rules: some });
  }
  return groups;
}

const WORD = /\w+/g;

/** A text made ready to be looked through for times: folded, its numbers as digits, and the rules that may match in it. */
export interface Prepared {
  readonly mixed: string;
  readonly rules: readonly Rule[];
}

export function prepared(text: string, groups: readonly RuleGroup[], numbers: ReadonlyMap<string, string>): Prepared {
  const mixed = withDigits(text, numbers);
  return {
    mixed,
    rules: groups.flatMap(({ hint, rules }) => (hint.test(mixed) ? rules.filter((rule) => rule.hint.test(mixed)) : [])),
  };
}

/** The words of a text, folded, that may be of a time in any stretch of it; numbers may always. */
export function timeWords({ mixed, rules }: Prepared): Set<string> {
  const words = new Set<string>();
  for (const { loose } of rules) {
    loose.lastIndex = 0;
    for (let found = loose.exec(mixed); found; found = loose.exec(mixed)) {
      for (const [word] of found[0].matchAll(WORD)) words.add(word);
      // Times may overlap, of which another stretch has only the later.
      loose.lastIndex = found.index + 1;
    }
  }
  return words;
}

/** All words that numbers are put together of. */
export const numberWords = (numbers: ReadonlyMap<string, string>): ReadonlySet<string> =>
  new Set([...numbers.keys()].flatMap((number) => number.match(WORD) ?? []));

export function translated({ mixed: text, rules }: Prepared): string {
  let mixed = text;
  for (const { pattern, english } of rules) {
    mixed = mixed.replace(pattern, (said: string, ...rest: unknown[]) => {
      if (said.startsWith(OPEN)) return said;
      const groups = rest.filter((group) => group === undefined || typeof group === "string").slice(0, -1);
      return OPEN + english([said, ...groups]) + CLOSE;
    });
  }
  return onlyEnglish(mixed);
}

const PARTS = new RegExp(`(${TRANSLATED})`);

/** What is not translated shrinks to a mark, which keeps times apart that did not stand together. */
function onlyEnglish(mixed: string): string {
  return mixed
    .split(PARTS)
    .map((piece) => (piece.startsWith(OPEN) ? piece.slice(1, -1) : piece.replace(/[^\s,.;:?!–-]+/g, "~")))
    .join("")
    .replace(/~(?:[\s-]*~)+/g, "~");
}
