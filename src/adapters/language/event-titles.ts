import type { Sentence } from "./analysis.js";
import { OCCASIONS, singular } from "./occasions.js";
import { Calendar } from "./dates.js";
import type { People } from "./people.js";
import { capitalised } from "./plain-text.js";
import { possessiveOf } from "./pronouns.js";
import type { Token } from "./tagger.js";
import { genericWords, stopWords } from "./words.js";

interface Setting {
  readonly sentences: readonly Sentence[];
  readonly people: People;
}

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

/** "My place", said by Ana, is Ana's. */
const inOthersWords = (title: string, label: string | undefined): string =>
  capitalised(label === undefined ? title : title.replace(/\b(?:my|our) (?=\p{L})/giu, `${possessiveOf(label)} `));

/** How far around a plan what it is for may be named. */
const SUBJECT_BACK = 7;
const SUBJECT_AHEAD = 1;
/** "I've a class until nine": what keeps somebody from coming is not what they come for. */
const BUSY = /\b(?:I|we)(?:'ve| have|'m| am)\b[^.]*\b(?:until|till)\b/i;
const MOST_AROUND = 60;

/** What a time that stands alone is for, as named before it: "Then the panel.", "It's Mothering Sunday". */
export function subjectOf(plan: readonly Sentence[], { sentences, people }: Setting): string | undefined {
  const first = plan[0]?.index ?? 0;
  const last = plan.at(-1)?.index ?? first;
  const around = sentences.slice(
    Math.max(0, first - SUBJECT_BACK),
    Math.min(last + 1 + SUBJECT_AHEAD, first + MOST_AROUND),
  );
  const isOfPlan = ({ index, text }: Sentence): boolean => index < last || !Calendar.mayNameTime(text);
  const near = [
    ...plan.filter(({ text }) => !BUSY.test(text)),
    ...around.filter((sentence) => !plan.includes(sentence) && isOfPlan(sentence)).reverse(),
  ];
  for (const sentence of near) {
    const label = sentence.speaker.isUser ? undefined : people.labelOf(sentence.speaker);
    const title =
      occasionTitle(beforeReason(sentence.tokens)) ??
      nounAlone(sentence.tokens) ??
      subjectOfTalk(sentence.text) ??
      jointAct(sentence.text) ??
      dayOfItsOwn(sentence.text) ??
      sentVisitor(sentence.text) ??
      withWhom(sentence.text) ??
      timeWith(sentence.text) ??
      doneThen(sentence.text) ??
      neededThing(sentence);
    if (title !== undefined) return inOthersWords(title, label);
  }
  const reason = plan.map(({ tokens }) => occasionTitle(tokens)).find((title) => title !== undefined);
  return reason === undefined ? undefined : capitalised(reason);
}

/** "Can we talk about the gig?" opens the talk; what is arranged is the gig. */
function subjectOfTalk(text: string): string | undefined {
  const named = /\b(?:talk|speak|chat) about (?:the|my|our|your) (\p{Ll}+)\b/iu.exec(text)?.[1];
  return named !== undefined && OCCASIONS.has(named) ? named : undefined;
}

/** Without what only tells why: "because Jean needs her train". */
function beforeReason(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(({ lower }) => /^(?:because|since|unless|if|after|before)$/.test(lower));
  return at < 0 ? tokens : tokens.slice(0, at);
}

/** "Book club" of "Book club is at Ana's on Tuesday at eight": what the sentence is about. */
export function aboutOf(plan: readonly Sentence[]): string | undefined {
  const first = plan.find(({ text }) => !text.endsWith("?"));
  if (first?.speaker.isUser !== true) return undefined;
  const said = first.text.replace(TIMES, "").replace(/[.!?]+$/, "");
  const about =
    /^(?:[Tt]he |[Mm]y |[Oo]ur )?(?<about>[\p{L}'-]+(?: [\p{L}'-]+){0,2}?)(?: is| are|'s) ?(?:(?:on|from|at|to|in)\b.*)?$/u.exec(
      said,
    )?.groups?.["about"] ??
    /^(?:and |then )?(?:I|[Ww]e|[Tt]here)(?:'ve got| have|'s| is) (?:an? |the |my |our )?(?<about>[\p{L}'-]+(?: [\p{L}'-]+){0,2})$/u.exec(
      said.trim(),
    )?.groups?.["about"];
  const words = about?.toLowerCase().split(" ") ?? [];
  const isNamed =
    words.length > 0 && !words.some((word) => stopWords.has(word) || EMPTY_NOUN.test(word) || TIME_WORD.test(word));
  return isNamed && about !== undefined ? capitalised(about) : undefined;
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

