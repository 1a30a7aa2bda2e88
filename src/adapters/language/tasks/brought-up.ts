import type { Sentence } from "../text/analysis.js";
import { withoutOpening } from "../text/disfluencies.js";
import { objectOf } from "./objects.js";

/** "And the second cheque.", "The tiles?": a thing that is named for what comes next. */
export function isTopic({ text, tokens }: Sentence): boolean {
  const starts =
    /^(?:(?:and|so|then|now|okay|right|oh|what about|how about),? )*(?:the|my|your|our|his|her|(?<=what about )an?)\b/i.test(
      text,
    );
  return (
    starts &&
    !/\bones?\b/i.test(text) &&
    tokens.length <= 9 &&
    !tokens.some(({ pos }) => pos === "VERB" || pos === "AUX")
  );
}

/** "And the balance, that's due on Monday": it speaks of a thing of its own. */
const OWN_TOPIC =
  /^(?:(?:and|so|then|now|but|okay|right|oh),? )*(?<thing>(?:the|my|your|our|his|her) (?!whole|end|first|latest|deadline|\S+day)\p{L}+)(?:, (?:that|it)|(?:'s| is| has| will| needs| must)\b)/iu;

export const ownTopicOf = ({ text }: Sentence): string | undefined => OWN_TOPIC.exec(text)?.groups?.["thing"];

/** The thing that such a sentence names, as one says it again. */
export const topicOf = ({ text }: Sentence): string | undefined =>
  objectOf(
    `do ${withoutOpening(text)
      .replace(/^(?:And|So|Then|Now|What about|How about) /, "")
      .replace(/^\p{Lu}/u, (first) => first.toLowerCase())}`,
  );

/** "And Luz has her vaccine on the fourth": told, of something else. */
const OTHER_MATTER =
  /^(?:and|then|next|also|oh),? (?:the|our|\p{Lu}\p{Ll}+)(?: \p{Ll}+){0,3}?(?:'s| is| are| has| have| comes| needs)\b/iu;
export const isOtherMatter = ({ text }: Sentence): boolean => OTHER_MATTER.test(text) && !/\bI\b/.test(text);
