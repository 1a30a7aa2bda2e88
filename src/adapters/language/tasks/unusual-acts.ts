import type { Sentence } from "../text/analysis.js";
import { BARE_NAME, imperativeOf } from "../talk/speech-acts.js";
import { order, plainly, type SpokenAct } from "./spoken-act.js";
import { isBodily } from "../talk/task-verbs.js";

/** What nobody does by deciding to. */
const STATE =
  /^(?:not|be|seem|mean|know|think|suppose|guess|bet|believe|hope|wish|want|need|like|love|hate|admit|die|see you|say|never|always|probably|have to|be able|you|it|that|this|them|he|she|they|we|there|who|what|why|how|thank|let's)\b|^let (?:you|me|us|him|her|them) (?:know|see|think)$|^get (?:the|that) (?:door|phone|bell|lights?|bill)$/i;
const FEWEST_WORDS = 2;
const MOST_WORDS = 24;

/** An act by whatever verb, which only the words around it can tell to be more than talk. */
export function unusual(act: SpokenAct): SpokenAct | undefined {
  const { imperative, kind } = act;
  const length = imperative.split(" ").length;
  if (kind === "shared" || kind === "note" || length < FEWEST_WORDS || length > MOST_WORDS) return undefined;
  if (!/^\p{Ll}/u.test(imperative) || STATE.test(imperative) || isBodily(imperative)) return undefined;
  return { ...act, needs: "nothing", isUnusual: true };
}

/** "Start him on the lower dose tonight": a sentence that begins with a bare verb. */
export function unusualOrder(text: string, { tokens }: Sentence): SpokenAct | undefined {
  if (text.endsWith("?") || BARE_NAME.test(text)) return undefined;
  const [, called = ""] = /^(?:and |then |so )?\p{Lu}\p{Ll}+, (?=\p{Ll})(.+)$/u.exec(text) ?? [];
  const said = called === "" ? text : called;
  const first = /^\p{L}+/u.exec(said)?.[0].toLowerCase();
  const verb = tokens.find(({ lower }) => lower === first);
  if (verb?.pos !== "VERB" || verb.lemma !== verb.lower) return undefined;
  return unusual({ ...plainly, ...order(imperativeOf(said)), own: said });
}
