import type { Speaker } from "../dialogue/speakers.js";
import type { Locale } from "../locales/locale.js";
import type { Statement } from "./statements.js";
import { replaceText, type Piece } from "./wording.js";

/**
 * Names another speaker in what they say of themselves: "send me the report" → "send Anna the report", "at my place" →
 * "at Anna's place". In languages other than English, and without a name, object pronouns are left out.
 */
export function nameSpeaker(pieces: readonly Piece[], locale: Locale, { name, isUser }: Speaker): Piece[] {
  if (isUser) return [...pieces];
  const isObject = ({ lower }: Piece): boolean =>
    locale.pronouns.first.has(lower) && !locale.pronouns.firstSubject.has(lower);
  if (locale.code !== "en" || name === undefined)
    return pieces.filter((piece) => !isObject(piece) || locale.possessives.has(piece.lower));
  return pieces.map((piece) => {
    if (piece.lower === "my") return replaceText(piece, `${name}'s`);
    return piece.lower === "me" ? replaceText(piece, name) : piece;
  });
}

/** Names the reader in what the user promises them: "send you the quote" → "send Brandon the quote". */
export function nameListener(pieces: readonly Piece[], locale: Locale, { sentence }: Statement): readonly Piece[] {
  const { speaker, recipient, kind } = sentence.utterance;
  if (!speaker.isUser || kind !== "prose") return pieces;
  const isListener = ({ lower }: Piece, index: number): boolean =>
    index > 0 && locale.pronouns.second.has(lower) && !locale.has("secondPossessives", lower);
  if (locale.code !== "en") return pieces.filter((piece, index) => !isListener(piece, index));
  if (recipient === undefined) return pieces;
  return pieces.map((piece, index) => (isListener(piece, index) ? replaceText(piece, recipient) : piece));
}