/** Who is named by what they do: one goes to see them. */
const ROLE =
  /^(?:dentist|florist|physio|physiotherapist|doctor|nurse|midwife|teacher|tutor|plumber|electrician|mechanic|vet|pharmacist|therapist|optician|barber|hairdresser|coach|trainer|instructor|landlord|landlady|agent|lawyer|accountant|consultant|surgeon|recruiter|interviewer)$/i;

/** "He'd be here about eight": somebody comes, and nobody said who. */
export function visitOf(plan: readonly Sentence[]): string | undefined {
  const comes = /\b(?:he|she|they)(?:'d|'ll|'s|'re| will| would| is| are)? (?:be (?:here|round)|comes?|coming)\b/i;
  return plan.some(({ text, speaker }) => speaker.isUser && comes.test(text)) ? "Visit" : undefined;
}

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

const PLACED = / (?:at|to|in|from|with) /i;
const JOURNEY = /^(?:train|flight|bus|plane|ferry|coach)$/i;
const DESTINATION = /\b(?:to|for|in) (\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)*)/u;
/** "At Mrs Okoro's house", "at the MRT exit"; not "at the latest". */
const PLACE =
  /\b(?:at|outside|in front of) (?!which|what|whose|(?:the|a|an|my|your|our) (?:latest|earliest|moment|end|start|beginning|same|weekend|time|door|minute|top|bottom|least|most)\b)(?<place>(?:mrs?|ms|dr|saint|st)\.? \p{L}+'s(?: (?:house|place|flat|office|shop|home))?|\p{Lu}[\p{L}'.-]*(?: \p{Lu}[\p{L}'-]*)*(?: (?:house|place|flat|office|shop|road|street|park|station))?|the (?:\p{L}+ )?\p{L}+(?= ?(?:[.,;!?]|$| (?:by|on|at|in|then|with|for|from|and|so))))/iu;

/** The title with the place that was said, or where a journey goes, unless it tells one already. */
export function withPlace(title: string, plan: readonly Sentence[], { sentences }: Setting): string {
  if (PLACED.test(title)) return title;
  const first = plan[0]?.index ?? 0;
  if (JOURNEY.test(title)) {
    const before = sentences.slice(Math.max(0, first - 2), first + 1).map(({ text }) => DESTINATION.exec(text)?.[1]);
    const to = before.findLast((place) => place !== undefined && !TIME_WORD.test(place.toLowerCase()));
    return to === undefined ? title : `${title} to ${to}`;
  }
  const around = [...plan, ...sentences.slice((plan.at(-1)?.index ?? first) + 1, (plan.at(-1)?.index ?? first) + 2)];
  for (const { text, speaker } of around) {
    const place = PLACE.exec(text)?.groups?.["place"];
    if (place === undefined || TIME_WORD.test(place.toLowerCase()) || HOURS.test(place)) continue;
    if (place.toLowerCase() === speaker.name?.toLowerCase()) continue;
    return `${title} at ${place}`;
  }
  return title;
}

const HOURS =
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter|least|last|first|once|all|home|work|school)\b/i;

/** "The thirtieth." is a day, "the B2" a level. */
const ORDINAL =
  /\d|^(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|\S+teenth|tenth|eleventh|twelfth|twent\S+|thirt\S+|one|ones)$/;

/** "Then the panel.": all that is said. */
function nounAlone(tokens: readonly Token[]): string | undefined {
  const said = tokens.filter(
    ({ pos, lower }) => pos !== "PUNCT" && !/^(?:then|and|so|now|okay|next|about|for)$/.test(lower),
  );
  const [first, ...rest] = said;
  if (rest.some(({ lower }) => ORDINAL.test(lower))) return undefined;
  const isNoun =
    rest.length > 0 &&
    rest.length <= 3 &&
    rest.every(isModifier) &&
    !genericWords.has(rest.at(-1)?.lower ?? "") &&
    rest.at(-1)?.pos !== "ADJ";
  return first && /^(?:the|my|our)$/.test(first.lower) && isNoun ? joined(rest) : undefined;
}

/** "It's Mothering Sunday", "It's Mum's birthday". */
function dayOfItsOwn(text: string): string | undefined {
  return /\b[Ii]t's ((?:\p{Lu}[\p{L}']+ ){1,2}(?:Sunday|Monday|Friday|Day|Eve))\b/u.exec(text)?.[1];
}

