import type { Sentence } from "../text/analysis.js";
import { antecedentsOf, type Company, withAntecedent } from "./antecedents.js";
import { withoutOpening } from "../text/disfluencies.js";
import type { MentionClassifier } from "./mention-classifier.js";
import type { People } from "../talk/people.js";
import { capitalised } from "../text/plain-text.js";
import { addressed, possessiveOf } from "../talk/pronouns.js";
import type { SpeechAct } from "../talk/speech-acts.js";
import type { Speaker } from "../text/utterances.js";
import { stopWords, wordsOf } from "../text/words.js";

/** Who is to act. */
export interface Owner {
  readonly isUser: boolean;
  /** Undefined where nobody in particular is. */
  readonly label: string | undefined;
}

export interface Wording {
  readonly sentence: Sentence;
  readonly sentences: readonly Sentence[];
  readonly people: People;
  readonly owner: Owner;
  /** Whom "you" means, where the words of the sentence do not say. */
  readonly addressee?: Speaker | undefined;
  /** As in `Company`. */
  readonly mentioned?: MentionClassifier | undefined;
  /** What "it" stands for before anything else does: what was asked for. */
  readonly about?: readonly string[];
}

/** The act as its owner should read it, without the conversation. Undefined when who or what is meant cannot be told. */
export function worded(act: SpeechAct, { sentence, sentences, people, owner, ...known }: Wording): string | undefined {
  const ownerSpeaks = act.kind === "commitment" || act.kind === "shared" || act.kind === "note";
  const other = people.otherThan(sentence.speaker) ?? known.addressee;
  const speaker = people.labelOf(sentence.speaker);
  const addressee = calledBy(sentence) ?? (other && people.labelOf(other));
  const personal = addressed(act.imperative, { ownerSpeaks, speaker, addressee });
  return (
    personal &&
    recipientNamed(personal, act, sentence, {
      sentences,
      about: known.about ?? [],
      mentioned: known.mentioned,
      notThem: new Set([speaker, addressee]),
      whose: (possessive, { speaker: by }) => whoseOf(possessive, by, owner, people),
    })
  );
}

export function described(imperative: string, { isUser, label }: Owner): string {
  return isUser || label === undefined ? capitalised(imperative) : `${label}: ${imperative}`;
}

/** "Ana, I'll send you the budget", "Thanks, Ana.": the name that a sentence opens with. */
function calledBy({ text }: Sentence): string | undefined {
  return /^(\p{Lu}\p{Ll}+), (?=I\b|I')/u.exec(withoutOpening(text))?.[1];
}

/** "My dad", said by Nora, is "Nora's dad", and "your dad" to herself. */
function whoseOf(possessive: string, by: Speaker, owner: Owner, people: People): string | undefined {
  if (possessive !== "my" && possessive !== "your") return undefined;
  const possessor = possessive === "my" ? by : people.otherThan(by);
  const label = possessor && people.labelOf(possessor);
  return label === undefined ? undefined : label === owner.label ? "your" : possessiveOf(label);
}

/** "I promised Grace to send her the report" says who she is; else whoever was spoken of. */
function recipientNamed(
  imperative: string,
  act: SpeechAct,
  sentence: Sentence,
  {
    sentences,
    about,
    ...company
  }: Company & { readonly sentences: readonly Sentence[]; readonly about: readonly string[] },
): string | undefined {
  const { things, people } = antecedentsOf(act, sentence, sentences, company);
  const { promisedTo } = act;
  const isNamed = promisedTo !== undefined && !/^(?:him|her|them)$/i.test(promisedTo);
  const name = promisedTo?.replace(/^my /i, "your ");
  const told = isNamed && name !== undefined ? [{ name, mayBe: { him: true, her: true } }] : [];
  const several = told.length > 0 && promisedTo?.endsWith("s") === true ? promisedTo : undefined;
  return withAntecedent(imperative, {
    things: () => (several === undefined ? [...about, ...things()] : [several, ...things()]),
    people: () => [...told, ...people()],
  });
}

export function saysEnough(text: string): boolean {
  const words = wordsOf(text);
  const meaningful = words.filter((word) => !stopWords.has(word)).length;
  return meaningful >= 2 || (meaningful === 1 && words.length >= 3);
}

/** The words by which two descriptions are told to be of the same thing. */
export function keyOf(description: string): ReadonlySet<string> {
  return new Set(wordsOf(description).filter((word) => !stopWords.has(word)));
}
