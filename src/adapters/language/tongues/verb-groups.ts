import type { ActKind, Piece } from "./acts.js";
import { tokensOf } from "./clauses.js";
import type { Speech } from "./speech.js";
import { folded } from "./time-phrases.js";
import type { Mood } from "./verbs.js";

/** A verb with its pronouns, and what follows it. */
export interface Group {
  readonly verb: string;
  readonly pronouns: readonly string[];
  readonly rest: string;
}

export type Form = Mood | "infinitive";

/** What a clause may promise or ask for, the likeliest first. */
export function* readings(
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

/** The verb that a text begins with, behind its pronouns. */
export function groupIn(text: string, form: Form, speech: Speech): Group | undefined {
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
  const { enclitics, lexicon } = speech;
  if (enclitics === undefined || ((form === "second" || form === "first") && !word.includes("-"))) return undefined;
  for (let at = 2; at < word.length; at += 1) {
    if (!enclitics.test(word.slice(at))) continue;
    const bent = word.slice(0, at);
    const verb =
      form === "infinitive"
        ? [bent, folded(bent), lexicon.wholeInfinitive?.(bent), `${folded(bent)}r`].find(
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