/** "I'll send the plumber". */
function sentVisitor(text: string): string | undefined {
  const who = /\b(?:send|sending|get) (the|a|an|my|our) (\p{Ll}+(?:er|or|ian|ist|man|guy|people))\b/u.exec(text);
  return who ? `Visit from the ${who[2] ?? ""}` : undefined;
}

/** "I've got the scan on Tuesday at eight", "it's my graduation": what somebody has then. */
function hadTitle(tokens: readonly Token[]): string | undefined {
  const verb = tokens.findLastIndex(
    ({ lower }, i) =>
      /^(?:have|has|had|got|'ve|booked|there's|doing|holding)$/.test(lower) ||
      (lower === "'s" && /^(?:my|our)$/.test(tokens[i + 1]?.lower ?? "")),
  );
  if (verb < 0) return undefined;
  const from = DETERMINER.test(tokens[verb + 1]?.lower ?? "") ? verb + 2 : verb + 1;
  let to = from;
  while (to < tokens.length && (isModifier(tokens[to]) || isActivity(tokens, to, from))) to += 1;
  const noun = tokens[to - 1];
  if (to === from || !noun || tokens[to - 1]?.pos === "ADJ") return undefined;
  if (genericWords.has(noun.lower) || stopWords.has(noun.lower) || EMPTY_NOUN.test(noun.lower)) return undefined;
  const next = tokens[to]?.lower ?? "";
  const phrase = joined(tokens.slice(from, to));
  if (/^(?:coming|visiting)$/.test(next)) return `Visit from ${from === verb + 2 ? "the " : ""}${phrase}`;
  const ends = isTimeNext(tokens, to) || tokens[to]?.pos === "PUNCT" || /^(?:with|in|at)$/.test(next);
  return ends ? phrase + complement(tokens, to) : undefined;
}

/** "They have swimming on Saturday". */
function isActivity(tokens: readonly Token[], at: number, from: number): boolean {
  const token = tokens[at];
  return at === from && token?.pos === "VERB" && /^(?!coming|going|being)\p{Ll}+ing$/u.test(token.lower);
}

/** What tells that there is time, not for what. */
const EMPTY_NOUN =
  /^(?:slot|slots|time|space|gap|opening|window|thing|spot|hour|hours|minutes|look|word|idea|choice|option|a lot|plan|plans)$/;

const DOING =
  /\b(?:I|[Ww]e)(?:'m| am|'re| are) (?<act>(?!going to \p{Ll}+ |gonna|leaving|finishing|getting|working|trying|thinking|hoping|looking|waiting|doing|being|having (?:to|a (?:look|think))|saying|talking|asking|wondering|telling|starting|running late)\p{Ll}+ing\b[^.;?!]*)/u;

/** "At six I pick up Leo". */
const SCHEDULED = /^at \S+(?: \S+)? (?:I|we) (?<act>(?!am\b|was\b|were\b|will\b|have\b|can\b)\p{Ll}+ [^.;?!]*)/u;

/** "I'm taking the cat to the vet": what is arranged is told in this form. */
function doingTitle(clause: string): string | undefined {
  const act = (DOING.exec(clause) ?? SCHEDULED.exec(clause))?.groups?.["act"]
    ?.replace(TIMES, "")
    .split(/,| (?:because|so|if|when|while|until|till|then) /)[0]
    ?.replace(/(?: (?:at|on|from|for|to|in))+$/i, "")
    .trim();
  const words = act?.split(" ") ?? [];
  if (
    act === undefined ||
    words.length < 2 ||
    words.length > 8 ||
    /\b(?:it|that|this|them|these|those|not)\b|^\p{Ll}+ing (?:him|her|you|us|me)(?: (?:anyway|again|too|then|there|up|off|soon|later))*$/iu.test(
      act,
    )
  )
    return undefined;
  return act;
}

