import { ASSENTS } from "./assents.js";
import { endsSentence } from "./plain-text.js";
import { backchannel, fillers, stopWords } from "./words.js";

/** A line with what stands before its colon. */
export interface LabelledLine {
  /** Undefined where no name could stand. */
  readonly label: string | undefined;
  readonly text: string;
}

const SPEAKER_LINE = /^(\p{Lu}[\p{L}.'-]*(?: \p{Lu}[\p{L}.'-]*){0,3})\s?: +(\S.*)$/u;
/** "[10:02] ", "12/03/2024, 10:02 - ": what chats are exported with. */
const TIMESTAMP =
  /^\[?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? )?\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?\]?(?: ?[-–])? (?=\p{Lu}[^:]{0,60}: )/iu;
/** A name is no longer. */
const MAX_LABEL_LENGTH = 100;
/** What stands before a colon in notes and mails. */
// prettier-ignore
const HEADINGS = new Set(
  `note notes todo to-do action actions item items re subject date time agenda summary update reminder important question answer
  warning ps from to where when who why what how idea ideas feedback pros cons plan goal goals result results task tasks next
  shopping ingredients steps attendees location place phone email tel address price total name title status link
  frage antwort notiz wichtig betreff von an datum ort zeit ziel idee einkauf zutaten
  note objet de à date lieu heure rappel courses idée but question réponse
  nota asunto para fecha lugar hora recordatorio compra idea pregunta respuesta
  oggetto da data luogo ora promemoria spesa domanda risposta
  assunto local lembrete lembrar compras ideia pergunta resposta
  onderwerp van aan datum plaats tijd herinnering boodschappen vraag antwoord`.split(/\s+/),
);

/** Takes a line apart; a time before the label is left out. */
export function labelledLine(line: string): LabelledLine {
  const text = line.replace(TIMESTAMP, "");
  const [, label = "", said = ""] = SPEAKER_LINE.exec(text.slice(0, MAX_LABEL_LENGTH)) ?? [];
  if (said === "" || !mayBeName(label)) return { label: undefined, text: line };
  return { label, text: text.slice(text.indexOf(":") + 1).trim() };
}

function mayBeName(label: string): boolean {
  const words = label.toLowerCase().split(" ");
  return !words.some((word) => HEADINGS.has(word)) && !(words.length === 1 && isWord(label.toLowerCase()));
}

/** An exclamation as likely as a name: "Ow", "Bien"; "Ben" is both. */
function isExclamation(label: string): boolean {
  const word = label.toLowerCase();
  return ASSENTS.has(word) || fillers.has(word) || backchannel.has(word);
}

/** "I" and "you" may stand for those who speak. */
const isWord = (word: string): boolean => stopWords.has(word) && !/^(?:i|me|you|he|she|him|her|they|them)$/.test(word);

/**
 * The labels by which people speak: all of them where one is known, those that recur, all others where one does or where every line is a whole sentence
 * of somebody, and those of a question and its answer. One that stands alone is a heading or an exclamation as often as a name.
 */
export function speakersIn(lines: readonly LabelledLine[], known: ReadonlySet<string>): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { label } of lines) if (label !== undefined) counts.set(label, (counts.get(label) ?? 0) + 1);
  const labels = Array.from(counts.keys());
  const isKnown = (label: string): boolean => known.has(label.toLowerCase());
  if (labels.some(isKnown)) return new Set(labels);
  if (labels.every(isExclamation)) return new Set();
  const isSaid = lines.every(({ label, text }) => label !== undefined && endsSentence(text));
  if (labels.length > 1 && (isSaid || labels.some((label) => (counts.get(label) ?? 0) > 1))) return new Set(labels);
  const speakers = new Set(labels.filter((label) => (counts.get(label) ?? 0) > 1));
  for (const [at, { label, text }] of lines.entries()) {
    const answer = lines[at + 1]?.label;
    if (label === undefined || answer === undefined || answer === label || !text.endsWith("?")) continue;
    speakers.add(label).add(answer);
  }
  return speakers;
}
