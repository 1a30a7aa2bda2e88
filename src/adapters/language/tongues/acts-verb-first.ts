import type { ActKind, Found, Piece } from "./acts.js";
import { piecesOf, tokensOf } from "./clauses.js";
import { antecedent, nameIn, opensWithThing } from "./noun-phrases.js";
import { type Parties, personOf, withPossessives } from "./parties.js";
import type { Speech } from "./speech.js";
import type { Tongue } from "./tongue.js";
import type { Mood } from "./verbs.js";
import { folded } from "./time-phrases.js";

/** A verb with its pronouns, and what follows it. */
interface Group {
  readonly verb: string;
  readonly pronouns: readonly string[];
  readonly rest: string;
}

type Form = Mood | "infinitive";

/** "Je t'envoie la facture", "¿Me mandas la lista?": the verb stands before what it is done to. */
export function actVerbFirst(piece: Piece, tongue: Tongue, parties: Parties): Found | undefined {
  for (const { kind, form, group } of readings(piece, tongue.speech)) {
    const worded = group && wordedOf(group, kind, form, { piece, tongue, parties });
    if (worded) return { ...worded, kind, verb: group.verb };
  }
  return undefined;
}

function* readings(
  { text, isQuestion, isCalled, isKind }: Piece,
  speech: Speech,
): Generator<{ kind: ActKind; form: Form; group: Group | undefined }> {
  const asked = speech.askedIn(text, isQuestion || isKind);
  if (asked !== undefined) {
    const before = text.slice(0, text.length - asked.length);
    const group = groupIn(speech.withoutFirstFillers(withoutYou(asked, speech)), "infinitive", speech);
    yield {
      kind: "request",
      form: "infinitive",
      group: group && { ...group, pronouns: [...cliticsIn(before, speech), ...group.pronouns] },
    };
  }
  const [subject] = tokensOf(text);
  const saysI = subject !== undefined && speech.I.test(subject.lower);
  const said = saysI ? text.slice(subject.to).trim() : text;
  const { pronouns, rest } = cliticsBefore(said, speech);
  for (const pattern of [speech.will, speech.must]) {
    const infinitive = rest.replace(pattern, "");
    if (infinitive === rest || isQuestion || (speech.lexicon.needsI && !saysI && !/^(?:il|me|mi) /iu.test(rest)))
      continue;
    const group = groupIn(speech.withoutFirstFillers(infinitive), "infinitive", speech);
    yield {
      kind: "promise",
      form: "infinitive",
      group: group && { ...group, pronouns: [...pronouns, ...group.pronouns] },
    };
  }
  if (!isQuestion && (saysI || !speech.lexicon.needsI)) {
    yield { kind: "promise", form: "first", group: groupIn(said, "first", speech) };
  }
  const offered = text.replace(speech.shallI, "");
  if (offered !== text) {
    yield { kind: "offer", form: "infinitive", group: groupIn(offered, "infinitive", speech) };
    yield { kind: "offer", form: "order", group: groupIn(offered, "order", speech) };
  }
  if (isKind) yield { kind: "order", form: "infinitive", group: groupIn(text, "infinitive", speech) };
  if (!isQuestion && !saysI && pronouns.length === 0) {
    yield { kind: "order", form: "order", group: groupIn(text, "order", speech) };
  }
  if (isQuestion) {
    const saysYou = subject !== undefined && speech.you.test(subject.lower);
    const group = groupIn(saysYou ? text.slice(subject.to).trim() : text, "second", speech);
    const isMeant =
      group &&
      (isCalled ||
        group.pronouns.some((pronoun) => speech.me.has(pronoun)) ||
        saysYou ||
        startsWithYou(group.rest, speech));
    if (isMeant) yield { kind: "question", form: "second", group };
  }
}

const allDeterminers = ({ pronouns }: Speech): string => [...pronouns.values()].join("|");

const startsWithYou = (text: string, speech: Speech): boolean => speech.you.test(tokensOf(text)[0]?.lower ?? "");

function withoutYou(text: string, speech: Speech): string {
  const [first] = tokensOf(text);
  return first && speech.you.test(first.lower) ? text.slice(first.to).trim() : text;
}

const isClitic = (word: string, speech: Speech): boolean =>
  speech.me.has(word) || speech.toYou.has(word) || speech.clitics.has(word) || speech.pronouns.has(word);

const cliticsIn = (text: string, speech: Speech): string[] =>
  tokensOf(text)
    .map(({ lower }) => lower)
    .filter((word) => speech.me.has(word) || speech.pronouns.has(word));

function cliticsBefore(text: string, speech: Speech): { pronouns: string[]; rest: string } {
  const tokens = tokensOf(text);
  const end = tokens.findIndex(({ lower }) => !isClitic(lower, speech));
  const own = tokens.slice(0, Math.max(0, end));
  return { pronouns: own.map(({ lower }) => lower), rest: text.slice(tokens[end]?.from ?? 0) };
}

