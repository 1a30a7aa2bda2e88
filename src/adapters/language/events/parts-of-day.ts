const PART_OF_DAY =
  /\b(?=[maetn])(?<!\b(?:good|this|every|yesterday|last|mothers?) )(morning|afternoon|evening|tonight|night|a\.?m\b)/i;
/** "In the morning or the afternoon?" leaves it open. */
const EITHER = /\b(?:morning|afternoon|evening)s? or (?:(?:in )?the )?(?:morning|afternoon|evening)/i;
/** What is in the evening when it is at eight, and in the morning when it is at seven. */
const EVENING =
  /\b(?:restaurant|pub|quiz|trivia|book club|choir|rehearsal|gig|band|poker|sitter|babysitter|table for|curry|pizza|beers?|wine|drinks|disco|dance|salsa|tango|karaoke|fireworks|bonfire|open mic|sound ?check|set list|cinema|film|movie|bedtime)\b/i;
const MORNING =
  /\b(?:sunrise|dawn|before (?:work|school)|early|fishing|hike|surgery|operation|anaesthetist|fasting|empty stomach|school run|bakery)\b/i;

/** The half of the day that a text names. */
export const partNamed = (text: string): string | undefined =>
  EITHER.test(text) ? undefined : PART_OF_DAY.exec(text)?.[1]?.toLowerCase();

/** The half of the day in which what a text names usually is. */
export const usualPart = (text: string): string | undefined =>
  MORNING.test(text) ? "morning" : EVENING.test(text) ? "evening" : undefined;
