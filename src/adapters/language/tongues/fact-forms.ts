import type { MemoryCategory } from "../../../domain/memory/memory-category.js";
import { compiled } from "../text/compiled.js";
import { capitalised, finished } from "../text/plain-text.js";
import { piecesOf, type Token, tokensOf, withoutTimes } from "./clauses.js";
import { wholeWords } from "./speech.js";
import type { Tongue } from "./tongue.js";

/** More than this is a story. */
const MOST_WORDS = 20;
const FEWEST_WORDS = 2;
/** So many words may stand before "I": "since the accident". */
const MOST_BEFORE = 5;

export interface Fact {
  readonly content: string;
  readonly category: MemoryCategory;
  /** Where no more is told than what a relative is called. */
  readonly name?: string;
}

/** Finds what lasts in what a person tells of themselves, by a language's forms for it. */
export class FactForms {
  private readonly lasting: readonly (readonly [RegExp, MemoryCategory])[];
  private readonly opening: RegExp;
  private readonly passing: RegExp;
  private readonly hedged: RegExp;
  private readonly habit: RegExp;
  /** "I do them every day" does not say what. */
  private readonly pointing: RegExp;
  private readonly kinNamed: RegExp;
  /** "Max and Anna". */
  private readonly onlyNames: RegExp;
  private readonly isNamed: RegExp;
  private readonly weekly: RegExp | undefined;
  private readonly subordinate: RegExp | undefined;
  private readonly bentMy: ReadonlyMap<string, string>;
  private readonly particle: RegExp | undefined;
  private readonly hollow: RegExp;
  private readonly without: RegExp | undefined;

  constructor(private readonly tongue: Tongue) {
    const { facts, I } = tongue.speech.lexicon;
    const { my, kin } = facts;
    // A name begins with a capital, whatever the case of the rest.
    const filled = (pattern: string): string =>
      pattern
        .replaceAll("{kin}", kin)
        .replaceAll("{my}", my)
        .replaceAll("{job}", facts.jobs)
        .replaceAll("\\p{Lu}", "(?-i:\\p{Lu})");
    this.lasting = facts.lasting.map(([pattern, category]) => [
      new RegExp(String.raw`^(?:${filled(pattern)})$`, "iu"),
      category,
    ]);
    this.opening = new RegExp(String.raw`^(?:${facts.openings})(?![\p{L}'’])[\s,]*`, "iu");
    this.passing = wholeWords(facts.passing);
    this.hedged = wholeWords(facts.hedges);
    this.habit = wholeWords(facts.habits);
    this.particle =
      facts.particles === undefined ? undefined : new RegExp(String.raw`(?<=\S )(?:${facts.particles}) (?=\S)`, "giu");
    this.hollow = new RegExp(`^(?:${facts.hollow})[.]?$`, "iu");
    this.without = facts.filled === undefined ? undefined : new RegExp(String.raw`(?:^| )(?:${facts.without})$`, "u");
    const name = String.raw`(?:(?:der|die|le|la|o|a|il|el) )?\p{Lu}\p{Ll}+`;
    this.onlyNames = new RegExp(`^${name}(?: ${tongue.and} ${name})?$`, "u");
    this.isNamed = new RegExp(String.raw`^(?:der|die|das|dat|qui|que|che) (?:${facts.isNamed}) \p{Lu}`, "u");
    this.weekly = facts.weekly === undefined ? undefined : wholeWords(facts.weekly);
    const things = [...tongue.speech.pronouns.keys()].join("|");
    this.pointing = new RegExp(String.raw`^(?:(?:${I}) )?(?:${things}) (?:${facts.habits})(?!\p{L})`, "iu");
    this.bentMy = new Map((facts.bentMy ?? "").split(" ").map((pair) => pair.split("=") as [string, string]));
    const bent = [...this.bentMy.keys()].filter(Boolean);
    this.kinNamed = new RegExp(
      String.raw`(?<![\p{L}])(?<my>${[my, ...bent].join("|")}) (?<kin>${kin}),? (?<name>\p{L}+)`,
      "giu",
    );
    const subject = String.raw`(?:${I})(?!\p{L})|${my} ${kin}(?: \p{Lu}\p{Ll}+(?= ))?`;
    this.subordinate =
      facts.subordinate === undefined
        ? undefined
        : new RegExp(`^(?<subject>${subject}) (?<rest>.+) (?<verb>\\p{L}+)$`, "iu");
  }

  /** To be awaited before the first use: its patterns are large. */
  async warm(): Promise<void> {
    await compiled(this.lasting.map(([pattern]) => pattern));
  }

  factsIn(sentence: string): Fact[] {
    const pieces = piecesOf(sentence);
    // What is asked is not told, but what stands before it may be: "I have a dog, is that a problem?"
    const told = sentence.endsWith("?") ? pieces.slice(0, -1) : pieces;
    const facts = told.flatMap((piece, at) => {
      // "I think, ...".
      if (this.hedged.test(told[at - 1] ?? "")) return [];
      const parts = this.factsOf(piece.replace(this.particle ?? /$^/, ""));
      return parts.flatMap((fact, i) => {
        const content = this.whole(fact.content, told[at - 1]);
        const names = i === parts.length - 1 ? this.namesAfter(told[at + 1]) : "";
        return content === undefined ? [] : [{ ...fact, content: finished(content.replace(/[.]$/, "") + names) }];
      });
    });
    return [...facts, ...this.names(sentence)];
  }