function groupIn(text: string, form: Form, speech: Speech): Group | undefined {
  const { pronouns, rest: said } = cliticsBefore(text, speech);
  const gone = form === "infinitive" ? said.replace(speech.go, "") : said;
  const rest = gone === "" ? said : gone;
  const [token] = tokensOf(rest);
  const found = token && verbOf(token.lower, form, speech);
  if (!found) return undefined;
  return { verb: found.verb, pronouns: [...pronouns, ...found.pronouns], rest: rest.slice(token.to).trim() };
}

function verbOf(word: string, form: Form, speech: Speech): Pick<Group, "verb" | "pronouns"> | undefined {
  const plainVerb =
    form === "infinitive" ? (speech.verbs.isTask(word) ? word : undefined) : speech.verbs.infinitiveOf(word, form);
  if (plainVerb !== undefined) return { verb: plainVerb, pronouns: [] };
  const { enclitics, wholeInfinitive } = speech.lexicon;
  if (enclitics === undefined || ((form === "second" || form === "first") && !word.includes("-"))) return undefined;
  const whole = new RegExp(`^(?:${enclitics})$`, "iu");
  for (let at = 2; at < word.length; at += 1) {
    if (!whole.test(word.slice(at))) continue;
    const bent = word.slice(0, at);
    const verb =
      form === "infinitive"
        ? [bent, folded(bent), wholeInfinitive?.(bent), `${folded(bent)}r`].find(
            (base) => base !== undefined && speech.verbs.isTask(base),
          )
        : speech.verbs.infinitiveOfBent(bent, form);
    if (verb !== undefined) return { verb, pronouns: enclosed(word.slice(at), speech) };
  }
  return undefined;
}

/** The pronouns in "-melo", "-lhes". */
const enclosed = (joined: string, speech: Speech): string[] =>
  (
    joined
      .replaceAll("-", " ")
      .match(/lhes?|nous|leur|gli|moi|toi|lui|nos|les?|l[aoi]s?|[mtscv][ei]|os|ne|en|y|as|a|o/g) ?? []
  ).map((pronoun) => (speech.pronouns.has(pronoun) || !/^l[oa]s?$/.test(pronoun) ? pronoun : pronoun.slice(1)));

interface Setting {
  readonly piece: Piece;
  readonly tongue: Tongue;
  readonly parties: Parties;
}

type Worded = Pick<Found, "task" | "isWhole" | "forMe">;

function wordedOf(group: Group, kind: ActKind, form: Form, setting: Setting): Worded | undefined {
  const { piece, tongue, parties } = setting;
  const { speech } = tongue;
  const isOwn = kind === "promise" || kind === "offer";
  let infinitive = group.verb;
  let [object, person, isWhole, forMe] = ["", "", true, false];
  const things = group.pronouns.filter((pronoun) => speech.pronouns.has(pronoun) && !speech.clitics.has(pronoun));
  for (const pronoun of group.pronouns) {
    if (speech.clitics.has(pronoun)) continue;
    const isMe = speech.me.has(pronoun);
    if (isMe || speech.toYou.has(pronoun)) {
      // What one does to oneself is no task: "me acuerdo".
      if (isMe === isOwn && speech.verbs.isReflexive(group.verb)) {
        infinitive = speech.lexicon.oneself(group.verb);
        continue;
      }
      if (isMe === isOwn && !speech.us.has(pronoun) && things.length === 0) return undefined;
      if (isMe !== isOwn) person = personOf(pronoun, speech, parties) ?? "";
      forMe ||= isMe && !isOwn;
      continue;
    }
    const isSaid = speech.verbs.isOfSaying(group.verb);
    const named = isSaid
      ? undefined
      : (piece.topic ?? personIn(group.verb, setting) ?? antecedent(speech.pronouns.get(pronoun) ?? "", piece.before, setting));
    if (named === undefined) {
      isWhole = false;
      infinitive = speech.lexicon.withPronoun?.(infinitive, pronoun) ?? infinitive;
    } else object = named;
  }
  const { head, tail } = conjoined(withoutSubject(group.rest, speech), form, setting, kind);
  const [first] = tokensOf(head);
  const meant =
    first && things.length === 0 && standsForAThing(head, tongue) ? speech.pronouns.get(first.lower) : undefined;
  if (meant !== undefined) object = piece.topic ?? antecedent(meant, piece.before, setting) ?? "";
  if (meant !== undefined && object === "") return undefined;
  const { topic } = piece;
  if (head === "" && object === "" && topic?.includes(" ") === true) object = topic;
  // "The cake is still to be ordered." "I'll order this evening."
  const isBare = object === "" && things.length === 0 && !opensWithThing(head, tongue);
  if (isBare) object = objectBefore(group.verb, setting) ?? "";
  // "Have you booked the table?" "I'll book this evening."
  if (head === "" && object === "" && piece.isAnswer && form === "first")
    object = antecedent(allDeterminers(speech), piece.before.slice(0, 1), setting) ?? "";
  const rest = meant === undefined ? withNames(speech.withoutFillers(head), setting) : "";
  const causes = tokensOf(rest)[0];
  const caused = object !== "" && causes && speech.verbs.isTask(causes.lower) ? causes.text : "";
  const after = caused === "" ? rest : rest.slice(causes?.to).trim();
  const task = [infinitive, caused, object, ...withPerson(after, person, group.verb, setting)]
    .filter(Boolean)
    .join(" ");
  const tells = object !== "" || saysSomething(rest, tongue) || piece.goesOn || hasClause(rest, speech);
  if (tells || (person !== "" && speech.verbs.takesPeople(group.verb))) {
    return { task: task + (tail && mark(tongue) + tail), isWhole: isWhole || saysSomething(rest, tongue), forMe };
  }
  return tail === "" ? undefined : { task: tail, isWhole: true, forMe };
}

