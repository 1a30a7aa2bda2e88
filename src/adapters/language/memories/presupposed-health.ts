import { ailmentLike } from "./ailments.js";
import { alternatives } from "../text/alternatives.js";
import type { Presupposition } from "./presupposition.js";

const AILMENT = alternatives(`
  asthma diabetes epilepsy arthritis migraines hay_fever eczema psoriasis insomnia tinnitus dyslexia ADHD autism coeliac celiac
  Crohn's anaemia MS endometriosis gout osteoporosis sciatica vertigo claustrophobia lupus glaucoma Parkinson's pacemaker
  hearing_aid hearing_aids wheelchair inhaler EpiPen insulin_pump stammer nut_allergy peanut_allergy
`);
const LIMB = alternatives(`back knee hip shoulder heart ankle wrist elbow neck leg hand ear eye foot eyesight`);
const OPERATION = alternatives(
  `surgery operation op hip_replacement knee_replacement bypass transplant hysterectomy cataract_operation chemo`,
);

/** What is said in passing of one's health: "my asthma", "my bad knee". */
export const HEALTH: readonly Presupposition[] = [
  [
    new RegExp(
      String.raw`\b(?:[Mm]y|the) (?<what>${OPERATION})(?:'s| is) (?<when>(?:in|on|next|this) [^,.;?!]{3,30}?)(?= so\b| and\b|[,.;?!]|$)`,
      "gu",
    ),
    ({ what = "", when }) => `I'm having ${/^(?:surgery|chemo)$/.test(what) ? "" : "an "}${what} ${when ?? ""}.`,
  ],
  [
    /\b(?:can't|don't|won't|couldn't) (?:do|have|touch|stroke|pet|go near|be near|be around|eat|drink|keep) (?:the |an? |any |your )?(?<what>\p{Ll}{3,}?)s?,? [^.?!]{0,20}?\bI'm (?:badly |very |really |so |quite )?allergic\b(?! to)/gu,
    ({ what = "" }) =>
      `I'm allergic to ${/(?:fish|milk|wheat|dairy|gluten|soy|sesame)$/.test(what) ? what : `${what}s`}.`,
  ],
  [
    /\b(?<what>vegetarian|vegan|gluten-free|halal|kosher) (?:meal|option|menu|one|dish|plate)\b[^.?!]*\b(?:for me|is mine|that's mine|me)\b/gu,
    ({ what }) => (what === "vegetarian" || what === "vegan" ? `I'm ${what}.` : undefined),
  ],
  [
    new RegExp(
      String.raw`\b(?:with|because of|thanks to|on account of|due to) (?:my|the) (?:\p{Ll}+ )?(?<what>${ailmentLike})(?=$|[,.;!]| (?:I|and|so|but)\b)`,
      "gu",
    ),
    ({ what = "" }) =>
      `I have ${/(?:s|itis|osis|algia|tension|ure|cancer|autism|epilepsy|vertigo|gout|asthma)$/.test(what) ? "" : "a "}${what}.`,
  ],
  [
    new RegExp(
      String.raw`\b[Mm]y (?<where>${LIMB}s?|hands|knees|eyes|feet|lungs|ears)(?:'s| is| are)?\b[^.?!]{0,25}, (?:it's |that's )?(?:the |my )?(?<what>${ailmentLike})\b`,
      "gu",
    ),
    ({ what, where }) => `I have ${what ?? ""} in my ${where ?? ""}.`,
  ],
  [
    new RegExp(
      String.raw`\b[Mm]y (?<limb>${LIMB}|eczema|asthma|sciatica)(?:'s| is| has)(?: been)? (?:gone|going|playing up|acting up|bad|hurting|giving me trouble|flared up|flaring up|swollen|out) again\b`,
      "gu",
    ),
    ({ limb }) => `I have a recurring ${limb ?? ""} problem.`,
  ],
  [
    /\b[Mm]y (?<what>blood pressure|cholesterol|blood sugar)(?:'s| is)(?: still| always)?(?: a bit| too| quite| very| rather)? (?<how>high|low|up)\b/gu,
    ({ what, how }) => `I have ${how === "low" ? "low" : "high"} ${what ?? ""}.`,
  ],
  [
    /\b[Mm]y (?<limb>knees?|back|hips?|shoulders?|hands|eyes|feet|hearing|eyesight|heart|lungs)(?:'s| is| are)(?: a bit| pretty| really| so)? (?:bad|shot|knackered|wrecked|dodgy|weak|ruined|terrible|poor)\b/gu,
    ({ limb = "" }) => `I have ${/(?:s|hearing|eyesight)$/.test(limb) ? "" : "a "}bad ${limb}.`,
  ],
  [/\b[Mm]y (?<what>\p{Ll}+) allergy\b/gu, ({ what }) => `I'm allergic to ${what ?? ""}s.`],
  [
    /\b(?:no|not|nothing with|without|anything with|any|not the|skip the|hold the) (?<what>\p{Ll}+)\b[^.?!]*\bmy allergy\b/gu,
    ({ what }) => `I'm allergic to ${what ?? ""}.`,
  ],
  [
    /\b(?:[Nn]o|[Nn]ot|[Nn]othing with|[Ww]ithout|[Nn]ot the|[Ss]kip the|[Hh]old the) (?<what>\p{Ll}+)\b[^.?!]*?,? (?:because |cause |please,? )?(?:it|they) (?:always )?(?:gives?|brings?) me (?:out in )?(?:a |an |terrible |awful |bad )*(?<ail>migraines?|headaches|hives|heartburn|hay fever|nightmares|eczema|a rash)\b/gu,
    ({ what, ail }) => `I get ${ail ?? ""} from ${what ?? ""}.`,
  ],
  [
    new RegExp(String.raw`\b[Mm]y (?<what>${AILMENT})\b`, "gu"),
    ({ what }) =>
      `I have ${/^(?:pacemaker|hearing aid|wheelchair|inhaler|EpiPen|insulin pump|stammer|\p{Ll}+ allergy)$/u.test(what ?? "") ? "a " : ""}${what ?? ""}.`,
  ],
  [
    new RegExp(
      String.raw`\b[Mm]y (?<what>(?:bad|dodgy|artificial|new|gammy|deaf|blind|lame|broken) (?:${LIMB}))\b`,
      "gu",
    ),
    ({ what }) => `I have a ${what ?? ""}.`,
  ],
];