  /** Whether something that lasts is told, and nothing to do. */
  isFact(piece: string): boolean {
    return this.factIn(piece) !== undefined;
  }

  /** "I live in Bonn and work as a teacher" is two, where each part tells something that lasts. */
  private factsOf(piece: string): Fact[] {
    const { and, speech } = this.tongue;
    const [head = "", ...more] = piece.split(` ${and} `);
    const rest = more.join(` ${and} `);
    const [I = ""] = speech.lexicon.I.split("|");
    const first = rest === "" ? undefined : this.factIn(head);
    const others = first === undefined ? [] : this.factsOf(rest);
    const ofI =
      first !== undefined && others.length === 0 && speech.lexicon.needsI ? this.factsOf(`${I} ${rest}`) : others;
    if (first !== undefined && ofI.length > 0) return [first, ...ofI];
    const fact = this.factIn(piece);
    return fact ? [fact] : [];
  }

  /** "No nuts, I'm allergic": to nuts. Undefined for what says nothing by itself. */
  private whole(content: string, before: string | undefined): string | undefined {
    if (!this.hollow.test(content)) return content;
    const thing = this.without?.exec(before ?? "")?.groups?.["thing"];
    return thing === undefined ? undefined : this.tongue.speech.lexicon.facts.filled?.replace("{}", thing);
  }

  /** "..., Max and Anna", "..., who is called Rex". */
  private namesAfter(piece: string | undefined): string {
    return piece !== undefined && (this.onlyNames.test(piece) || this.isNamed.test(piece)) ? `, ${piece}` : "";
  }

  private factIn(piece: string): Fact | undefined {
    if (this.hedged.test(piece)) return undefined;
    for (const read of this.readingsOf(piece)) {
      // A cheap look before the costly one.
      if (this.categoryOf(read) === undefined) continue;
      const text = this.withoutDated(read);
      const category = this.categoryOf(text);
      if (category !== undefined) return { content: finished(capitalised(text)), category };
    }
    return undefined;
  }

  private categoryOf(text: string): MemoryCategory | undefined {
    const { tongue } = this;
    const count = tokensOf(text).length;
    if (count < FEWEST_WORDS || count > MOST_WORDS || this.passing.test(text)) return undefined;
    const category = this.lasting.find(([pattern]) => pattern.test(text))?.[1];
    if (category !== undefined) return category;
    if (!this.habit.test(text) || this.pointing.test(text) || tongue.speech.not.test(text)) return undefined;
    const isHabit = (tongue.comesAgain(text) || this.weekly?.test(text) === true) && !tongue.isGone(text);
    return isHabit ? "habits" : undefined;
  }

  /** The clause as it stands; with its verb in the place that it has in a main clause; from "I" on. */
  private *readingsOf(piece: string): Generator<string> {
    const text = this.withoutOpenings(this.tongue.speech.withoutLeads(piece));
    yield text;
    const { subject, rest, verb } = this.subordinate?.exec(text)?.groups ?? {};
    if (subject !== undefined && rest !== undefined && verb !== undefined) yield `${subject} ${verb} ${rest}`;
    const tokens = tokensOf(text);
    yield* this.inverted(text, tokens);
    const at = tokens.findIndex(({ lower }) => this.tongue.speech.I.test(lower));
    const I = tokens[at];
    if (I && at > 0 && at <= MOST_BEFORE && !this.tongue.speech.others.test(text)) yield text.slice(I.from);
  }

  /** "Since then I live here" in a language that puts the verb before "I" then. */
  private *inverted(text: string, tokens: readonly Token[]): Generator<string> {
    const at = tokens.findIndex(({ lower }) => this.tongue.speech.I.test(lower));
    const [verb, I] = [tokens[at - 1], tokens[at]];
    if (this.subordinate && verb && I && at > 2 && at <= MOST_BEFORE) yield `${I.text} ${verb.text}${text.slice(I.to)}`;
  }

  /** Up to what has a time of its own: "my sister lives in London and comes on Thursday". */
  private withoutDated(text: string): string {
    if (this.weekly?.test(text) === true) return text;
    if (withoutTimes(text, this.tongue) === text) return text;
    const [head = ""] = text.split(` ${this.tongue.and} `);
    return withoutTimes(head, this.tongue) === head ? head : "";
  }

  private withoutOpenings(text: string): string {
    const rest = text.replace(this.opening, "");
    return rest === text || rest === "" ? text : this.withoutOpenings(rest);
  }

  /** "My brother Max": what he is called lasts. */
  private names(sentence: string): Fact[] {
    return Array.from(sentence.matchAll(this.kinNamed)).flatMap(({ groups }) => {
      const { my = "", kin = "", name = "" } = groups ?? {};
      if (!/^\p{Lu}\p{Ll}+$/u.test(name) || this.tongue.isFunctionWord(name.toLowerCase())) return [];
      const whose = this.bentMy.get(my.toLowerCase()) ?? my.toLowerCase();
      const [before = "", between = "", after = ""] = this.tongue.speech.lexicon.facts.named.split("{}");
      return [
        { content: capitalised(`${before}${whose} ${kin}${between}${name}${after}`), category: "core" as const, name },
      ];
    });
  }
}
