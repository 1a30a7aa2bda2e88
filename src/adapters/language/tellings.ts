import { adverbial, isAdverbial } from "./adverbials.js";
import { addressedKin } from "./addressed-kin.js";
import type { Sentence } from "./analysis.js";
import { answered, mine } from "./answers.js";
import { isMeant, isStanding } from "./earnest.js";
import { isWithoutCapitals, withCapitals } from "./capitals.js";
import { ILLNESS } from "./fact-forms.js";
import { giveWay, isHoldingUp } from "./give-way.js";
import { kinWords } from "./kin.js";
import { Kinfolk } from "./kinfolk.js";
import { mentionedKin } from "./mentioned-kin.js";
import { askedAfter, presupposed } from "./presuppositions.js";
import { statesWhat } from "./states.js";
import { putToUser, touchedOn } from "./touched-on.js";
import { backchannel, genericWords, stopWords } from "./words.js";

/** A sentence in the user's mouth that stands by itself, and all the sentences it was drawn from. */
export interface Telling {
  readonly text: string;
  readonly index: number;
  readonly from: readonly Sentence[];
  readonly manner: Manner;
}

/** How something came to be told: outright, as an answer, in passing, or by another. */
export type Manner = "said" | "answered" | "in passing" | "by another" | "touched on";

/**
 * What is told of the user, by themselves or by others without their contradiction: answers with what was asked,
 * fragments made whole, and "she" and "Elena" as "my wife Elena". All in the first person, for one grammar to read.
 * @param spoken the sentences in which "I" is the user.
 */
export async function tellingsOf(heard: readonly Sentence[], spoken: readonly Sentence[]): Promise<Telling[]> {
  const lacksCapitals = isWithoutCapitals(heard);
  const written = (sentence: Sentence): Sentence => ({ ...sentence, text: withCapitals(sentence.text) });
  const sentences = lacksCapitals ? heard.map(written) : heard;
  const theirs = new Set(spoken.map(({ index }) => index));
  const isOwn = new Set(sentences.filter(({ index }) => theirs.has(index)));
  const kinfolk = new Kinfolk();
  const taken = new Set<Sentence>();
  const tellings: Telling[] = [];
  for (const sentence of sentences) {
    if (isHoldingUp()) await giveWay();
    const { text, index } = sentence;
    if (taken.has(sentence)) continue;
    if (!isOwn.has(sentence)) {
      for (const told of toldByOther(sentence, sentences, isOwn))
        tellings.push({ text: told, index, from: [sentence], manner: "by another" });
      for (const put of unlessDenied(sentence, sentences, isOwn))
        tellings.push({ text: put, index, from: [sentence], manner: "touched on" });
      kinfolk.heard(text, index);
      continue;
    }
    const asked =
      sentences[index - 1]?.speaker.key === sentence.speaker.key ? undefined : questionBefore(sentence, sentences);
    const from = asked === undefined ? [sentence] : [asked, sentence];
    if (!isStanding(sentence, sentences)) {
      kinfolk.told(text, index);
      continue;
    }
    const answers = asked && answered({ question: asked.text, answer: text, kin: kinfolk.inMind(index) });
    const named = answers === undefined ? nameAlone(sentence, kinfolk) : undefined;
    if (named !== undefined) tellings.push({ text: named, index, from, manner: "answered" });
    const said = (answers ?? [diagnosed(sentence, sentences)]).map((one) => whole(one));
    const further = continuationOf(sentence, sentences, isOwn);
    for (const more of further) taken.add(more);
    for (const mention of mentionedKin(text))
      tellings.push({ text: mention, index, from: [sentence], manner: "in passing" });
    for (const touched of answers === undefined ? touchedOn(text, isOfAnother(sentence, sentences)) : [])
      tellings.push({ text: touched, index, from: [sentence], manner: "touched on" });
    for (const passing of presupposed(text))
      tellings.push({ text: passing, index, from: [sentence], manner: "in passing" });
    for (const [i, one] of said.entries()) {
      const ends = i === said.length - 1 ? further : [];
      const long = ends.reduce((joined, more) => `${unended(joined)} ${adverbial(more.text)}.`, one);
      const read = kinfolk.told(long, index);
      tellings.push({
        text: read,
        index,
        from: [...(answers === undefined ? [sentence] : from), ...ends],
        manner: answers === undefined ? "said" : "answered",
      });
    }
  }
  const addressed = addressedKin(sentences);
  if (addressed !== undefined)
    tellings.push({
      text: addressed.text,
      index: addressed.sentence.index,
      from: [addressed.sentence],
      manner: "in passing",
    });
  return tellings;
}

