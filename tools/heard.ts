import type { KeptConversation } from "../bench/language/conversations.js";
import { People } from "../src/adapters/language/talk/people.js";
import { heardActs, type HeardSentence } from "../src/adapters/language/tasks/heard-acts.js";
import { withoutRunOns } from "../src/adapters/language/tasks/run-on-speech.js";
import { analyse, type Sentence } from "../src/adapters/language/text/analysis.js";
import { Tagger } from "../src/adapters/language/text/tagger.js";
import { Transcript } from "../src/domain/conversation/transcript.js";
import type { SummaryContext } from "../src/ports/driven/models/summariser.js";

/** What is said first: variants of one exchange begin alike, and are held out together. */
export const openingOf = ({ segments }: KeptConversation): string => segments[0]?.text ?? "";

/** Who is to do an item, by name. */
export const ownerOf = ({ owner }: KeptConversation["keep"]["actionItems"][number], user: string): string =>
  owner === "user" ? user : owner;

/** The acts of a dialogue, as the tasks of it are looked for, with all its sentences. */
export async function heardDialogue(
  conversation: KeptConversation,
): Promise<{ readonly sentences: readonly Sentence[]; readonly said: readonly HeardSentence[] }> {
  const { sentences: whole } = await heard(conversation);
  const people = new People(whole);
  const sentences = withoutRunOns(whole, people.labels());
  return { sentences, said: Array.from(heardActs(sentences, people)) };
}

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
