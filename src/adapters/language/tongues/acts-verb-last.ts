import type { ActKind, Found, Piece } from "./acts.js";
import { saysSomething, type Token, tokensOf } from "./clauses.js";
import { antecedent } from "./noun-phrases.js";
import { type Parties, personOf, withPossessives } from "./parties.js";
import type { Speech } from "./speech.js";
import type { Tongue } from "./tongue.js";
import type { Mood } from "./verbs.js";

/** What stands between a verb and the end of its clause. */
interface Frame {
  readonly kind: ActKind;
  /** Without it the infinitive is the last word. */
  readonly verb: string | undefined;
  readonly mood: Mood | undefined;
  /** What stands before the verb. */
  readonly lead: string;
  readonly middle: string;
}

interface Setting {
  readonly piece: Piece;
  readonly tongue: Tongue;
  readonly parties: Parties;
}

/** "Ich schicke dir die Rechnung", "Kun je de sleutel meenemen?": an infinitive stands after what it is done to. */
export function actVerbLast(piece: Piece, tongue: Tongue, parties: Parties): Found | undefined {
  const frame = frameOf(piece, tongue.speech);
  return frame && wordedOf(frame, { piece, tongue, parties });
}

/** "Not to forget to pay the bill": before the infinitive. */
const TO = /^(?:zu|te)$/;

function frameOf({ text, isQuestion, isKind }: Piece, speech: Speech): Frame | undefined {
  const tokens = tokensOf(text);
  const after = (at: number): string => text.slice(tokens[at]?.to).trim();
  const lower = (at: number): string => tokens[at]?.lower ?? "";
  const asked = speech.askedIn(text, isQuestion || isKind);
  if (asked !== undefined) return { kind: "request", verb: undefined, mood: undefined, lead: "", middle: asked };
  const offered = text.replace(speech.shallI, "");
  if (isQuestion && offered !== text)
    return { kind: "offer", verb: undefined, mood: undefined, lead: "", middle: offered };
  if (isQuestion) {
    const formal = speech.verbs.infinitiveOf(lower(0), "order");
    const verb = speech.verbs.infinitiveOf(lower(0), "second") ?? (formal === lower(0) ? formal : undefined);
    return verb !== undefined && speech.you.test(lower(1))
      ? { kind: "question", verb, mood: "second", lead: "", middle: after(1) }
      : undefined;
  }
  const to = tokens.at(-2);
  if (isKind && to && TO.test(to.lower)) {
    const middle = text.slice(0, to.from) + text.slice(to.to).trim();
    return { kind: "order", verb: undefined, mood: undefined, lead: "", middle };
  }
  const I = tokens.findIndex((token) => speech.I.test(token.lower));
  if (I >= 0 && I <= 6) {
    for (const [at, end] of [
      [I + 1, I + 1],
      [I - 1, I],
    ] as const) {
      const word = tokens[at];
      if (!word) continue;
      const lead = text.slice(0, tokens[Math.min(at, I)]?.from ?? 0).trim();
      const frame = { kind: "promise", lead, middle: after(end) } as const;
      if ([speech.will, speech.must].some((pattern) => pattern.test(word.lower)))
        return { ...frame, verb: undefined, mood: undefined };
      if (speech.can?.test(word.lower)) return { ...frame, kind: "offer", verb: undefined, mood: undefined };
      const verb = speech.verbs.infinitiveOf(word.lower, "first");
      if (verb !== undefined) return { ...frame, verb, mood: "first" };
    }
    return undefined;
  }
  const verb = speech.verbs.infinitiveOf(lower(0), "order");
  if (verb === undefined || (lower(0) === verb && !speech.you.test(lower(1)))) return undefined;
  return { kind: "order", verb, mood: "order", lead: "", middle: after(speech.you.test(lower(1)) ? 1 : 0) };
}

function wordedOf({ kind, verb, mood, lead, middle }: Frame, setting: Setting): Found | undefined {
  const { piece, tongue } = setting;
  const { speech } = tongue;
  const { own, next, subordinate } = divided(middle, mood, tongue);
  const tokens = tokensOf(own);
  const last = tokens.at(-1);
  if (!last) return undefined;
  const isApart = verb !== undefined && speech.verbs.isParticle(last.lower);
  // "Bescheid sagen" is written as two words.
  const part = tokens.at(-2);
  const isPair =
    verb === undefined &&
    part !== undefined &&
    speech.verbs.isParticle(part.lower) &&
    speech.verbs.isTask(part.lower + last.lower);
  const isNoun = /^\p{Lu}/u.test((isPair ? part : last).text);
  const glue = isNoun ? " " : "";
  const infinitive =
    verb === undefined ? (isPair ? part.lower + last.lower : last.lower) : isApart ? last.lower + verb : verb;
  const written = isPair
    ? part.text + glue + last.text
    : isApart
      ? (isNoun ? last.text : last.lower) + glue + verb
      : infinitive;
  const known = speech.verbs.isTask(infinitive) || (verb !== undefined && speech.verbs.isTask(verb));
  if (!known) return undefined;
  const kept = isPair ? tokens.slice(0, -2) : verb === undefined || isApart ? tokens.slice(0, -1) : tokens;
  const read = middleOf(kept, kind, infinitive, setting);
  if (!read) return undefined;
  const topic = leadOf(lead, setting);
  const isMeant = lead === "" || topic !== "" || !speech.pronouns.has(lead.toLowerCase());
  const before = [topic, read.text].filter(Boolean).join(" ");
  if (!read.isNamed && !saysSomething(before, tongue) && !piece.goesOn) return undefined;
  const conjoined =
    next &&
    wordedOf(
      { kind, verb: next.verb, mood, lead: "", middle: next.middle },
      { ...setting, piece: { ...piece, topic: undefined, before: [] } },
    );
  const bare = next && !conjoined && next.middle === "" ? ` ${tongue.and} ${next.verb}` : "";
  const rest = conjoined ? ` ${tongue.and} ${conjoined.task}` : bare;
  return {
    kind,
    verb: infinitive,
    task: `${before} ${written}${subordinate}${rest}`.trim(),
    isWhole: read.isWhole && isMeant,
    forMe: read.forMe,
  };
}

