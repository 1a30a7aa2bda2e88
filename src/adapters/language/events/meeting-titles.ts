import type { Sentence } from "../text/analysis.js";
import type { Setting } from "./setting.js";
import { TIME_WORD } from "./title-phrases.js";

/** "Johno and I are meeting tomorrow", "I'm meeting Ben at six", "we meet the architect on Friday". */
export function meetingTitle(text: string): string | undefined {
  const together = /(\p{Lu}\p{Ll}+) and I (?:are|will be|'re) meeting/u.exec(text)?.[1];
  const met =
    /\bmeet(?:ing)?(?: up)?(?: with)? ((?:\p{Lu}\p{Ll}+)(?:(?: and|,) \p{Lu}\p{Ll}+)*|(?:the|my|our) \p{Ll}+)/u.exec(
      text,
    )?.[1];
  const name = together ?? (met !== undefined && !TIME_WORD.test(met.toLowerCase()) ? met : undefined);
  return name === undefined ? undefined : `Meeting with ${name}`;
}

/** Who is named by what they do: one goes to see them. */
const ROLE =
  /^(?:dentist|florist|physio|physiotherapist|doctor|nurse|midwife|teacher|tutor|plumber|electrician|mechanic|vet|pharmacist|therapist|optician|barber|hairdresser|coach|trainer|instructor|landlord|landlady|agent|lawyer|accountant|consultant|surgeon|recruiter|interviewer)$/i;

/** "Meeting with Rosa", of who had a part in it. */
export function meetingWith(keys: ReadonlySet<string>, { sentences, people }: Setting): string | undefined {
  const speakers = new Map(sentences.map(({ speaker }) => [speaker.key, speaker]));
  const names = [...keys].flatMap((key) => {
    const speaker = speakers.get(key);
    return (speaker && people.labelOf(speaker)) ?? [];
  });
  const [name] = names;
  if (name === undefined) return undefined;
  if (names.length > 1) return `Meeting with ${names.join(" and ")}`;
  if (/^receptionist$/i.test(name)) return "Appointment";
  if (ROLE.test(name)) return `Appointment with the ${name.toLowerCase()}`;
  return `${/^Dr\b/.test(name) ? "Appointment" : "Meeting"} with ${name}`;
}

/** "Appointment at the embassy", where nothing else is known of it. */
export function appointmentAt(plan: readonly Sentence[]): string | undefined {
  for (const { text } of plan) {
    const place =
      /\b(?:be|I'm|we're) (?:back )?(?:at|in) ((?:the|my|our) \p{Ll}+|\p{Lu}[\p{L}']+(?: \p{Lu}[\p{L}']+)*)/u.exec(
        text,
      )?.[1];
    if (place !== undefined && !TIME_WORD.test(place.replace(/^the /, "").toLowerCase()))
      return `Appointment at ${place}`;
  }
  return undefined;
}
