import type { Sentence } from "./analysis.js";
import { withoutCourtesies } from "./courtesies.js";
import { withoutOpening } from "./disfluencies.js";
import { isJoke } from "./jokes.js";
import type { People } from "./people.js";
import { quotes } from "./reported-speech.js";
import type { SpokenAct } from "./spoken-act.js";
import { spokenActs, STARTS } from "./spoken-acts.js";

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
  let readOut = { turn: -1, isOpen: false };
  for (const sentence of sentences) {
    const said = withoutCourtesies(withoutOpening(sentence.text));
    const goesOn = quoted?.turn === sentence.turn;
    quoted = quotes(said, STARTS) ? sentence : undefined;
    const marks = sentence.text.match(/["“”]/g)?.length ?? 0;
    const wasOpen = readOut.turn === sentence.turn && readOut.isOpen;
    readOut = { turn: sentence.turn, isOpen: wasOpen !== (marks % 2 === 1) };
    const isReadOut = wasOpen || /^["“]/.test(sentence.text);
    const acts = goesOn || isReadOut || isJoke(sentence, sentences) ? [] : spokenActs(sentence, said, isMemo);
    yield { sentence, said, acts: acts.filter(({ name }) => name === undefined || people.isName(name, sentence)) };
  }
}