/** "Friday, eight twenty with Dr. Brandt". */
function withWhom(text: string): string | undefined {
  const who =
    /\b(?:with|you(?:'ll| will) (?:be )?see(?:ing)?) ((?:Dr|Mr|Mrs|Ms|Prof)\.? \p{Lu}\p{Ll}+|the \p{Ll}+(?:ian|ist|or|er))\b/u.exec(
      text,
    )?.[1];
  return who && `Appointment with ${who}`;
}

/** "An hour with the auditors". */
function timeWith(text: string): string | undefined {
  const who =
    /\b(?:hour|time|slot|word|chat|minutes|meeting|call) with ((?:the|my|our|your) \p{Ll}+|\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?)\b/u.exec(
      text,
    )?.[1];
  return who && `Meeting with ${who}`;
}

/** "We can deliver it on Monday". */
const DONE: readonly (readonly [done: RegExp, title: string])[] = [[/\bdeliver(?:ed|ing)?\b/i, "Delivery"]];
const doneThen = (text: string): string | undefined => DONE.find(([done]) => done.test(text))?.[1];

/** "I need a blood test": what somebody came for. */
function neededThing({ text, tokens }: Sentence): string | undefined {
  const thing =
    /\b(?:I|we)(?:'d like to (?:book|make|arrange)| need(?: to (?:book|make|arrange))?| want to book)(?: an?| the| some)? (\p{Ll}+(?: \p{Ll}+)?)/u.exec(
      text,
    )?.[1];
  if (thing === undefined) return undefined;
  const words = thing.split(" ").map((word) => tokens.find(({ lower }) => lower === word));
  const nouns = words.filter((token) => token && /^(?:NOUN|ADJ)$/.test(token.pos) && !stopWords.has(token.lower));
  return words[0] && nouns[0] === words[0] && nouns.at(-1)?.pos === "NOUN"
    ? nouns.map((token) => token?.text).join(" ")
    : undefined;
}

const ARRIVES =
  /\b(?<who>he|she|they|I|we|(?:(?:my|your|our|the) )?\p{L}+(?: \p{Lu}\p{Ll}+)?)(?:'s|'re| is| are|'ll| will)? (?<how>lands?|landing|arrives?|arriving|gets? in|getting in|comes? in|flies|fly) (?:(?:in|to|at|into) (?<place>\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*))?/u;

/** "He lands on Friday": whose arrival, by the name that stands before. */
function arrivalTitle(clause: string, { index, text }: Sentence, sentences: readonly Sentence[]): string | undefined {
  const found = ARRIVES.exec(`${clause} `)?.groups;
  if (!found) return undefined;
  const place = found["place"] === undefined ? "" : ` at ${found["place"]}`;
  const who = (found["who"] ?? "").replace(/^the /i, "the ");
  if (/^(?:you|it|that|this|there|who|what)$/i.test(who)) return undefined;
  if (/^(?:he|she|they)$/i.test(who)) {
    const before = [
      text.slice(0, Math.max(0, text.indexOf(clause))),
      ...sentences
        .slice(Math.max(0, index - 3), index)
        .reverse()
        .map((sentence) => sentence.text),
    ];
    const name = before.map(lastName).find((one) => one !== undefined);
    return `${name === undefined ? "Arrival" : `${possessiveOf(name)} arrival`}${place}`;
  }
  return /^(?:I|we)$/i.test(who) ? `Arrival${place}` : `${possessiveOf(who)} arrival${place}`;
}

function lastName(text: string): string | undefined {
  const names = [...text.matchAll(/(?<![.?!] |^)\b\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)*|^\p{Lu}\p{Ll}+(?=\?)/gu)].map(
    ([name]) => name,
  );
  return names
    .filter((name) => !stopWords.has(name.toLowerCase()) && !TIME_WORD.test(name.toLowerCase().split(" ")[0] ?? ""))
    .at(-1);
}

const JOINT =
  /\b(?:(?:shall|should|could|can) we|let's|let us|why don't we|we(?:'ll| can| could| should)?) (?:all |both |just |maybe |perhaps )*(?<act>(?:go (?:through|over|to)|talk|speak|meet|look|sit|catch|discuss|review|try|start|play|watch|see|grab|eat|walk|run|practi[sc]e|rehearse|visit|check|finish|continue)\b[^,.;?!]*)/iu;

/** "Shall we talk again": what two do together. */
function jointAct(clause: string): string | undefined {
  const act = JOINT.exec(clause)
    ?.groups?.["act"]?.replace(TIMES, "")
    .replace(/ (?:together|once|when|after|before|because|so|if|and|at|on|for|in|then)\b.*$/i, (tail) =>
      /^ together/i.test(tail) ? " together" : "",
    );
  const words = act?.trim().split(" ") ?? [];
  if (words.length < 2 || words.length > 7 || /\b(?:it|that|this|them|these|those|her|him|you)\b/i.test(act ?? ""))
    return undefined;
  return words.join(" ");
}

/** The tokens of a part of a sentence; all where it cannot be found. */
function tokensOf(clause: string, tokens: readonly Token[]): readonly Token[] {
  const starts: number[] = [];
  let text = "";
  for (const token of tokens) {
    if (token.spaced && text !== "" && !token.lower.startsWith("'")) text += " ";
    starts.push(text.length);
    text += token.lower;
  }
  const from = text.indexOf(clause.toLowerCase());
  if (from < 0) return beforeReason(tokens);
  return tokens.filter((_, i) => (starts[i] ?? 0) >= from && (starts[i] ?? 0) < from + clause.length);
}

const DETERMINER = /^(?:the|my|our|a|an|your|his|her|their)$/;
/** "In class", "after lunch": tells when or where something else is. */
const CIRCUMSTANCE = /^(?:in|after|before|during|since|until|by|than|at|per|about|of)$/;

/** "The rehearsal moves to six": what happens to it is no part of its name. */
const isPredicate = (token: Token | undefined): boolean =>
  token?.pos === "ADJ" || /^(?:moves|starts|begins|ends|finishes|takes|lasts|goes)$/.test(token?.lower ?? "");

/** "On vacation" tells why somebody is not there. */
const AWAY = /^(?:vacation|holiday|holidays)$/;

/** The occasion with what names it: "dentist appointment", "dinner with Sam", "flight to Berlin". */
function occasionTitle(tokens: readonly Token[]): string | undefined {
  const at = tokens.findIndex((token, i) => isOccasion(token, i, tokens));
  if (at < 0) return undefined;
  let from = at;
  while (from > 0 && isModifier(tokens[from - 1])) from -= 1;
  while (tokens[from]?.lower === "'s") from += 1;
  const lead = tokens[DETERMINER.test(tokens[from - 1]?.lower ?? "") ? from - 2 : from - 1];
  if (CIRCUMSTANCE.test(lead?.lower ?? "")) return undefined;
  if (lead?.lower === "on" && AWAY.test(tokens[at]?.lower ?? "")) return undefined;
  let to = at + 1;
  while (to < tokens.length && isModifier(tokens[to]) && !isPredicate(tokens[to])) to += 1;
  if (tokens[to - 1]?.lower === "'s") to -= 1;
  return joined(tokens.slice(from, to)) + complement(tokens, to);
}

/** "Show me", "I'll move them": a verb, though the word names an occasion too. */
const PERSON = /^(?:me|him|them|it|us|you)$/;
const MODAL = /^(?:'ll|will|can|could|should|would|must|let's|please|don't|won't|can't|i|you|we|they)$/;

/** "I've got the dentist", "doctor's appointment"; not "Thank you, doctor", "doctor Lin", "the doctor said". */
const isVisited = (before: Token | undefined, next: Token | undefined): boolean =>
  !/^(?:PROPN|VERB)$/.test(next?.pos ?? "") &&
  (next !== undefined && next.pos !== "PUNCT" ? true : DETERMINER.test(before?.lower ?? ""));

function isOccasion({ lower, pos }: Token, i: number, tokens: readonly Token[]): boolean {
  if (!OCCASIONS.has(singular(lower))) return false;
  const before = tokens[i - 1];
  if (PERSON.test(tokens[i + 1]?.lower ?? "") || MODAL.test(before?.lower ?? "")) return false;
  if (/^(?:doctor|dentist)$/.test(lower) && !isVisited(before, tokens[i + 1])) return false;
  if (lower === "course" && !DETERMINER.test(before?.lower ?? "") && !isModifier(before)) return false;
  const isPlural = singular(lower) !== lower;
  if (isPlural && !DETERMINER.test(before?.lower ?? "")) return false;
  if (lower === "meeting") return !before || !(before.pos === "AUX" || /^'(?:m|re|s)$/.test(before.lower));
  const endsPhrase =
    (/^(?:NOUN|NUM|ADJ)$/.test(before?.pos ?? "") || before?.lower === "o'clock") &&
    (tokens[i + 1]?.pos ?? "PUNCT") === "PUNCT";
  return pos !== "VERB" || i === 0 || endsPhrase || DETERMINER.test(before?.lower ?? "");
}

const TIME_WORD =
  /^(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|tomorrow|tonight|morning|afternoon|evening|night|week|weekend|month|year|january|february|march|april|may|june|july|august|september|october|november|december|noon|midday|midnight|\d.*)\.?$/;

function isModifier(token: Token | undefined): boolean {
  if (!token || TIME_WORD.test(token.lower) || token.lower === "o'clock") return false;
  if (/^(?:next|last|first|new|this|that|whole|other|same)$/.test(token.lower)) return false;
  return /^(?:NOUN|PROPN|ADJ)$/.test(token.pos) || token.lower === "'s";
}

/** " with Sam and Ana", " to Berlin": what follows and names people or places, not times. */
function complement(tokens: readonly Token[], from: number): string {
  const start = placeAfter(tokens, from);
  const first = tokens[start];
  if (!first || !/^(?:with|to|at|for|about|of|on|in)$/.test(first.lower)) return "";
  let to = start + 1;
  while (to < tokens.length && to - start < 7 && isComplement(tokens[to]) && !HOURS_NAMED.test(tokens[to]?.lower ?? ""))
    to += 1;
  while (to > start && /^(?:and|the|my|our|a|your|to|'s)$/.test(tokens[to - 1]?.lower ?? "")) to -= 1;
  if (
    to - start < 2 ||
    (start > from && !/^(?:place|house|flat|caf.|restaurant|office|home|garden)$/.test(tokens[to - 1]?.lower ?? ""))
  )
    return "";
  return ` ${joined(tokens.slice(start, to))}`;
}

const HOURS_NAMED =
  /^(?:noon|midday|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\S+teenth|twentieth|thirtieth|twenty-\S+|thirty-first)\.?$/;

/** "Dinner on Saturday at seven, at my place": the place may come behind the time. */
function placeAfter(tokens: readonly Token[], from: number): number {
  if (!/^(?:on|at)$/.test(tokens[from]?.lower ?? "")) return from;
  for (let i = from + 2; i < tokens.length - 1; i += 1) {
    if (tokens[i]?.lower === "at" && DETERMINER.test(tokens[i + 1]?.lower ?? "")) return i;
    if (/^(?:VERB|AUX)$/.test(tokens[i]?.pos ?? "")) return from;
  }
  return from;
}

function isComplement(token: Token | undefined): boolean {
  return token !== undefined && (isModifier(token) || token.lower === "and" || DETERMINER.test(token.lower));
}

function joined(tokens: readonly Token[]): string {
  return tokens
    .map(({ text, spaced }, i) => (i > 0 && spaced && !text.startsWith("'") ? ` ${text}` : text))
    .join("")
    .trim();
}

const HAPPENS = /^(?:is|are|'s|starts?|begins?|opens?|takes?|lands?|leaves|closes|ends)$/;

/** "The tasting at the caterer is on Thursday", "The parents' evening is on the 15th at seven". */
function subjectTitle(tokens: readonly Token[]): string | undefined {
  const verb = tokens.findIndex(({ lower }) => HAPPENS.test(lower));
  if (verb < 1 || !isTimeNext(tokens, verb + 1)) return undefined;
  const from = DETERMINER.test(tokens[0]?.lower ?? "") ? 1 : 0;
  const subject = tokens.slice(from, verb);
  const head = subject.find(({ lower }) => /^(?:at|with|of|for|in|on|to|about)$/.test(lower));
  const last = subject[(head ? subject.indexOf(head) : subject.length) - 1];
  if (!last || subject.length > 7 || !/^(?:NOUN|PROPN)$/.test(last.pos)) return undefined;
  if (
    !subject.every(
      (token) =>
        isComplement(token) || /^(?:ADP|PART|NUM|DET)$/.test(token.pos) || token === last || /'$/.test(token.text),
    )
  )
    return undefined;
  const isThing = !TIME_WORD.test(last.lower) || subject.length > 1;
  return isThing && !(subject.length === 1 && genericWords.has(last.lower)) ? joined(subject) : undefined;
}

/** Whether a time is what is said of the subject: "is on Thursday", "is confirmed for 12 January". */
function isTimeNext(tokens: readonly Token[], at: number): boolean {
  const next = tokens
    .slice(at, at + 5)
    .filter(
      ({ lower }) =>
        !/^(?:on|at|in|for|the|a|place|confirmed|booked|scheduled|planned|set|due|next|this|again|now|by)$/.test(lower),
    );
  return (
    next[0] !== undefined &&
    (TIME_WORD.test(next[0].lower) || /^(?:NUM)$/.test(next[0].pos) || next[0].lower === "half")
  );
}

const VISITOR = String.raw`(?:(?:the |a |some)?(?:man|woman|guy|lady|people|body|one) from the \p{Ll}+|(?:the|a|an|my|our|your) \p{Ll}+(?: (?!can|could|will|may|might|should|would)\p{Ll}+)??|\p{Lu}\p{Ll}+)`;
const VISIT = new RegExp(
  `^(?<who>${VISITOR})(?:'s coming|'ll be (?:here|there|round|with (?:you|us))| (?:comes?|can come|could come|is coming|are coming|will come|(?:will|is going to) be (?:here|there|round|with (?:you|us))|will visit|visits?|is visiting))(?: over| by| round| to visit)?\\b`,
  "iu",
);
const CONSULTATION = new RegExp(
  `(?<who>${VISITOR})[^,]{0,40}? wants? to see (?:you|me|us|him|her|them|\\p{Lu}\\p{Ll}+)\\b`,
  "iu",
);
/** What comes without visiting anybody. */
const THING =
  / (?:parcels?|packages?|post|mail|orders?|box(?:es)?|couch|sofa|bed|fridge|washer|delivery|furniture|letters?)$/i;
/** A cheap look before the costly one. */
const WANTS = / wants? to see /i;

/** "The electrician comes on Thursday", "the vet wants to see him on Friday". */
function visitTitle(clause: string): string | undefined {
  const visitor = VISIT.exec(clause)?.groups?.["who"];
  if (visitor !== undefined && !isPronoun(visitor))
    return THING.test(visitor)
      ? `Delivery of ${visitor.replace(/^(?:an?|the) /i, "the ")}`
      : `Visit from ${visitor
          .replace(/^(?:an? )?(man|woman|guy|lady)\b/i, (_, who: string) => `the ${who.toLowerCase()}`)
          .replace(/^an? /i, "the ")
          .replace(/^The /, "the ")}`;
  const host = WANTS.test(clause) ? CONSULTATION.exec(clause)?.groups?.["who"] : undefined;
  return host === undefined || isPronoun(host) ? undefined : `Appointment with ${host.replace(/^The /, "the ")}`;
}

/** "I can come on Thursday", said by another than the user. */
function ownVisitTitle(clause: string, label: string | undefined): string | undefined {
  const comes = /^I(?:'ll| will| can|'m going to)? (?:come|stop by|drop by|visit you)\b(?! back)/i.test(clause);
  return comes && label !== undefined ? `Visit from ${label}` : undefined;
}

const NAMED_EVENING =
  /\b(?:parents['’]?|open|quiz|games?|movie|film|poker|bingo|information|curriculum) (?:evening|night)(?: at the \p{Ll}+)?/iu;
/** "The parents' evening at the school": an evening that has a name. */
const eveningTitle = (clause: string): string | undefined => NAMED_EVENING.exec(clause)?.[0];

const isPronoun = (word: string): boolean => stopWords.has(word.toLowerCase());

/** "Johno and I are meeting tomorrow", "I'm meeting Ben at six", "we meet the architect on Friday". */
function meetingTitle(text: string): string | undefined {
  const together = /(\p{Lu}\p{Ll}+) and I (?:are|will be|'re) meeting/u.exec(text)?.[1];
  const met =
    /\bmeet(?:ing)?(?: up)?(?: with)? ((?:\p{Lu}\p{Ll}+)(?:(?: and|,) \p{Lu}\p{Ll}+)*|(?:the|my|our) \p{Ll}+)/u.exec(
      text,
    )?.[1];
  const name = together ?? (met !== undefined && !TIME_WORD.test(met.toLowerCase()) ? met : undefined);
  return name === undefined ? undefined : `Meeting with ${name}`;
}

/** "Flying to Rome", "driving to my sister". */
function journeyTitle(tokens: readonly Token[]): string | undefined {
  const at = tokens.findIndex(({ lower }) =>
    /^(?:fly|flying|travel|travell?ing|driving|drive|moving|visiting|hosting)$/.test(lower),
  );
  const verb = tokens[at];
  if (!verb) return undefined;
  const place = complement(tokens, at + 1);
  if (place !== "" && tokens[at + 1]?.lower === "to") return verb.lower + place;
  let to = at + 1;
  while (to < tokens.length && isComplement(tokens[to])) to += 1;
  return /^(?:visit|host)ing$/.test(verb.lower) && to > at + 1
    ? `${verb.lower} ${joined(tokens.slice(at + 1, to))}`
    : undefined;
}

const TIMES =
  /\s*\b(?:for (?:about )?(?:an?|half an|one|two|three|\d+) (?:hours?|minutes?)|(?:at )?(?:half|a? ?quarter) (?:past|to) \w+|(?:on|at|by) (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: thirty| fifteen| o'clock)?)\b|\s*\b(?:(?:on|at|by|in|from|until|this|next|for|the) )*(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow|tonight|(?:two|three|four|a|\d+) (?:weeks?|days?|months?|hours?|minutes?)|\d{1,2}(?::\d\d)?(?: ?[ap]\.?m\.?)?|noon|the \d{1,2}(?:st|nd|rd|th)(?: of \p{Lu}\p{Ll}+)?|the \p{Ll}+ of \p{Lu}\p{Ll}+|(?:this |the )?(?:morning|afternoon|evening))\b/giu;
const LONGEST_CLAUSE = 5;

/** "Let's meet here again next Tuesday": a short clause of people meeting, without its times. */
function shortClause(text: string): string | undefined {
  if (
    !/^(?:then |so )?(?:I'm|I'll|we're|we are|we'll|we|let's) (?:all |will |going to )*(?:meet|see each other)\b/i.test(
      text,
    )
  )
    return undefined;
  const bare = text
    .replace(TIMES, "")
    .replace(/^(?:then |so )?(?:I'm|I'll|we're|we are|we'll|we|let's) (?:all |will |going to )*/i, "");
  const title = bare.replace(/[\s.,;:!?]+$/u, "").replace(/^[\s,]+/, "");
  const words = title.split(" ").length;
  return words < 2 || words > LONGEST_CLAUSE || /\b(?:time|weeks?|it|that|this|they|them|these|those)\b/i.test(title)
    ? undefined
    : title;
}

/** How many sentences ago the occasion may have been named that a bare time answers. */
const BACK = 8;

/** "Next Thursday at six at the café, then.", some words after "let's meet again": a time and place without a verb. */
function ellipticTitle(
  tokens: readonly Token[],
  { index }: Sentence,
  sentences: readonly Sentence[],
): string | undefined {
  if (tokens.some(({ pos }) => pos === "VERB" || pos === "AUX")) return undefined;
  const opens = tokens.find(({ lower }) => !/^(?:on|at|next|the|this|then|so)$/.test(lower));
  if (!opens || !(TIME_WORD.test(opens.lower) || opens.pos === "NUM")) return undefined;
  const earlier = sentences.slice(Math.max(0, index - BACK), index);
  if (!earlier.some(({ text }) => /\b(?:meet|meeting)\b/i.test(text))) return undefined;
  const at = tokens.findIndex(({ lower }, i) => lower === "at" && DETERMINER.test(tokens[i + 1]?.lower ?? ""));
  return `Meeting${at < 0 ? "" : complement(tokens, at)}`;
}