const unended = (text: string): string => text.replace(/[\s.,!;]+$/u, "");

/** The last question of those who spoke right before. */
function questionBefore({ index }: Sentence, sentences: readonly Sentence[]): Sentence | undefined {
  const before = sentences[index - 1];
  if (before === undefined) return undefined;
  const earlier = sentences[index - 2];
  return [before, ...(earlier?.turn === before.turn ? [earlier] : [])].find(({ text }) => isQuestion(text));
}

const isQuestion = (text: string): boolean =>
  /(?:\?["']?|\byou (?:are|were|did|do|work)(?:\.\.\.|…))$/.test(text) ||
  /^(?:(?:and|so|but|oh|okay),? )?(?:what|where|when|how|who|which|do|does|did|are|is|have|has|can|you still|any)\b(?!.*[.!]$)/i.test(
    text,
  );

const MOST_CONTINUED = 3;

/** "I'm a paramedic." goes on with "Eight years now." */
function continuationOf(
  { index, turn, text }: Sentence,
  sentences: readonly Sentence[],
  isOwn: ReadonlySet<Sentence>,
): Sentence[] {
  if (/\?$/.test(text)) return [];
  const further = sentences.slice(index + 1, index + 1 + MOST_CONTINUED);
  const end = further.findIndex((next) => next.turn !== turn || !isOwn.has(next) || !isAdverbial(unended(next.text)));
  return end < 0 ? further : further.slice(0, end);
}

/** "A beagle. Waffles."; "Philippa? On Friday." */
function nameAlone({ text, index, tokens }: Sentence, kinfolk: Kinfolk): string | undefined {
  const kind = KIND_ALONE.exec(text)?.groups?.["kind"];
  if (kind !== undefined && kinfolk.isKind(kind.toLowerCase(), index)) return `I have a ${kind.toLowerCase()}.`;
  const name = NAME_ALONE.exec(text)?.groups?.["name"];
  const isName = name !== undefined && !isCommon(name.toLowerCase());
  const kin =
    isName && (tokens[0]?.pos === "PROPN" || kinfolk.isPetInMind(index)) ? kinfolk.isCalled(name, index) : undefined;
  return kin === undefined ? undefined : `My ${kin} is called ${name ?? ""}.`;
}

const isCommon = (word: string): boolean => stopWords.has(word) || genericWords.has(word) || backchannel.has(word);

const NAME_ALONE = /^(?<name>\p{Lu}\p{Ll}{2,})[?.!]*$/u;
const KIND_ALONE = new RegExp(String.raw`^(?:(?:she|he|it)(?:'s| is) )?an? (?<kind>${kinWords})(?:[.,!]|$)`, "iu");

const STATE_ALONE =
  /^(?:(?:happily|recently|newly|still|originally|severely) )?(?:married|divorced|single|widowed|retired|self-employed|vegetarian|vegan|pregnant|engaged|separated|allergic to|terrified of|scared of|afraid of|addicted to|fluent in|left-handed|diabetic|dyslexic|colou?r-blind)\b/i;
const COUNT_ALONE = new RegExp(
  String.raw`^(?<count>no|one|two|three|four|five|six|seven|a couple of|just the one) (?<what>(?:[\p{Ll}-]+ )?(?:${kinWords}))\b(?! (?:is|are|was|were|has|have|came|will|can|\p{Ll}+ed)\b)`,
  "iu",
);
const NOT_HAD = /^(?:kids|children|siblings|pets|brothers|sisters|grandchildren)$/i;
const DEED_ALONE =
  /^(?:made (?:captain|partner|sergeant|manager)|became|joined the|moved|grew up|studied|quit|gave up|retired|graduated|lost my|used to|worked|trained|broke my|tore my|had my|met my|got married|got divorced|inherited|can't (?:eat|swim|drive|cook|stand)|handed in|passed|never (?:learned|learnt|been|married|smoked))\b/i;

const ADVERB_ALONE = String.raw`(?:(?:still|just|also|always|never|usually|mostly|currently|now|finally|actually|even|only|recently|sadly|anyway|okay|yeah|well|so|and|but),? )*`;
/** Verbs with which nobody is told to do something. */
const VERB_ALONE = new RegExp(
  String.raw`^${ADVERB_ALONE}(?:love|hate|live (?:in|with|on|near|alone|by)|work (?:as|at|for|nights|from home|part)|own|teach|speak|prefer|come from|started|began|joined|lived|taught|ran|bought|sold|built|married|met|lost|became|learned|learnt|won|drove|served|turned|snapped|tore|broke|sprained|had|did|gave|left|went|came|emigrated|adopted|got (?:married|divorced|engaged|into|promoted|diagnosed|laid|my)|went (?:vegan|vegetarian|freelance|part)|used to|can't|haven't)\b`,
  "i",
);
const BEEN_ALONE = new RegExp(String.raw`^(?<lead>${ADVERB_ALONE})been `, "i");
const DOING_ALONE = new RegExp(
  String.raw`^(?<lead>${ADVERB_ALONE})(?=(?:working|living|learning|studying|training|expecting|moving|getting (?:married|divorced|a (?:dog|cat|puppy))|retiring|graduating|saving|writing a|doing (?:a|my)|taking|teaching|raising|renting|building a|retraining|applying for|going (?:part|full|freelance)|waiting for (?:my|a)|turning|starting (?:at|as|a|my)|allergic|vegetarian|vegan|from \p{Lu}\p{L}+ originally|originally from|in (?:my|the) (?:first|second|third|final) year|on (?:insulin|statins|blood thinners|maternity leave|the waiting list))\b)`,
  "iu",
);
const GOT_ALONE = new RegExp(String.raw`^${ADVERB_ALONE}(?:got|have) (?=(?:an?|two|three|four|five|six|no|my)\b)`, "i");

/** "Been vegan since college", "working at the zoo now": telegrams, notes and quick answers leave "I" out. */
function withSubject(text: string): string | undefined {
  const lowered = text.charAt(0).toLowerCase() + text.slice(1);
  if (BEEN_ALONE.test(text)) return text.replace(BEEN_ALONE, "I've been ");
  if (GOT_ALONE.test(text)) return text.replace(GOT_ALONE, "I have ");
  if (DOING_ALONE.test(text))
    return text
      .replace(DOING_ALONE, "I'm ")
      .replace(
        /^(I'm )(\p{Lu})(?=\p{Ll}+ing\b|llergic|egetarian|egan)/u,
        (_, im: string, first: string) => im + first.toLowerCase(),
      );
  return VERB_ALONE.test(text) ? `I ${lowered}` : undefined;
}

const ASKED_OF_DOCTOR =
  /\b(?:you|your)\b.*\b(?:doctor|GP|specialist|consultant|tests?|results|scan|biopsy|hospital|diagnosis)\b|\bwhat did (?:the doctor|the doctors|they|the hospital) (?:say|find)\b/i;
const IT_IS = new RegExp(String.raw`^(?:(?:so|turns out|well|and),? )?it(?:'s| is) (?=(?:an? )?(?:${ILLNESS})\b)`, "i");

/** "Did you see the doctor?" – "On Monday. It's coeliac." */
function diagnosed({ text, turn, index }: Sentence, sentences: readonly Sentence[]): string {
  if (!IT_IS.test(text)) return text;
  let i = index - 1;
  while (sentences[i]?.turn === turn) i -= 1;
  return ASKED_OF_DOCTOR.test(sentences[i]?.text ?? "") ? text.replace(IT_IS, "I have ") : text;
}

/** What is said without "I", with it. */
function whole(said: string): string {
  const text = OF_USER.reduce((told, [pattern, meant]) => told.replace(pattern, meant), said);
  const lower = text.charAt(0).toLowerCase() + text.slice(1);
  if (STATE_ALONE.test(text)) return `I'm ${lower}`;
  if (/^born (?:in|on|and raised)\b/i.test(text)) return `I was ${lower}`;
  if (DEED_ALONE.test(text)) return `I ${lower}`;
  const subjected = withSubject(text);
  if (subjected !== undefined) return subjected;
  const counted = COUNT_ALONE.exec(text)?.groups;
  const isHousehold = counted?.["count"]?.toLowerCase() !== "no" || NOT_HAD.test(counted["what"] ?? "");
  if (counted !== undefined && isHousehold && text.split(" ").length <= 8) return `I have ${lower}`;
  if (BABY_DUE.test(text)) return text.replace(BABY_DUE, "I'm expecting a baby");
  const causes = CAUSING.exec(text)?.groups;
  if (causes === undefined) return text;
  const what = (causes["what"] ?? "").toLowerCase();
  return causes["ail"] === undefined ? `I can't tolerate ${what}.` : `I get ${causes["ail"]} from ${what}.`;
}

/** What others do to one, as one's own; "my company is sending me to Rome". */
const SENT =
  /^(?:(?:because|cause|and|so) )?(?:my|our) (?:company|firm|boss|employer|office|department|unit|bank|church) (?:is|'s) (?:sending|posting|moving|transferring) (?:me|us) /i;
const DOCTOR = String.raw`(?:they|my (?:doctor|GP|gp|consultant|surgeon|specialist|dentist|physio|therapist|psychiatrist)|the (?:doctor|doctors|hospital|surgeon|consultant|specialist))(?:'ve| has| have|'s)?`;
const OF_USER: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:and |so |but |well,? )?the (?=(?:wife|missus|hubby|kids|twins|other half|grandkids|in-laws|girlfriend|boyfriend|mother-in-law)(?:'s| is| are| has| have| lives?| works?| goes| go| loves?| hates?| can't| won't)\b)/i,
    "my ",
  ],
  [/^(?:and |so |but )?(?:the|my) boys (?=are (?:\p{Ll}+|\d+) and \p{Ll}+)/iu, "my sons "],
  [/^(?:and |so |but )?(?:the|my) girls (?=are (?:\p{Ll}+|\d+) and \p{Ll}+)/iu, "my daughters "],
  [/^(?:and |so |but )?the (?=(?:dog|cat|baby|horse|puppy|kitten|rabbit)(?:'s| is) (?:called|named)\b)/i, "my "],
  [/^(?:(?:bad|severe|a bad|a severe) )?(\p{L}+) allergy(?=[,.!]|$)/iu, "I have a $1 allergy"],
  [
    /^I'd (?:really )?(?:love|like) to (?=(?:retire|move (?:back )?to|learn|open (?:a|my)|write a|emigrate|become|study|adopt|sail|run a|start my own|buy a)\b)/i,
    "I want to ",
  ],
  [
    /^(?:I'm|we're) (?:hoping|planning) to (?=(?:retire|move (?:back )?to|learn|open (?:a|my)|write a|emigrate|become|study|adopt|sail|run (?:a|the)|start (?:a|my own)|buy a|have (?:kids|children))\b)/i,
    "I plan to ",
  ],
  [/(?<= )'em\b/g, "them"],
  [SENT, "I'm being sent "],
  [/^(?:everyone|everybody|people|they all|my friends|most people) calls? me (?=\p{Lu})/iu, "I go by "],
  [
    /^(?:my|the) (?:plan|dream|goal|idea) is to (?=retire|move|open|become|buy|build|write|learn|travel|study|start a|run a|sail|live)/i,
    "I plan to ",
  ],
  [
    /^my (?:physio|doctor|GP|dentist|nutritionist|cardiologist|consultant) says no (?=running|salt|sugar|alcohol|coffee|dairy|gluten|meat|sport|driving|lifting)/i,
    "I'm not allowed ",
  ],
  [/^anything but (\p{Ll}+)\b/iu, "I don't like $1"],
  [
    /(^|, )they gave me (?=beta blockers|statins|insulin|an inhaler|a pacemaker|hearing aids|antidepressants|blood thinners|steroids)/iu,
    "$1I take ",
  ],
  [/^(?:not for me,? |no thanks,? )(?=I )/i, ""],
  [new RegExp(String.raw`^(?:and |so |but )?${DOCTOR} (?:just )?(?:put|got|started) me on `, "i"), "I'm on "],
  [new RegExp(String.raw`^(?:and |so |but )?${DOCTOR} diagnosed me with `, "i"), "I was diagnosed with "],
  [new RegExp(String.raw`^(?:and |so |but )?${DOCTOR} (?:took|taken) out my (\p{L}+)`, "iu"), "I had my $1 removed"],
  [
    /^(?:(?:and|so|but),? )?(?:(?:my \p{Ll}+(?: \p{Lu}\p{Ll}+)?|\p{Lu}\p{Ll}+) and (?:I|me)|(?:me|I) and (?:my \p{Ll}+(?: \p{Lu}\p{Ll}+)?|\p{Lu}\p{Ll}+))(?: both)? (?=(?:are|were|have|had|live|moved|got|met|run|own|go|bought|married|split|adopted|play|sing|share|'ve|'re)\b)/iu,
    "We ",
  ],
  [/^no (\p{Ll}+) for (?:me|us)\b/iu, "I don't eat $1"],
  [
    /^(?:and )?(?:on )?(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?(?:'s| it's| is| I've got| I have| are) (?:my )?(church|choir|football|yoga|band practice|training|swimming|church|dance|judo|karate|tennis|pilates|ballet|piano|night school|book club|bingo|bowling|darts)\b(?: night| day| practice)?/i,
    "I have $2 on $1days",
  ],
];

const BABY_DUE = /^(?:and |so )?(?:the|our|my) baby(?:'s| is) due(?= (?:in|on|any)\b)/i;

/** "Chocolate gives me migraines". */
const CAUSING =
  /^(?<what>(?!(?:it|that|this|he|she|they|you|what|which|who|there|these|those|the)\b)\p{L}+(?: \p{Ll}+)?) (?:always |really )?(?:(?:gives?|brings?) me (?:out in )?(?:a |an |terrible |awful |bad )*(?<ail>migraines?|headaches|hives|heartburn|hay fever|nightmares|eczema)|makes? me (?:ill|sick|swell(?: up)?|sneeze|itch|nauseous|bloated|wheeze)|doesn't agree with me|don't agree with me|(?:will|would|could) kill me|sets? off my \p{Ll}+)\b/iu;

/** "When are you going back to Pune?" */
const GOING_HOME =
  /\bwhen (?:are|do) you (?:go|going|fly|flying|drive|driving|head|heading|travel|travelling) (?:back|home) to (?<place>\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*)/iu;
const ABOUT_USER =
  /^(?:(?:and|so|but|well|oh|okay|since|because|now that|as),? )*you(?:'re| are) (?:still )?(?<state>[^?]+)$/i;
const DENIES =
  /^(?:(?:oh|um|well|uh|ha),? )*(?:no|nope|nah|not|actually|what|who|I'm not|I am not|I'm only|I don't|never|stop|don't)\b|^(?:\S+ ){0,2}\S+\?$/i;

const KIN = new RegExp(String.raw`\b(?:${kinWords})\b`, "iu");

/** "My dog is limping." – "It's arthritis, then.": what is said right after another was named may be theirs. */
const isOfAnother = ({ index, text }: Sentence, sentences: readonly Sentence[]): boolean =>
  !/\b(?:I|my|me)\b/i.test(text) && KIN.test(sentences[index - 1]?.text ?? "");

/** "You're self-employed", and the user does not contradict. */
function toldByOther(
  { index, text, turn }: Sentence,
  sentences: readonly Sentence[],
  isOwn: ReadonlySet<Sentence>,
): string[] {
  const home = GOING_HOME.exec(text)?.groups?.["place"];
  const states = text.split(/[,;.] /).flatMap((clause) => {
    const state = ABOUT_USER.exec(unended(clause))?.groups?.["state"];
    const isKnown = state !== undefined && OTHERS_KNOW.test(state) && (statesWhat(state) ?? 0) >= 2;
    return isKnown && !clause.endsWith("?") && isMeant(clause) ? [state] : [];
  });
  const told = [
    ...states.map((state) => `I'm ${mine(state)}.`),
    ...(home === undefined ? [] : [`I live in ${home}.`]),
    ...askedAfter(text),
    ...askedAfter(inUsersMouth(text)),
    ...(/\byou\b|\byour\b/i.test(text) ? presupposed(inUsersMouth(text)) : []),
  ];
  if (told.length === 0) return [];
  const reply = nextTurn(sentences, index, turn);
  return reply === undefined || !isOwn.has(reply) || DENIES.test(reply.text) ? [] : told;
}

/** What is put to the user, who then speaks, and not to deny it. */
function unlessDenied(
  { index, text, turn }: Sentence,
  sentences: readonly Sentence[],
  isOwn: ReadonlySet<Sentence>,
): string[] {
  const reply = nextTurn(sentences, index, turn);
  return reply === undefined || !isOwn.has(reply) || DENIES.test(reply.text) ? [] : putToUser(text);
}

/** The sentence after the turn that one belongs to. */
function nextTurn(sentences: readonly Sentence[], index: number, turn: number): Sentence | undefined {
  let i = index + 1;
  while (sentences[i]?.turn === turn) i += 1;
  return sentences[i];
}

/** "Your asthma", said to the user, is "my asthma" in theirs. */
const inUsersMouth = (text: string): string =>
  text
    .replace(/\b(?:my|our)\b/gi, "their")
    .replace(/\bI\b/g, "they")
    .replace(/\byour\b/gi, "my")
    .replace(/\byou\b/gi, "I");

/** What others do not say in passing. */
const OTHERS_KNOW =
  /^(?:(?:the )?(?:eldest|oldest|youngest)|self-employed|retired|married|divorced|pregnant|vegetarian|vegan|allergic|diabetic|left-handed|dyslexic|colou?r-blind|an only child|type|rhesus|RH|asthmatic|coeliac|celiac|widowed|single|engaged|expecting)\b/i;
