import type { Transcript } from "../../../domain/conversation/transcript.js";
import type { SummaryContext } from "../../../ports/driven/models/summariser.js";
import type { Sentence } from "../text/analysis.js";

/**
 * The sentences in which "I" is the user: those of their segments, and those of a text without speakers, which is
 * taken for their own unless it greets them or another has signed it.
 */
export function ownSentences(
  sentences: readonly Sentence[],
  { segments }: Transcript,
  context: SummaryContext,
): readonly Sentence[] {
  const [only] = segments;
  const isText = segments.length === 1 && only?.isUser === false;
  if (!isText) {
    const theirs = new Set(segments.filter(({ isUser }) => isUser).map(({ id }) => id));
    return sentences.filter(({ speaker, segmentIds }) => speaker.isUser && segmentIds.every((id) => theirs.has(id)));
  }
  const labelled = sentences.some(({ speaker }) => speaker.key !== only.speaker);
  if (labelled) return sentences.filter(({ speaker }) => speaker.isUser);
  const isNumbered = /^SPEAKER_0*0$/i.test(only.speaker);
  return isNumbered && !isFromAnother(only.text, context.userName) ? sentences : [];
}

const GREETED = /^\s*(?:dear|hi|hello|hey|good (?:morning|afternoon|evening)),? (?<name>\p{Lu}[\p{L}'-]*)/iu;
const SIGNED =
  /(?=[\p{L}–—-])(?<=(?:^|[\n.!?,])\s*)(?:(?:yours(?: sincerely| faithfully| truly)?|sincerely|(?:best|kind|warm|many)?\s?(?:regards|wishes)|best|love|cheers|hugs|xx?|take care|thanks|thank you|all the best)[,!.]?\s*|[-–—]\s*)(?<name>\p{Lu}\p{Ll}[\p{L}'-]*)(?: \p{Lu}\p{Ll}+)?\s*(?:[.!]\s*)?$/iu;

/** A letter to the user, or one with another's name under it. */
function isFromAnother(text: string, userName: string): boolean {
  const first = userName.toLowerCase().split(" ", 1)[0];
  const greeted = GREETED.exec(text)?.groups?.["name"];
  const signed = SIGNED.exec(text.slice(-120))?.groups?.["name"];
  if (signed !== undefined && /^\p{Lu}/u.test(signed)) return signed.toLowerCase() !== first;
  return greeted?.toLowerCase() === first && first !== "";
}
