import { familiar, kinWords, petWords } from "../talk/kin.js";
import type { Presupposition } from "./presupposition.js";

const WHICH = String.raw`(?:(?:older|younger|elder|eldest|oldest|youngest|little|big|twin|best|late) )?`;
const NAME = String.raw`(?: \p{Lu}\p{Ll}+)?`;
const AT_HOME = String.raw`(?:who lives |living |over |down |up |out |back )?in (?<place>(?:the )?\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*)\b`;
const DAY =
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$|^(?:January|February|March|April|May|June|July|August|September|October|November|December|Christmas|Easter)$/;

/** What is said in passing of one's family and animals: "my brother in Leeds", "since my dad died". */
export const KIN: readonly Presupposition[] = [
  [
    /\b(?:[Mm]y|[Oo]ur) wedding(?: is|'s) (?<when>(?:on|in) [^,.;?!]{3,30})/gu,
    ({ when }) => `I'm getting married ${when ?? ""}.`,
  ],
  [
    /\b(?:before|until|till|to|for|plan(?:ning)?) (?:my|our) wedding\b(?! (?:anniversary|photos|ring|video))/gu,
    () => "I'm getting married.",
  ],
  [
    new RegExp(
      String.raw`\b(?:I've got|I have|this is|it's|bringing|bring|about) (?<name>\p{Lu}\p{Ll}+),? (?:the|our|my) (?:um,? |uh,? )?(?:the )?(?<pet>${petWords})\b`,
      "gu",
    ),
    ({ name, pet }) => `My ${pet ?? ""} is called ${name ?? ""}.`,
  ],
  [
    new RegExp(String.raw`\b[Ss]ince (?<who>${familiar}) (?:died|passed away|passed)\b`, "gu"),
    ({ who = "" }) => `My ${who.toLowerCase()} died.`,
  ],
  [
    new RegExp(
      String.raw`(?:^|[\s,])(?<who>${familiar})'s (?<nth>thirtieth|fortieth|fiftieth|sixtieth|seventieth|eightieth|ninetieth|hundredth)\b`,
      "gu",
    ),
    ({ who = "", nth = "" }) =>
      `My ${who.toLowerCase()} is turning ${nth.replace(/ieth$/, "y").replace("hundredth", "a hundred")}.`,
  ],
  [
    /\b(?:[Mm]y|[Oo]ur) (?<kind>civil partner|fiancée?) (?<name>\p{Lu}\p{Ll}+)/gu,
    ({ name }) => `I'm engaged to ${name ?? ""}.`,
  ],
  [
    /\b[Mm]y late (?<who>wife|husband|father|mother|dad|mum|mom|brother|sister|partner|son|daughter)\b/gu,
    ({ who }) => `My ${who ?? ""} died.`,
  ],
  [
    /\b[Ss]ince (?:my (?<who>wife|husband|father|mother|dad|mum|mom|brother|sister|partner) )?(?<name>\p{Lu}\p{Ll}+)?(?:'s)? ?(?:died|passed away|passed)\b/gu,
    ({ who }) => (who === undefined ? undefined : `My ${who} died.`),
  ],
  [
    /\b(?:[Mm]y|[Oo]ur) (?<who>\p{L}+)'s (?<nth>thirtieth|fortieth|fiftieth|sixtieth|seventieth|eightieth|ninetieth|hundredth)\b/gu,
    ({ who, nth = "" }) => `My ${who ?? ""} is turning ${nth.replace(/ieth$/, "y").replace("hundredth", "a hundred")}.`,
  ],
  [
    new RegExp(
      String.raw`\b(?:with|have|having|got) my (?<who>${WHICH}(?:${kinWords})${NAME}) (?<what>(?:on the team|in the (?:team|choir|band|army|navy)|at (?:university|college|school|nursery)|in (?:hospital|prison|a wheelchair|care))\b[^.,;?!]*)`,
      "gu",
    ),
    ({ who, what }) => `My ${who ?? ""} is ${what ?? ""}.`,
  ],
  [
    new RegExp(
      String.raw`\b(?:[Mm]y|[Oo]ur) (?<who>${WHICH}(?:${kinWords})${NAME}),? ${AT_HOME}(?! (?:today|now|this|next|last|for|on|until|tomorrow|tonight))`,
      "gu",
    ),
    ({ who, place }) => `My ${who ?? ""} lives in ${place ?? ""}.`,
  ],
  [
    new RegExp(
      String.raw`\b(?:[Mm]y|[Oo]ur) (?<who>${WHICH}(?:${kinWords})${NAME}),? who(?:'s| is) (?<what>[^,.;?!]+)`,
      "gu",
    ),
    ({ who, what }) => `My ${who ?? ""} is ${what ?? ""}.`,
  ],
  [
    new RegExp(
      String.raw`\b(?:[Mm]y|[Oo]ur) (?<who>${WHICH}(?:${kinWords})${NAME}),? who (?<what>(?:lives|works|has|can't|doesn't|speaks|teaches|plays|loves|hates|runs|owns|moved|died|studies)\b[^,.;?!]+)`,
      "gu",
    ),
    ({ who, what }) => `My ${who ?? ""} ${what ?? ""}.`,
  ],
  [
    new RegExp(
      String.raw`\b(?:[Mm]y|[Oo]ur) (?<who>${WHICH}(?:${kinWords})),? (?<name>\p{Lu}\p{Ll}{2,})\b(?!'s (?:${kinWords}))`,
      "gu",
    ),
    ({ who, name }) => (DAY.test(name ?? "") ? undefined : `My ${who ?? ""} is called ${name ?? ""}.`),
  ],
  [
    /\b(?:[Tt]o|to) (?<place>\p{Lu}\p{L}+)\b[^.?!]*, that's where my (?<who>\p{L}+(?: \p{Lu}\p{Ll}+)?) (?:are|is|live|lives)\b/gu,
    ({ place, who }) => `My ${who ?? ""} live in ${place ?? ""}.`,
  ],
  [
    /\b[Tt]hat's where my (?<who>\p{L}+(?: \p{Lu}\p{Ll}+)?) (?:are|is|live|lives), in (?<place>\p{Lu}\p{L}+)/gu,
    ({ place, who }) => `My ${who ?? ""} live in ${place ?? ""}.`,
  ],
];
