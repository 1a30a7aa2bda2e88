import type { ActKind, Found, Piece } from "./acts.js";
import { piecesOf, saysSomething, tokensOf } from "./clauses.js";
import { antecedent, nameIn, opensWithThing } from "./noun-phrases.js";
import { type Parties, personOf, withPossessives } from "./parties.js";
import type { Speech } from "./speech.js";
import type { Tongue } from "./tongue.js";
import { type Form, type Group, groupIn, readings } from "./verb-groups.js";

/** "Je t'envoie la facture", "¿Me mandas la lista?": the verb stands before what it is done to. */
export function actVerbFirst(piece: Piece, tongue: Tongue, parties: Parties): Found | undefined {
  for (const { kind, form, group } of readings(piece, tongue.speech)) {
    const worded = group && wordedOf(group, kind, form, { piece, tongue, parties });
    if (worded) return { ...worded, kind, verb: group.verb };
  }
  return undefined;
}

const allDeterminers = ({ pronouns }: Speech): string => [...pronouns.values()].join("|");

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
      : (piece.topic ??
        personIn(group.verb, setting) ??
        antecedent(speech.pronouns.get(pronoun) ?? "", piece.before, setting));
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