const mark = ({ and }: Tongue): string => ` ${and} `;

/** "... to ask whether". */
const hasClause = (rest: string, speech: Speech): boolean => {
  const words = rest.toLowerCase().split(" ");
  const joint = words.findIndex((word) => speech.joints.has(word));
  return joint >= 0 && words.length - joint > 2;
};

/** "Isso", "ça": and perhaps "when?". */
const standsForAThing = (text: string, { speech }: Tongue): boolean =>
  tokensOf(text).every(({ lower }, at) => (at === 0 ? speech.pronouns.has(lower) : speech.joints.has(lower)));

/** Who was named last, for a verb that is done to people, where names alone have capitals. */
function personIn(verb: string, { piece, tongue, parties }: Setting): string | undefined {
  const { speech } = tongue;
  if (tongue.capitalNouns || !speech.verbs.takesPeople(verb)) return undefined;
  const named = piece.before.slice(0, NAMED_BEFORE).flatMap(({ text }) => nameIn(text, tongue) ?? []);
  const person = named.find((name) => name !== parties.me && name !== parties.you);
  return person === undefined ? undefined : speech.lexicon.personal.replace("{}", person);
}

const NAMED_BEFORE = 2;

/** What was named as the thing of the same verb. */
function objectBefore(verb: string, { piece, tongue, parties }: Setting): string | undefined {
  for (const { text, isOwn } of piece.before.slice(0, NAMED_BEFORE + 1)) {
    const at = text.indexOf(`${verb} `);
    if (at < 0) continue;
    const after = piecesOf(text.slice(at + verb.length))[0] ?? "";
    const [first] = tokensOf(after);
    if (!first || !tongue.isDeterminer(first.lower)) continue;
    return antecedent(allDeterminers(tongue.speech), [{ text: after, isOwn }], { tongue, parties });
  }
  return undefined;
}

function withoutSubject(rest: string, speech: Speech): string {
  const [first] = tokensOf(rest);
  return first && (speech.I.test(first.lower) || speech.you.test(first.lower)) ? rest.slice(first.to).trim() : rest;
}

/** "... and send it by mail": what is promised with it. Where others begin to act it ends. */
function conjoined(rest: string, form: Form, setting: Setting, kind: ActKind): { head: string; tail: string } {
  const { tongue } = setting;
  const at = ` ${rest}`.indexOf(mark(tongue));
  if (at < 0) return { head: rest, tail: "" };
  const next = rest.slice(at + mark(tongue).length - 1);
  const [first] = tokensOf(next);
  const said = first && tongue.speech.I.test(first.lower) ? next.slice(first.to).trim() : next;
  const head = rest.slice(0, Math.max(0, at - 1)).trim();
  const group = groupIn(said, form, tongue.speech);
  if (group) {
    const before = head === "" ? setting.piece.before : [];
    const worded = wordedOf(group, kind, form, { ...setting, piece: { ...setting.piece, topic: undefined, before } });
    return { head, tail: worded?.task ?? "" };
  }
  if (tongue.speech.others.test(next) || said !== next) return { head, tail: "" };
  return { head: rest, tail: "" };
}

/** Who a thing is for, after the thing and before a clause of its own. */
function withPerson(rest: string, person: string, verb: string, { tongue }: Setting): string[] {
  if (person === "") return [rest];
  const { speech } = tongue;
  if (speech.verbs.takesPeople(verb)) return [speech.lexicon.personal.replace("{}", person), rest];
  const toward = speech.lexicon.toward.replace("{}", person);
  const words = rest.split(" ");
  const joint = words.findIndex((word, at) => at > 0 && speech.joints.has(word.toLowerCase()));
  return joint < 0 ? [rest, toward] : [words.slice(0, joint).join(" "), toward, words.slice(joint).join(" ")];
}

/** "Pour toi" is "pour Ana". */
function withNames(rest: string, { tongue: { speech }, parties }: Setting): string {
  const named = rest.replace(/[\p{L}]+/gu, (word, at: number) => {
    const lower = word.toLowerCase();
    if (
      at === 0 ||
      !(speech.me.has(lower) || speech.toYou.has(lower)) ||
      speech.pronouns.has(lower) ||
      speech.clitics.has(lower)
    )
      return word;
    return personOf(lower, speech, parties) ?? word;
  });
  return withPossessives(named, speech, parties);
}

export const saysSomething = (text: string, tongue: Tongue): boolean =>
  tokensOf(text).some(({ text: word, lower }) => /^\p{L}{2}|^\d/u.test(word) && !tongue.isFunctionWord(lower));
