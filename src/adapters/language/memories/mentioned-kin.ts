import { isReported } from "../talk/earnest.js";
import { alternatives } from "../text/alternatives.js";

/** Of whom it tells something that one has them: everybody has a mother. */
const TELLING = alternatives(`
  wife husband partner fiancé fiancée fiance fiancee girlfriend boyfriend son daughter stepson stepdaughter boy girl
  grandson granddaughter grandchildren grandkids kids children twins brother sister stepbrother stepsister half-brother
  half-sister ex-wife ex-husband ex dog cat puppy kitten rabbit horse pony parrot tortoise hamster godson goddaughter
  lad lass hubby missus other_half little_boy little_girl flatmate roommate housemate
`);
const WHICH = String.raw`(?:older|younger|elder|eldest|oldest|youngest|little|big|twin)`;
const MENTION = new RegExp(
  String.raw`(?<![\p{L}'] of )\b(?:[Mm]y|[Oo]ur) (?:(?<which>${WHICH}) )?(?<kin>${TELLING})(?:'s)?(?![\p{L}-])(?:(?:,| is called| named)? (?<name>\p{Lu}\p{Ll}+)(?!['\p{L}]))?`,
  "gu",
);
const NO_NAME =
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?$|^(?:January|February|March|April|May|June|July|August|September|October|November|December|Christmas|Easter|Skype|Zoom|God)$/;
/** "Drop my boy at the day care": where a child goes every day. */
const TAKEN = new RegExp(
  String.raw`\b(?:drop|drops|dropping|dropped|pick|picking|picked|take|taking|took|bring|bringing|brought|fetch|fetching|collect|collecting|collected|get|getting|run) (?:up |off )?(?:my|our) (?<kin>${TELLING})\b(?: \p{Lu}\p{Ll}+)?(?: up| off)? (?:at|to|from) (?:the |her |his |their )?(?<where>day ?care|nursery|school|kindergarten|crèche|preschool|playgroup|college)\b`,
  "giu",
);
const ORDINARY: Readonly<Record<string, string>> = {
  boy: "son",
  girl: "daughter",
  lad: "son",
  lass: "daughter",
  hubby: "husband",
  missus: "wife",
  "little boy": "son",
};

/**
 * What is told in passing by a mention: "my daughter has a vaccine" says that one has a daughter. It holds whoever
 * speaks on in the sentence: "my son says so".
 * @returns sentences in the speaker's mouth.
 */
export function mentionedKin(text: string): string[] {
  if (/["“”«»]/.test(text)) return [];
  const told: string[] = [];
  for (const match of text.matchAll(MENTION)) {
    const { which, kin = "", name } = match.groups ?? {};
    if (isReported(text.slice(0, match.index)) || SUPPOSED.test(text.slice(0, match.index))) continue;
    const one = `${which === undefined ? "" : `${which} `}${ORDINARY[kin] ?? kin}`;
    if (name === undefined && DISTANT.test(kin)) continue;
    told.push(
      SEVERAL.test(kin)
        ? `I have ${kin}.`
        : name === undefined || NO_NAME.test(name)
          ? `I have ${/^[aeiou]/i.test(one) ? "an" : "a"} ${one}.`
          : `My ${one} is called ${name}.`,
    );
  }
  for (const { groups: { kin = "", where = "" } = {} } of text.matchAll(TAKEN))
    told.push(`My ${ORDINARY[kin] ?? kin} ${SEVERAL.test(kin) ? "go" : "goes"} to ${where.toLowerCase()}.`);
  const [, ours] =
    /\b(?:with|for|from|and|have|got) the (baby|kids|twins|grandkids|grandchildren)\b(?!'s|-)/.exec(text) ?? [];
  if (ours !== undefined) told.push(`I have ${ours === "baby" ? "a " : ""}${ours}.`);
  if (/\b(?:the|on my|our) school run\b/i.test(text)) told.push("My children are at school.");
  return told;
}

/** Of these it tells little until they have a name. */
const DISTANT = /^(?:(?:half-|step)?(?:brother|sister)|flatmate|roommate|housemate|partner|ex|ex-\p{Ll}+|girl|boy)$/u;
const SEVERAL = /^(?:grandchildren|grandkids|kids|children|twins)$/;
/** Whom one has only in thought. */
const SUPPOSED = /\b(?:if I had|imagine|suppose|pretend|I wish|would be|future)\b/i;
