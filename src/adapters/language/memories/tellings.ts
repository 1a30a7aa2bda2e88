import { adverbial, isAdverbial } from "../talk/adverbials.js";
import { addressedKin } from "./addressed-kin.js";
import type { Sentence } from "../text/analysis.js";
import { answered, mine } from "./answers.js";
import { isMeant, isStanding } from "../talk/earnest.js";
import { isWithoutCapitals, withCapitals } from "./capitals.js";
import { ILLNESS } from "./fact-forms.js";
import { yieldToEventLoop, isYieldDue } from "../../runtime/cooperative-yield.js";
import { kinWords } from "../talk/kin.js";
import { Kinfolk } from "./kinfolk.js";
import { mentionedKin } from "./mentioned-kin.js";
import { askedAfter, presupposed } from "./presuppositions.js";
import { statesWhat } from "./states.js";
import { touchedOn } from "./touched-on.js";
import { whole } from "./whole-tellings.js";
import { backchannel, genericWords, stopWords } from "../text/words.js";

/** A sentence in the user's mouth that stands by itself, and all the sentences it was drawn from. */
export interface Telling {
  readonly text: string;
  readonly index: number;
  readonly from: readonly Sentence[];
  readonly manner: Manner;
  /** Of a clause that is read by itself: what stands right around it in its sentence. */
  readonly around?: { readonly before: string; readonly after: string };
}

/** How something came to be told: outright, as an answer, in passing, by another, or in a clause that is read by itself. */
export type Manner = "said" | "answered" | "in passing" | "by another" | "touched on" | "in a clause";

/**
 * What is told of the user, by themselves or by others without their contradiction: answers with what was asked,
 * fragments made whole, and "she" and "Elena" as "my wife Elena". All in the first person, for one grammar to read.
 * @param spoken the sentences in which "I" is the user.
 */
export async function tellingsOf(heard: readonly Sentence[], spoken: readonly Sentence[]): Promise<Telling[]> {
  const lacksCapitals = isWithoutCapitals(heard);
  const written = (sentence: Sentence): Sentence => ({ ...sentence, text: withCapitals(sentence.text) });
  const sentences = lacksCapitals ? heard.map(written) : heard;
  const theirs = new Set(spoken.map(({ index }) => index));
  const isOwn = new Set(sentences.filter(({ index }) => theirs.has(index)));
  const kinfolk = new Kinfolk();
  const taken = new Set<Sentence>();
  const tellings: Telling[] = [];
  for (const sentence of sentences) {
    if (isYieldDue()) await yieldToEventLoop();
    const { text, index } = sentence;
    if (taken.has(sentence)) continue;
    if (!isOwn.has(sentence)) {
      for (const told of toldByOther(sentence, sentences, isOwn))
        tellings.push({ text: told, index, from: [sentence], manner: "by another" });
      kinfolk.heard(text, index);
      continue;
    }
    const asked =
      sentences[index - 1]?.speaker.key === sentence.speaker.key ? undefined : questionBefore(sentence, sentences);
    const from = asked === undefined ? [sentence] : [asked, sentence];
    if (!isStanding(sentence, sentences)) {
      kinfolk.told(text, index);
      continue;
    }
    const answers = asked && answered({ question: asked.text, answer: text, kin: kinfolk.inMind(index) });
    const named = answers === undefined ? nameAlone(sentence, kinfolk) : undefined;
    if (named !== undefined) tellings.push({ text: named, index, from, manner: "answered" });
    const said = (answers ?? [diagnosed(sentence, sentences)]).map((one) => whole(one));
    const further = continuationOf(sentence, sentences, isOwn);
    for (const more of further) taken.add(more);
    for (const mention of mentionedKin(text))
      tellings.push({ text: mention, index, from: [sentence], manner: "in passing" });
    for (const touched of answers === undefined ? touchedOn(text, isOfAnother(sentence, sentences)) : [])
      tellings.push({ text: touched, index, from: [sentence], manner: "touched on" });
    for (const passing of presupposed(text))
      tellings.push({ text: passing, index, from: [sentence], manner: "in passing" });
    for (const [i, one] of said.entries()) {
      const ends = i === said.length - 1 ? further : [];
      const long = ends.reduce((joined, more) => `${unended(joined)} ${adverbial(more.text)}.`, one);
      const read = kinfolk.told(long, index);
      tellings.push({
        text: read,
        index,
        from: [...(answers === undefined ? [sentence] : from), ...ends],
        manner: answers === undefined ? "said" : "answered",
      });
    }
  }
  const addressed = addressedKin(sentences);
  if (addressed !== undefined)
    tellings.push({
      text: addressed.text,
      index: addressed.sentence.index,
      from: [addressed.sentence],
      manner: "in passing",
    });
  return tellings;
}