/** Its own part, "and" another verb with its own, and a clause that depends on it. */
function divided(
  middle: string,
  mood: Mood | undefined,
  tongue: Tongue,
): { own: string; next: { verb: string; middle: string } | undefined; subordinate: string } {
  const { speech, and } = tongue;
  const mark = ` ${and} `;
  const at = middle.indexOf(mark);
  const [head, tail] = at < 0 ? [middle, ""] : [middle.slice(0, at), middle.slice(at + mark.length)];
  const [first, second] = tokensOf(tail);
  const verb = first && mood && speech.verbs.infinitiveOf(first.lower, mood);
  const isAnother =
    at >= 0 &&
    (verb !== undefined ||
      speech.others.test(tail) ||
      (second && speech.I.test(second.lower)) ||
      (first && speech.I.test(first.lower)));
  const whole = isAnother ? head : middle;
  const words = whole.split(" ");
  const joint = words.findIndex((word, i) => i > 0 && speech.clauses.has(word.toLowerCase()));
  return {
    own: joint < 0 ? whole : words.slice(0, joint).join(" "),
    next: verb !== undefined && first ? { verb, middle: tail.slice(first.to).trim() } : undefined,
    subordinate: joint < 0 ? "" : ` ${words.slice(joint).join(" ")}`,
  };
}

/** What is left of a middle when persons have their names, things that were named are named again, and fillers are gone. */
function middleOf(
  tokens: readonly Token[],
  kind: ActKind,
  infinitive: string,
  { piece, tongue, parties }: Setting,
): { text: string; isWhole: boolean; forMe: boolean; isNamed: boolean } | undefined {
  const { speech } = tongue;
  const isOwn = kind === "promise" || kind === "offer";
  let [isWhole, forMe, isNamed] = [true, false, false];
  const words: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (!token) continue;
    const { lower } = token;
    const next = tokens[at + 1];
    const isMe = speech.me.has(lower);
    if ((isMe || speech.toYou.has(lower)) && !isPossessive(lower, tokens, at, tongue)) {
      if (isMe === isOwn && speech.verbs.isReflexive(infinitive)) {
        words.push(speech.lexicon.oneself(infinitive));
        continue;
      }
      if (isMe === isOwn && !speech.us.has(lower)) return undefined;
      forMe ||= isMe && !isOwn;
      const name = personOf(lower, speech, parties);
      if (name !== undefined) {
        words.push(name);
        isNamed = true;
      }
      continue;
    }
    const pair = next ? `${lower} ${next.lower}` : "";
    const pronoun = speech.pronouns.has(pair) ? pair : lower;
    const stands = speech.pronouns.get(pronoun);
    const isLast = pronoun === pair ? at + 2 >= tokens.length : standsAlone(next, tongue);
    if (stands !== undefined && isLast) {
      const isSaid = speech.verbs.isOfSaying(infinitive);
      const named = isSaid ? undefined : (piece.topic ?? antecedent(stands, piece.before, { tongue, parties }));
      if (named === undefined) {
        isWhole = false;
        words.push(token.text);
      } else {
        words.push(named);
        isNamed = true;
      }
      if (pronoun === pair) at += 1;
      continue;
    }
    const previous = tokens[at - 1];
    const glued = previous !== undefined && previous.to === token.from && words.length > 0;
    if (glued) words.push((words.pop() ?? "") + token.text);
    else words.push(token.text);
  }
  const said = speech.withoutFillers(words.join(" ").replace(/\s+(?=[,.;!?])/g, ""));
  return { text: withPossessives(said, speech, parties), isWhole, forMe, isNamed };
}

/** "Je" is "you" and "your". */
function isPossessive(word: string, tokens: readonly Token[], at: number, tongue: Tongue): boolean {
  if (word !== "je") return false;
  const next = tokens[at + 1];
  const before = tokens[at - 1]?.lower ?? "";
  if (!next || /^(?:voor|met|aan|bij|naar|tegen|van)$/.test(before))
    return next !== undefined && !tongue.isFunctionWord(next.lower);
  return (
    !tongue.isFunctionWord(next.lower) &&
    !tongue.isDeterminer(next.lower) &&
    /^(?:voor|met|aan|bij|naar|tegen|van|in|op|uit)$/.test(before)
  );
}

/** A pronoun, where the same word before a thing is its article. */
const standsAlone = (next: Token | undefined, tongue: Tongue): boolean =>
  next === undefined || (tongue.isFunctionWord(next.lower) && !/^\p{Lu}/u.test(next.text));

/** What was put before the verb: a thing, or the word for one that stands just before. */
function leadOf(lead: string, { piece, tongue, parties }: Setting): string {
  const { speech } = tongue;
  const words = tokensOf(lead);
  const [only] = words;
  if (words.length === 1 && only && speech.pronouns.has(only.lower)) {
    const named =
      piece.topic ?? antecedent(speech.pronouns.get(only.lower) ?? "", piece.before.slice(0, 1), { tongue, parties });
    return named ?? "";
  }
  return saysSomething(lead, tongue) ? withPossessives(lead, speech, parties) : "";
}
