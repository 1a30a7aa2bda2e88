import { actVerbFirst } from "./acts-verb-first.js";
import { actVerbLast } from "./acts-verb-last.js";
import { piecesOf, tokensOf, withoutTimes } from "./clauses.js";
import { type Before, topicIn } from "./noun-phrases.js";
import type { FactForms } from "./fact-forms.js";
import type { Parties } from "./parties.js";
import type { Tongue } from "./tongue.js";

export type ActKind = "promise" | "offer" | "order" | "request" | "question";

/** Something that is promised or asked for. */
export interface Act {
  readonly kind: ActKind;
  readonly verb: string;
  /** As the language words a task, in lower case. */
  readonly task: string;
  /** False where a pronoun stayed of which it is not known what it stands for. */
  readonly isWhole: boolean;
  /** Asked kindly, or for the speaker: "please", "me". */
  readonly isKind: boolean;
  /** What was said of it, with its times. */
  readonly said: string;
}

/** A stretch between commas, and what is needed to understand it. */
export interface Piece {
  readonly text: string;
  readonly isQuestion: boolean;
  readonly isKind: boolean;
  /** Who is spoken to was said. */
  readonly isCalled: boolean;
  /** What the piece is said of, where that stands before it: "Karim, I'll call him". */
  readonly topic: string | undefined;
  /** A clause that depends on it follows: "..., whether it is free". */
  readonly goesOn: boolean;
  /** What was said before, the latest first. */
  readonly before: readonly Before[];
  /** Whether the sentence before is another's question. */
  readonly isAnswer: boolean;
}

export type Found = Omit<Act, "said" | "isKind"> & { readonly forMe: boolean };

interface Context {
  readonly before: readonly Before[];
  readonly isCalled: boolean;
  readonly parties: Parties;
  readonly forms: FactForms;
}

/** What is promised and asked for in a sentence. */
export function actsIn(sentence: string, tongue: Tongue, { before, isCalled, parties, forms }: Context): Act[] {
  const { speech } = tongue;
  const joined = new RegExp(` ${tongue.and} (?=(?:${speech.lexicon.I})(?![\\p{L}]))`, "iu");
  const pieces = piecesOf(sentence.replace(speech.please, " ").replace(/\s+(?=[,.?!])/g, "")).flatMap((piece) =>
    piece.split(joined),
  );
  const isQuestion = /\?["»”]?\s*$/.test(sentence);
  const acts: Act[] = [];
  const [last] = before;
  const isAnswer = last !== undefined && !last.isOwn && last.text.endsWith("?");
  const isKind = speech.please.test(sentence);
  for (const [at, whole] of pieces.entries()) {
    const earlier = pieces.slice(0, at);
    if (earlier.some((piece) => isSupposed(piece, tongue))) break;
    if (!speech.verbs.mayAct(tokensOf(whole).map(({ lower }) => lower))) continue;
    if (
      tongue.comesAgain(whole) ||
      tongue.isGone(whole) ||
      speech.always.test(whole) ||
      isUnderWay(whole, tongue) ||
      forms.isFact(whole)
    )
      continue;
    const text = speech.withoutLeads(withoutTimes(whole, tongue).trim());
    if (text === "" || speech.not.test(beforeJoint(text, tongue)) || isSupposed(text, tongue)) continue;
    const previous = earlier.at(-1);
    const topic = previous === undefined ? undefined : topicIn(speech.withoutLeads(previous), tongue);
    const following = continuationOf(pieces.slice(at + 1), tongue);
    const goesOn = following.length > 0;
    const piece = {
      text,
      isQuestion,
      isKind,
      isCalled,
      topic,
      goesOn,
      before: [...earlier.toReversed().map((text) => ({ text, isOwn: true })), ...before],
      isAnswer,
    };
    const act = (speech.lexicon.infinitiveLast ? actVerbLast : actVerbFirst)(piece, tongue, parties);
    if (!act) continue;
    const { forMe, ...found } = act;
    acts.push({
      ...found,
      task: [act.task, ...following].join(", "),
      isKind: isKind || forMe,
      said: [whole, ...following].join(", "),
    });
  }
  return acts;
}

/** "I'm calling about the heating": done as it is said, where no time is named. */
const isUnderWay = (piece: string, tongue: Tongue): boolean =>
  tongue.speech.calling.test(piece) && withoutTimes(piece, tongue) === piece;

/** "If it rains", "perhaps". */
const isSupposed = (piece: string, { speech }: Tongue): boolean =>
  speech.unsure.test(beforeJoint(piece, { speech }, 1));

/** What stands before a word by which another clause begins. */
export function beforeJoint(text: string, { speech }: Pick<Tongue, "speech">, from = 0): string {
  const words = text.split(" ");
  const joint = words.findIndex((word, at) => at > from && speech.joints.has(word.toLowerCase()));
  return joint < 0 ? text : words.slice(0, joint).join(" ");
}

/** The pieces that still belong to a task: "..., whether it is free". */
function continuationOf(pieces: readonly string[], { speech }: Tongue): readonly string[] {
  const end = pieces.findIndex((piece) => !speech.joints.has((piece.split(" ")[0] ?? "").toLowerCase()));
  return pieces.slice(0, Math.min(2, end < 0 ? pieces.length : end));
}
