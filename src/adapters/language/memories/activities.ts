import { alternatives } from "../text/alternatives.js";

/** Deeds that, told in the simple present, are done again and again. */
const ACTIVITY = alternatives(`
  support foster raise breed keep grow brew bake knit sew crochet paint draw carve build restore repair compose collect race
  train coach teach referee umpire tutor mentor volunteer commute cycle hunt fish hike climb surf ski snowboard sail row swim
  run jog dance sing busk perform garden forage farm ranch weld photograph podcast blog translate interpret mend sell trade
  rent drive ride fly eat drink smoke vape cook read watch listen follow worship fast meditate celebrate practise practice
  play skate camp travel donate recycle sketch quilt embroider juggle box fence lift stretch design style cater edit proofread
  tattoo busk moderate shoot develop upholster demonstrate lecture
`);
/** "Keep forgetting": keeping is no deed there. */
const GOING_ON = String.raw`keep \p{Ll}+ing\b`;
const NOT_THESE = String.raw`(?:the|it|that|this|these|those|you|him|her|them|my|your|his|their|our|its|up|out|off|on|down|away|over|through|along|back|into|an?|some|any|everything|something|anything|nothing|one|all|both|each|another|such|what|how|who|here|there|things|notes|emails?|mails?|slides?|bugs?|tests?|reports?|tickets?|issues|meetings?|people|errors|tabs|options|points|questions|messages|late|fast|slow|well|better|right|left|home|to|around|ahead|and|or|by|from|so|too|now|then|again|alone|together)\b`;

/** "Foster greyhounds", "support Arsenal", "drink only decaf", "fast during Ramadan": an object that is not one of the day. */
export const activityForm = new RegExp(
  String.raw`^(?!${GOING_ON})(?:(?:only|mostly|mainly|also|just) )?(?<verb>${ACTIVITY}) (?:(?:only|mostly|a lot of|lots of|a bit of|for|in|at|during|to|with) )?(?!${NOT_THESE})[\p{L}'-]{3,}(?: (?!(?:the|that|this|it|you|and then|today|when|because|if)\b)[\p{L}'-]+){0,5}$`,
  "u",
);
