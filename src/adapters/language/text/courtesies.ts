const ADDRESSED = String.raw`(?:,? (?!I\b)(?:\p{Lu}[\p{L}'-]+|Mrs?\.|Ms\.|Dr\.|everyone|everybody|all|again|both|there|you two|darling|dear))*`;

/** "Good morning Ana,", "Hi everyone.": case counts, for names are told by it. */
const GREETING = new RegExp(
  String.raw`^(?:(?:[Gg]ood )?(?:[Mm]orning|[Aa]fternoon|[Ee]vening)|[Gg]ood (?:night|day)|[Hh]ello|[Hh]i|[Hh]ey|[Ww]elcome|[Tt]hank you(?: very much| so much)?|[Tt]hanks(?: a lot)?)${ADDRESSED}(?:[,.!?–—-]+(?:\s+|$)|$)`,
  "u",
);

/** "Good evening" and the like where they stand between other words of the same breath. */
const FAREWELL = new RegExp(
  String.raw`(?:^|(?<=[,.;!?—–] )|\b(?:and|so|okay|then|thanks),? )(?:(?:bye|goodbye)(?: bye)?\b|(?:good night|good morning|good evening|good afternoon)\b|(?:(?:I'll|we'll|I will) )?(?:see|catch|talk to|speak to) you\b(?! (?:as|doing|have|are|were|can|could|need|about)\b)|until (?:then|tomorrow|next)\b|(?:have|enjoy) (?:a|an|the|your) (?:(?:good|nice|great|lovely|safe|wonderful|pleasant) )+\p{L}+|(?:have|enjoy) (?:your|the) (?:evening|weekend|day|trip|holiday)\b)[^,.;!?]*[,.;!?]*\s*`,
  "giu",
);

/** A cheap look before the costly one. */
const HINT = /bye|good |(?:see|catch|to) you|until|have a|enjoy/i;

/** The sentence without the greeting it opens with. */
export function withoutGreeting(sentence: string): string {
  return sentence.replace(GREETING, "");
}

/** The sentence without greetings and farewells, which name days and hours that nothing is done at. */
export function withoutCourtesies(sentence: string): string {
  const greeted = withoutGreeting(sentence);
  return HINT.test(greeted) ? greeted.replace(FAREWELL, "").trim() : greeted;
}

/** Words that no request begins with: "please by Friday", "please next week", "please and thank you". */
const NO_REQUEST =
  "(?:about|after|again|all|and|around|as|asap|at|before|between|both|but|by|during|early|first|for|from|if|immediately|in|into|later|next|no later|now|of|on|once|or|right|since|so|some ?time|soon|straight|the|this|til+|to|today|together|tomorrow|tonight|too|until|when|with|within|without|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\\d\\S*)";

const INNER_PLEASE = new RegExp(
  String.raw`(?<=\p{L}),? (?:please|pls\.?|plz|kindly)(?:,? (?=${NO_REQUEST}\b)|,?(?=[\s.!?]*$))`,
  "giu",
);

/** The sentence without a "please" that nothing asked for follows: "Send it please tomorrow", "Call me, please." */
export function withoutInnerPlease(sentence: string): string {
  return sentence.replace(INNER_PLEASE, (please) => (please.endsWith(" ") ? " " : ""));
}