const unended = (text: string): string => text.replace(/[\s.,!;]+$/u, "");

/** The last question of those who spoke right before. */
function questionBefore({ index }: Sentence, sentences: readonly Sentence[]): Sentence | undefined {
  const before = sentences[index - 1];
  if (before === undefined) return undefined;
  const earlier = sentences[index - 2];
  return [before, ...(earlier?.turn === before.turn ? [earlier] : [])].find(({ text }) => isQuestion(text));
}

const isQuestion = (text: string): boolean =>
  /(?:\?["']?|\byou (?:are|were|did|do|work)(?:\.\.\.|…))$/.test(text) ||
  /^(?:(?:and|so|but|oh|okay),? )?(?:what|where|when|how|who|which|do|does|did|are|is|have|has|can|you still|any)\b(?!.*[.!]$)/i.test(
    text,
  );

const MOST_CONTINUED = 3;

/** "I'm a paramedic." goes on with "Eight years now." */
function continuationOf(
  { index, turn, text }: Sentence,
  sentences: readonly Sentence[],
  isOwn: ReadonlySet<Sentence>,
): Sentence[] {
  if (/\?$/.test(text)) return [];
  const further = sentences.slice(index + 1, index + 1 + MOST_CONTINUED);
  const end = further.findIndex((next) => next.turn !== turn || !isOwn.has(next) || !isAdverbial(unended(next.text)));
  return end < 0 ? further : further.slice(0, end);
}

/** "A beagle. Waffles."; "Philippa? On Friday." */
function nameAlone({ text, index, tokens }: Sentence, kinfolk: Kinfolk): string | undefined {
  const kind = KIND_ALONE.exec(text)?.groups?.["kind"];
  if (kind !== undefined && kinfolk.isKind(kind.toLowerCase(), index)) return `I have a ${kind.toLowerCase()}.`;
  const name = NAME_ALONE.exec(text)?.groups?.["name"];
  const isName = name !== undefined && !isCommon(name.toLowerCase());
  const kin =
    isName && (tokens[0]?.pos === "PROPN" || kinfolk.isPetInMind(index)) ? kinfolk.isCalled(name, index) : undefined;
  return kin === undefined ? undefined : `My ${kin} is called ${name ?? ""}.`;
}

const isCommon = (word: string): boolean => stopWords.has(word) || genericWords.has(word) || backchannel.has(word);

const NAME_ALONE = /^(?<name>\p{Lu}\p{Ll}{2,})[?.!]*$/u;
const KIND_ALONE = new RegExp(String.raw`^(?:(?:she|he|it)(?:'s| is) )?an? (?<kind>${kinWords})(?:[.,!]|$)`, "iu");

const ASKED_OF_DOCTOR =
  /\b(?:you|your)\b.*\b(?:doctor|GP|specialist|consultant|tests?|results|scan|biopsy|hospital|diagnosis)\b|\bwhat did (?:the doctor|the doctors|they|the hospital) (?:say|find)\b/i;
const IT_IS = new RegExp(String.raw`^(?:(?:so|turns out|well|and),? )?it(?:'s| is) (?=(?:an? )?(?:${ILLNESS})\b)`, "i");

/** "Did you see the doctor?" – "On Monday. It's coeliac." */
function diagnosed({ text, turn, index }: Sentence, sentences: readonly Sentence[]): string {
  if (!IT_IS.test(text)) return text;
  let i = index - 1;
  while (sentences[i]?.turn === turn) i -= 1;
  return ASKED_OF_DOCTOR.test(sentences[i]?.text ?? "") ? text.replace(IT_IS, "I have ") : text;
}

/** "When are you going back to Pune?" */
const GOING_HOME =
  /\bwhen (?:are|do) you (?:go|going|fly|flying|drive|driving|head|heading|travel|travelling) (?:back|home) to (?<place>\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*)/iu;
const ABOUT_USER =
  /^(?:(?:and|so|but|well|oh|okay|since|because|now that|as),? )*you(?:'re| are) (?:still )?(?<state>[^?]+)$/i;
const DENIES =
  /^(?:(?:oh|um|well|uh|ha),? )*(?:no|nope|nah|not|actually|what|who|I'm not|I am not|I'm only|I don't|never|stop|don't)\b|^(?:\S+ ){0,2}\S+\?$/i;

const KIN = new RegExp(String.raw`\b(?:${kinWords})\b`, "iu");

/** "My dog is limping." – "It's arthritis, then.": what is said right after another was named may be theirs. */
const isOfAnother = ({ index, text }: Sentence, sentences: readonly Sentence[]): boolean =>
  !/\b(?:I|my|me)\b/i.test(text) && KIN.test(sentences[index - 1]?.text ?? "");

/** "You're self-employed", and the user does not contradict. */
function toldByOther(
  { index, text, turn }: Sentence,
  sentences: readonly Sentence[],
  isOwn: ReadonlySet<Sentence>,
): string[] {
  const home = GOING_HOME.exec(text)?.groups?.["place"];
  const states = text.split(/[,;.] /).flatMap((clause) => {
    const state = ABOUT_USER.exec(unended(clause))?.groups?.["state"];
    const isKnown = state !== undefined && OTHERS_KNOW.test(state) && (statesWhat(state) ?? 0) >= 2;
    return isKnown && !clause.endsWith("?") && isMeant(clause) ? [state] : [];
  });
  const inMouth = inUsersMouth(text);
  const told = [
    ...states.map((state) => `I'm ${mine(state)}.`),
    ...(home === undefined ? [] : [`I live in ${home}.`]),
    ...askedAfter(text),
    ...askedAfter(inMouth),
    ...(/\byou\b|\byour\b/i.test(text) ? presupposed(inMouth) : []),
  ];
  if (told.length === 0) return [];
  const reply = nextTurn(sentences, index, turn);
  return reply === undefined || !isOwn.has(reply) || DENIES.test(reply.text) ? [] : told;
}

/** The sentence after the turn that one belongs to. */
function nextTurn(sentences: readonly Sentence[], index: number, turn: number): Sentence | undefined {
  let i = index + 1;
  while (sentences[i]?.turn === turn) i += 1;
  return sentences[i];
}

/** "Your asthma", said to the user, is "my asthma" in theirs. */
const inUsersMouth = (text: string): string =>
  text
    .replace(/\b(?:my|our)\b/gi, "their")
    .replace(/\bI\b/g, "they")
    .replace(/\byour\b/gi, "my")
    .replace(/\byou\b/gi, "I");

/** What others do not say in passing. */
const OTHERS_KNOW =
  /^(?:(?:the )?(?:eldest|oldest|youngest)|self-employed|retired|married|divorced|pregnant|vegetarian|vegan|allergic|diabetic|left-handed|dyslexic|colou?r-blind|an only child|type|rhesus|RH|asthmatic|coeliac|celiac|widowed|single|engaged|expecting)\b/i;
