import type { MemoryCategory } from "../../../domain/memory/memory-category.js";
import type { VerbLexicon } from "./verbs.js";

/**
 * How a language promises, asks, and tells of oneself. What is called a pattern matches whole words in any case, what is
 * called words is parted by spaces.
 */
export interface SpeechLexicon {
  readonly verbs: VerbLexicon;
  /** "Die Rechnung schicken", not "Send the bill". */
  readonly infinitiveLast: boolean;
  /** Words that may open a sentence without saying anything: "and", "so", "well", "please". */
  readonly leads: string;
  /** Words that can be left out anywhere in a task: "just", "then". */
  readonly fillers: string;
  /** A pattern: "I". */
  readonly I: string;
  /** Whether "I" must be said. */
  readonly needsI: boolean;
  /** A pattern: "you" as who acts. */
  readonly you: string;
  /** A pattern: what a clause about others or other things begins with. */
  readonly others: string;
  /** Patterns of what goes before an infinitive. */
  readonly will: string;
  readonly must: string;
  /** "Go and", before another infinitive. */
  readonly go: string;
  /** "{}", where a person is what something is done to: "llamar a Ana". */
  readonly personal: string;
  /** Of these what asks though it is no question. */
  readonly mustYou: string;
  readonly canYou: string;
  /** "Can", where it stands apart from "I". */
  readonly can: string;
  readonly shallI: string;
  /** What one is asked kindly with. */
  readonly please: string;
  readonly not: string;
  /** What makes a promise none: "perhaps", "if", "he said". */
  readonly unsure: string;
  /** "I'm calling about": what is being done. */
  readonly calling: string;
  readonly always: string;
  /** What a reply opens with. */
  readonly yes: string;
  readonly no: string;
  /** Words for who speaks, and who is spoken to, as what an act is done to: "me", "you". */
  readonly me: string;
  /** Of them what means several. */
  readonly us: string;
  readonly toYou: string;
  /** "To {}" */
  readonly toward: string;
  /**
   * Words for what was spoken of, with what stands before it where it is named: "it", "the". "dem=den" where that has
   * another form when something is done to it.
   */
  readonly pronouns: readonly (readonly [pronoun: string, determiners: string])[];
  /** Further words that stand with the pronouns beside the verb and are dropped with it. */
  readonly clitics: string;
  /** A pattern of pronouns put to an infinitive or an order: "mandar(lo)". */
  readonly enclitics?: string;
  /** What is left of an infinitive that something is put to, made whole: "mandar" to "mandare". */
  readonly wholeInfinitive?: (bent: string) => string;
  /** A pronoun put to an infinitive; where it is left out it goes before: "l'appeler". */
  readonly withPronoun?: (infinitive: string, pronoun: string) => string;
  /** What one does about something, as an infinitive; where that stands last, the word for oneself alone. */
  readonly oneself: (infinitive: string) => string;
  /** Where a task goes on after a comma, and after which an infinitive that stands last cannot stand. */
  readonly joints: string;
  /** Where an infinitive stands last: before which words it stands nevertheless, for no comma parts them. */
  readonly clauses?: string;
  /** "My" and "your": forms of mine, of yours, and of somebody else's, in the same order. */
  readonly mine: string;
  readonly yours: string;
  readonly theirs: string;
  /** What leads to a time: "by". A pattern. */
  readonly till: string;
  readonly facts: FactLexicon;
  readonly meetings: MeetingLexicon;
}

/** What lasts of what one tells of oneself. */
export interface FactLexicon {
  /** "I" in a clause whose verb stands last: "dass ich ... bin". A pattern; absent where verbs stay where they are. */
  readonly subordinate?: string;
  /** What an own clause begins with before what is told: "since", "you know that". */
  readonly openings: string;
  /** Patterns of whole clauses about oneself, from their beginning. {kin} are relatives, {my} is "my". */
  readonly lasting: readonly (readonly [pattern: string, category: MemoryCategory])[];
  /** A pattern of what people are by trade, as {job} in the patterns above. */
  readonly jobs: string;
  /** A weekday that comes again, where the language of times does not tell. */
  readonly weekly?: string;
  /** With a day that comes again these are habits: "I have", "I play". A pattern. */
  readonly habits: string;
  readonly kin: string;
  readonly my: string;
  /** Other forms of "my" with the one that a sentence begins with: "meinem=mein". */
  readonly bentMy?: string;
  /** A pattern: "is called". */
  readonly isNamed: string;
  /** "{} is called {}". */
  readonly named: string;
  /** What colours a sentence and tells nothing: "ja", "doch". A pattern. */
  readonly particles?: string;
  /** A pattern of whole clauses that tell nothing without what goes before: "I'm allergic". */
  readonly hollow: string;
  /** A pattern of what goes before it, with its group "thing", and both in one: "no nuts" and "I'm allergic to {}". */
  readonly without?: string;
  readonly filled?: string;
  /** What passes, or nobody can tell from the clause alone: "today", "just now", "ill", "it". */
  readonly passing: string;
  /** What one does not stand for: "I think", "would". */
  readonly hedges: string;
}

/** What people say when they agree to meet. */
export interface MeetingLexicon {
  /** "We meet", "come over". */
  readonly meet: string;
  /** "Meeting with {}". */
  readonly meeting: string;
  /** "We leave", "we set off". */
  readonly leave: string;
  readonly departure: string;
  /** "The electrician comes". */
  readonly come: string;
  /** What leaves in the morning where no half of the day is named. */
  readonly ride: string;
  /** Occasions and places of the evening. */
  readonly evening: string;
  /** What makes a time the end of something: "by", "until". */
  readonly until: string;
  /** What corrects or settles a time: "let's say". */
  readonly settle: string;
}
