import { folded } from "./time-phrases.js";

/** How a language's verbs are told by their endings. */
export interface Conjugation {
  /** What an infinitive of this conjugation ends with. */
  readonly ending: RegExp;
  /** What the endings are put to; without its ending where this is not told. */
  readonly stem?: (infinitive: string) => string;
  /** Alternatives, parted by "|", "-" for none: "I send", "do you send", "send". */
  readonly first: string;
  readonly second: string;
  readonly order: string;
}

/** What people do for each other or have to do. A language's verbs are data: what is not here is no task. */
export interface VerbLexicon {
  /**
   * Infinitives; "an|rufen" where the first part stands at the end of a clause; "dar=doy/das/da,dé" where the forms
   * are not those of its conjugation.
   */
  readonly tasks: string;
  /** Of them those that people are the object of: "call Ana" where others are "send to Ana". */
  readonly direct: string;
  /** Of them those by which one takes something on oneself: "sich kümmern". */
  readonly reflexive: string;
  /** Of them what is mostly done while one speaks: no task unless for a time. */
  readonly slight: string;
  /** Verbs that say little themselves: "make". */
  readonly weak: string;
  /** Verbs of saying: what "it" is with them is no thing. */
  readonly tells: string;
  readonly conjugations: readonly Conjugation[];
  /** What is put to an infinitive for what "I will" do. */
  readonly future?: { readonly ending: string; readonly stem?: (infinitive: string) => string };
  /** Parts of verbs that stand apart from them, and may be put to any of them. */
  readonly particles?: string;
}

export type Mood = "first" | "second" | "order";

const listed = (words: string): string[] => words.trim().split(/\s+/).filter(Boolean);
/** So much of a form tells it from most other words; shorter ones count whole. */
const LONGEST_BEGINNING = 5;
const BEGINNINGS = [2, 3, 4, LONGEST_BEGINNING];
const TOGETHER = /\|/;

/** Finds the infinitive of a form. */
export class Verbs {
  private readonly forms: Readonly<Record<Mood, Map<string, string>>> = {
    first: new Map(),
    second: new Map(),
    order: new Map(),
  };
  private readonly begins = new Set<string>();
  private readonly tasks = new Set<string>();
  private readonly direct: ReadonlySet<string>;
  private readonly reflexive: ReadonlySet<string>;
  private readonly slight: ReadonlySet<string>;
  private readonly weak: ReadonlySet<string>;
  private readonly tells: ReadonlySet<string>;
  private readonly particles: ReadonlySet<string>;

  constructor({ tasks, direct, reflexive, slight, weak, tells, conjugations, future, particles = "" }: VerbLexicon) {
    this.direct = new Set(listed(direct));
    this.reflexive = new Set(listed(reflexive));
    this.slight = new Set(listed(slight));
    this.weak = new Set(listed(weak));
    this.tells = new Set(listed(tells));
    this.particles = new Set(listed(particles));
    for (const entry of listed(tasks)) {
      const [whole = "", irregular = ""] = entry.split("=");
      const base = whole.split(TOGETHER).at(-1) ?? whole;
      const joined = whole.replace(TOGETHER, "");
      this.tasks.add(joined);
      this.begins.add(folded(joined).slice(0, LONGEST_BEGINNING));
      const [first, second, order] = irregular.split("/");
      const of = conjugations.find(({ ending }) => ending.test(base));
      if (!of) continue;
      const stem = of.stem?.(base) ?? base.replace(of.ending, "");
      const formed = (endings: string): string[] =>
        endings.split("|").map((ending) => stem + (ending === "-" ? "" : ending));
      this.learn("first", base, first ? first.split(",") : formed(of.first));
      this.learn("second", base, second ? second.split(",") : formed(of.second));
      this.learn("order", base, order ? order.split(",") : formed(of.order));
      if (future) this.learn("first", base, [(future.stem?.(base) ?? base) + future.ending]);
    }
  }

  /** The infinitive without a part that stands apart. */
  infinitiveOf(form: string, mood: Mood): string | undefined {
    return this.forms[mood].get(form.toLowerCase());
  }

  /** Of a form that other words were put to, which may have moved its accent: "mánda(me)". */
  infinitiveOfBent(form: string, mood: Mood): string | undefined {
    return this.infinitiveOf(form, mood) ?? this.infinitiveOf(folded(form), mood);
  }

  /** A cheap look before the costly one: whether one of the words, or what it begins with, may be a verb known here. */
  mayAct(words: readonly string[]): boolean {
    return words.some((word) => {
      const plain = folded(word);
      return BEGINNINGS.some((length) => this.begins.has(plain.slice(0, length)));
    });
  }

  isTask(infinitive: string): boolean {
    return this.tasks.has(infinitive.toLowerCase());
  }

  isParticle(word: string): boolean {
    return this.particles.has(word.toLowerCase());
  }

  /** Whether a person is what it is done to: "call". */
  takesPeople(infinitive: string): boolean {
    return this.direct.has(infinitive);
  }

  isReflexive(infinitive: string): boolean {
    return this.reflexive.has(infinitive);
  }

  /** Whether it is mostly done at once: "open". */
  isSlight(infinitive: string): boolean {
    return this.slight.has(infinitive);
  }

  /** Whether it needs a thing that is made: "make a list", but "do sports". */
  isWeak(infinitive: string): boolean {
    return this.weak.has(infinitive);
  }

  /** Whether "it" is what is said, and no thing: "I'll ask it". */
  isOfSaying(infinitive: string): boolean {
    return this.tells.has(infinitive);
  }

  private learn(mood: Mood, infinitive: string, forms: readonly string[]): void {
    for (const form of [infinitive, ...forms]) this.begins.add(folded(form).slice(0, LONGEST_BEGINNING));
    for (const form of forms) if (!this.forms[mood].has(form)) this.forms[mood].set(form, infinitive);
  }
}
