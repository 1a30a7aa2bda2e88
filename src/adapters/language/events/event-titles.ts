import type { Sentence } from "../text/analysis.js";
import { arrivalTitle, ownVisitTitle, visitTitle } from "./coming-titles.js";
import { doingTitle, jointAct, shortClause } from "./doing-titles.js";
import { meetingTitle } from "./meeting-titles.js";
import { eveningTitle, occasionTitle } from "./occasion-titles.js";
import { inOthersWords } from "./others-words.js";
import type { Setting } from "./setting.js";
import { ellipticTitle, hadTitle, journeyTitle, subjectTitle } from "./thing-titles.js";
import { tokensOf } from "./title-phrases.js";

/**
 * What happens at the time a clause names, as a noun phrase or a short verb phrase: "Dentist appointment", "Dinner
 * at Lua's", "Flying to Rome". Undefined where no phrase of the clause can stand alone.
 */
export function eventTitle(clause: string, sentence: Sentence, { sentences, people }: Setting): string | undefined {
  const tokens = tokensOf(clause, sentence.tokens);
  const label = sentence.speaker.isUser ? undefined : people.labelOf(sentence.speaker);
  const title =
    ownVisitTitle(clause, label) ??
    visitTitle(clause) ??
    meetingTitle(clause) ??
    eveningTitle(clause) ??
    occasionTitle(tokens) ??
    subjectTitle(tokens) ??
    journeyTitle(tokens) ??
    arrivalTitle(clause, sentence, sentences) ??
    hadTitle(tokens) ??
    doingTitle(clause) ??
    jointAct(clause) ??
    shortClause(clause) ??
    ellipticTitle(tokens, sentence, sentences);
  return title === undefined ? undefined : inOthersWords(title, label);
}
