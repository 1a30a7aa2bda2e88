import type { KeptConversation } from "../bench/language/conversations.js";
import { analyse, type Sentence } from "../src/adapters/language/text/analysis.js";
import { Tagger } from "../src/adapters/language/text/tagger.js";
import { Transcript } from "../src/domain/transcript.js";
import type { SummaryContext } from "../src/ports/driven/summariser.js";

/** In seconds: how long each turn is taken to last. */
const TURN = 5;
const tagger = new Tagger();

/** A conversation as the built-in summariser reads it. */
export async function heard({ id, segments, userName, startedAt, timeZone }: KeptConversation): Promise<{
  readonly transcript: Transcript;
  readonly sentences: readonly Sentence[];
  readonly context: SummaryContext;
}> {
  const context = {
    userId: "trainer",
    startedAt: new Date(startedAt),
    timeZone,
    language: "en",
    textSource: null,
    userName,
  };
  const lines = segments.map((line, i) => ({ ...line, start: i * TURN, end: (i + 1) * TURN }));
  const transcript = Transcript.create(id, lines);
  const { sentences } = await analyse(transcript, context, tagger);
  return { transcript, sentences, context };
}
