import type { SpeechLexicon } from "./speech-lexicon.js";
import { Verbs } from "./verbs.js";

/** Matches whole words, in any case. */
export const wholeWords = (pattern: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${pattern})(?![\p{L}\p{N}])`, "iu");

/** Matches what a text opens with, and the signs after it. */
const opening = (pattern: string): RegExp => new RegExp(String.raw`^(?:${pattern})(?![\p{L}\p{N}'’-])[\s,!.:…]*`, "iu");

export const listed = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/).filter(Boolean));

const alternatives = (words: string): string => words.trim().split(/\s+/).join("|");

/** How a language promises and asks, ready to be read by. */
export class Speech {
  readonly verbs: Verbs;
  readonly I: RegExp;
  readonly you: RegExp;
  readonly others: RegExp;
  readonly will: RegExp;
  readonly must: RegExp;
  readonly go: RegExp;
  readonly mustYou: RegExp;
  readonly canYou: RegExp;
  readonly can: RegExp | undefined;
  readonly shallI: RegExp;
  readonly please: RegExp;
  readonly not: RegExp;
  readonly unsure: RegExp;
  readonly calling: RegExp;
  readonly always: RegExp;
  readonly yes: RegExp;
  readonly no: RegExp;
  readonly till: RegExp;
  readonly me: ReadonlySet<string>;
  readonly us: ReadonlySet<string>;
  readonly toYou: ReadonlySet<string>;
  readonly clitics: ReadonlySet<string>;
  readonly joints: ReadonlySet<string>;
  readonly clauses: ReadonlySet<string>;
  readonly enclitics: RegExp | undefined;
  readonly pronouns: ReadonlyMap<string, string>;
  private readonly leads: RegExp;
  private readonly filler: RegExp;
  private readonly firstFiller: RegExp;

  constructor(readonly lexicon: SpeechLexicon) {
    this.verbs = new Verbs(lexicon.verbs);
    this.I = new RegExp(`^(?:${lexicon.I})$`, "iu");
    this.you = new RegExp(`^(?:${lexicon.you})$`, "iu");
    this.others = opening(lexicon.others);
    this.will = opening(lexicon.will);
    this.must = opening(lexicon.must);
    this.go = opening(lexicon.go);
    this.mustYou = wholeWords(lexicon.mustYou);
    this.canYou = opening(lexicon.canYou);
    this.can = lexicon.can === "" ? undefined : new RegExp(`^(?:${lexicon.can})$`, "iu");
    this.shallI = opening(lexicon.shallI);
    this.please = new RegExp(String.raw`,?\s*(?<![\p{L}\p{N}])(?:${lexicon.please})(?![\p{L}\p{N}]),?`, "iu");
    this.not = wholeWords(lexicon.not);
    this.unsure = wholeWords(lexicon.unsure);
    this.calling = wholeWords(lexicon.calling);
    this.always = wholeWords(lexicon.always);
    this.yes = opening(lexicon.yes);
    this.no = opening(lexicon.no);
    this.till = new RegExp(`^(?:${lexicon.till})$`, "iu");
    this.me = listed(lexicon.me);
    this.us = listed(lexicon.us);
    this.toYou = listed(lexicon.toYou);
    this.clitics = listed(lexicon.clitics);
    this.joints = listed(lexicon.joints);
    this.clauses = listed(lexicon.clauses ?? "");
    this.enclitics = lexicon.enclitics === undefined ? undefined : new RegExp(`^(?:${lexicon.enclitics})$`, "iu");
    this.pronouns = new Map(lexicon.pronouns);
    this.leads = opening(alternatives(lexicon.leads));
    this.firstFiller = opening(alternatives(lexicon.fillers));
    this.filler = new RegExp(
      String.raw`(?<![\p{L}\p{N}])(?:${alternatives(lexicon.fillers)})(?![\p{L}\p{N}'’-])\s*`,
      "giu",
    );
  }

  /** What is left of a request behind "can you"; undefined where nothing is asked: "you can also pay by card". */
  askedIn(text: string, isAsking: boolean): string | undefined {
    const rest = text.replace(this.canYou, "");
    if (rest === text) return undefined;
    return isAsking || this.mustYou.test(text.slice(0, text.length - rest.length)) ? rest : undefined;
  }

  /** Without what opens a clause and says nothing. */
  withoutLeads(text: string): string {
    const rest = text.replace(this.leads, "");
    return rest === text || rest === "" ? text : this.withoutLeads(rest);
  }

  withoutFillers(text: string): string {
    return text.replace(this.filler, "").trim();
  }

  /** Without the fillers that a text begins with. */
  withoutFirstFillers(text: string): string {
    const rest = text.trim().replace(this.firstFiller, "");
    return rest === text.trim() ? rest : this.withoutFirstFillers(rest);
  }
}
