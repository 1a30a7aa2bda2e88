import { isPet, isSeveral, oneOf } from "../talk/kin.js";
import type { Relative } from "./kin-facts.js";
import { capitalised } from "../text/plain-text.js";

/** Something that lasts, worded as a memory or told of one of the user's people. */
export interface Noted {
  /** Without its subject; of a relative: empty where it only tells that there is one. */
  readonly content: string;
  readonly of: Relative | undefined;
  /** How much it tells of the user, from 1 to 3. */
  readonly tells: number;
  readonly index: number;
  readonly segmentIds: readonly string[];
}

const MARRIED = /^(?:wife|husband)$/;
/** Of whom something is told; what is told of others is left out. */
const MAX_RELATIVES = 200;
/** As many as a line bears. */
const MOST_TRAITS = 3;

/** Puts together what is told of one person or animal: "Sister Ana lives in Porto and is allergic to nuts". */
export function joined(noted: readonly Noted[]): Noted[] {
  const own = noted.filter(({ of }) => of === undefined);
  const people: { of: Relative; facts: Noted[] }[] = [];
  for (const fact of noted) {
    const { of } = fact;
    if (of === undefined) continue;
    const same = people.find(
      (other) =>
        other.of.kin === of.kin && (other.of.name === undefined || of.name === undefined || other.of.name === of.name),
    );
    if (same === undefined) {
      if (people.length < MAX_RELATIVES) people.push({ of, facts: [fact] });
    } else {
      same.of = { which: same.of.which || of.which, kin: of.kin, name: same.of.name ?? of.name };
      same.facts.push(fact);
    }
  }
  // "I got a dog. – A whippet." is one animal.
  const isTold = (kin: string): boolean =>
    /^(?:dog|cat)$/.test(kin) && people.some(({ of }) => isPet(of.kin) && of.kin !== kin);
  const apart = people.filter(({ of, facts }) => !(isTold(of.kin) && facts.every(({ content }) => content === "")));
  const withTheirs = withChildren(together(own), apart);
  return [...withTheirs, ...apart.flatMap(({ of, facts }) => ofOne(of, facts))];
}

const INJURY = /^(?:did|broke|tore|snapped|injured|hurt|herniated|dislocated|fractured|slipped) /i;
/** What is said of one matter in two breaths. */
const COMPANIONS: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:is|comes) (?:originally )?from \p{Lu}/iu, /^lives in /i],
  [
    /^(?:works as|is an? \p{L}+(?:er|or|ist|ian)|restores|repairs|mends|makes|builds|sells|fixes|tunes|binds|paints|is self-employed)\b/iu,
    /^(?:has|owns|runs) an? (?:[\p{L}-]+ ){0,2}(?:workshop|shop|studio|stall|practice|business|garage|salon|farm)\b/iu,
  ],
  [/^(?:retired|is retired)\b/i, /^was an? /i],
  [/^was in the /i, /^was an? /i],
  [/^was an? .*\bfor .*(?:years|decades)/i, /^(?:moved (?:over )?to|became|retrained|works) /i],
  [/^(?:left|quit|handed in) /i, /^is self-employed/i],
  [
    INJURY,
    /^had (?:an? |the |my |their )?(?:\p{Ll}+ )?(?:surgery|operation|reconstruction|replacement|cast|plate)\b/iu,
  ],
  [
    /^(?:takes|is on) /i,
    /^had (?:the|an?|their) (?:new )?(?:\p{Ll}+ )?(?:valve|stent|pacemaker|transplant|stroke|heart attack|bypass|hip|knee)\b/iu,
  ],
  [/^(?:got|is|was) divorced\b/i, /^kept the /i],
  [/^doesn't drink/i, /^hasn't drunk/i],
];
/** So far apart, in sentences, one matter may be gone on with. */
const BREATH = 3;

/** "Restores pianos" and "has a workshop in Leith", told together, are one memory. */
function together(own: readonly Noted[]): Noted[] {
  const left = [...own];
  for (const [first, second] of COMPANIONS) {
    const one = left.findIndex(({ content }) => first.test(content));
    const other = left.findIndex(
      ({ content, index }, i) =>
        i !== one && second.test(content) && Math.abs(index - (left[one]?.index ?? -Infinity)) <= BREATH,
    );
    const [a, b] = [left[one], left[other]];
    if (a === undefined || b === undefined) continue;
    const content = `${a.content} and ${b.content.charAt(0).toLowerCase()}${b.content.slice(1)}`;
    left[one] = { ...a, content, segmentIds: [...new Set([...a.segmentIds, ...b.segmentIds])] };
    left.splice(other, 1);
  }
  return left;
}

function ofOne(of: Relative, facts: readonly Noted[]): Noted[] {
  const traits = [...new Set(facts.map(({ content }) => content).filter((content) => content !== ""))];
  const called = [of.which, of.kin, of.name].filter((part) => part !== undefined && part !== "").join(" ");
  const kin = of.which === "" ? of.kin : `${of.which} ${of.kin}`;
  const having = `Has ${/^[aeiou]/i.test(kin) ? "an" : "a"} ${kin}${of.name === undefined ? "" : ` named ${of.name}`}`;
  const index = Math.min(...facts.map((fact) => fact.index));
  const segmentIds = [...new Set(facts.flatMap((fact) => fact.segmentIds))];
  const tells = Math.max(...facts.map((fact) => fact.tells));
  const line = (content: string): Noted => ({ content, of: undefined, tells, index, segmentIds });
  if (traits.length === 0)
    return isSeveral(of.kin)
      ? []
      : [line(MARRIED.test(of.kin) ? `Is married${of.name === undefined ? "" : ` to ${of.name}`}` : having)];
  const lines: Noted[] = [];
  for (let from = 0; from < traits.length; from += MOST_TRAITS) {
    const some = traits.slice(from, from + MOST_TRAITS);
    lines.push(line(isPet(of.kin) ? `${having}, who ${listed(some)}` : capitalised(`${called} ${listed(some)}`)));
  }
  return lines;
}

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""}`;

/** "Has two kids" and their names are one memory. */
function withChildren(own: readonly Noted[], people: { of: Relative; facts: Noted[] }[]): Noted[] {
  return own.map((fact) => {
    const kind = /^Has (?:\S+ )?(?<several>\p{Ll}+)$/u.exec(fact.content)?.groups?.["several"];
    const one = kind === undefined ? undefined : oneOf(kind);
    const ofThem = people.filter(({ of }) => of.kin === one && of.name !== undefined);
    if (ofThem.length === 0) return fact;
    for (const each of ofThem) people.splice(people.indexOf(each), 1);
    const names = ofThem.map(({ of, facts }) =>
      [of.name ?? "", ...facts.map(({ content }) => content.replace(/^is /, ""))]
        .filter((part) => part !== "")
        .join(", "),
    );
    const segmentIds = [...new Set([fact, ...ofThem.flatMap(({ facts }) => facts)].flatMap((each) => each.segmentIds))];
    return { ...fact, content: `${fact.content}: ${listed(names)}`, segmentIds };
  });
}
