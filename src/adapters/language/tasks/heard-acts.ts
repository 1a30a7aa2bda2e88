import type { Sentence } from "../text/analysis.js";
import { withoutCourtesies } from "../text/courtesies.js";
import { opened } from "../text/openings.js";
import { isJoke } from "../talk/jokes.js";
import type { People } from "../talk/people.js";
import { quotes } from "../talk/reported-speech.js";
import type { SpokenAct } from "./spoken-act.js";
import { spokenActs, STARTS } from "./spoken-acts.js";

/** It is done in being said: "could I just ask", "can I make it absolutely clear". */
const ANNOUNCING =
  /^(?:(?:and|but|so|well|now),? )*(?:can|could|may|might) I(?: just| also| again| perhaps)* (?:ask(?! (?:you|him|her|them|everyone|everybody|all of you|\p{Lu}\p{Ll}+) to\b)|say|add|stress|clarify|reiterate|emphasi[sz]e|point out|note|thank|come in|come back|press|(?:make (?:it|this|that|myself) |be )(?:\p{Ll}+ )?clear)\b/iu;

/** A sentence, and what its speaker does by it. */
export interface HeardSentence {
  readonly sentence: Sentence;
  /** Its words without what only opens it. */
  readonly said: string;
  readonly acts: readonly SpokenAct[];
}

/** Every sentence in order with what is asked, offered and promised in it in earnest, by its own speaker. */
export function* heardActs(sentences: readonly Sentence[], people: People): Generator<HeardSentence> {
  const isMemo = people.count === 1 && sentences[0]?.speaker.isUser === true;
  let quoted: Sentence | undefined;
  let playedAt = -Infinity;
  let readOut = { turn: -1, isOpen: false };
  for (const sentence of sentences) {
    const said = withoutCourtesies(opened(sentence));
    const goesOn = quoted?.turn === sentence.turn;
    quoted = quotes(said, STARTS) ? sentence : undefined;
    const marks = sentence.text.match(/["“”]/g)?.length ?? 0;
    const wasOpen = readOut.turn === sentence.turn && readOut.isOpen;
    readOut = { turn: sentence.turn, isOpen: wasOpen !== (marks % 2 === 1) };
    const isReadOut = wasOpen || /^["“]/.test(sentence.text);
    const isNone = goesOn || isReadOut || ANNOUNCING.test(said) || isJoke(sentence, sentences);
    const acts = isNone ? [] : spokenActs(sentence, said, isMemo);
    if (PLAY.test(sentence.text)) playedAt = sentence.turn;
    const isPlayed = sentence.turn - playedAt <= PLAYED_FOR;
    const inEarnest = isPlayed ? [] : acts.filter(({ before }) => !isQuoted(before));
    yield { sentence, said, acts: inEarnest.filter(({ name }) => name === undefined || people.isName(name, sentence)) };
  }
}

/** Children at play, and people who rehearse. */
const PLAY =
  /\b(?:pretend (?:that |to be )?(?:I|we|you|he|she|it|this|that)|you be the \p{Ll}+|I'll be the (?!one\b|first\b|last\b|judge\b|same\b)\p{Ll}+|I(?:'m| am) the (?:captain|pirate|king|queen|doctor|teacher|baddie|goodie|shopkeeper|robber|dragon)|walk the plank|let's play|from the top)\b/iu;
/** In turns. */
const PLAYED_FOR = 6;

/** Whether what follows these words stands within a quotation. */
const isQuoted = (before: string): boolean => (before.match(/["“”]/g)?.length ?? 0) % 2 === 1;
