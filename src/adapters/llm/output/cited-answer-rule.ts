import { nullable, ValidationFailure, text, type Rule } from "../../../domain/rules.js";
import { objectRule, generatedTextRule, boundedListRule } from "./output-rules.js";
import type { AllowedUrls } from "../../../domain/text/sanitize-generated-text.js";

/** In code points. */
const MAX_ANSWER_LENGTH = 2000;

/** Matches `[2]` and `[2, 5]`. */
const CITATION_PATTERN = /\[(\d{1,4}(?:\s*,\s*\d{1,4})*)\]/g;

interface RawAnswer {
  readonly answer: string | null;
  readonly cited: readonly number[];
}

/**
 * Accepts an answer that cites at least one passage and returns its text with citations such as `[2]`; returns
 * undefined if the model states that the passages contain no answer.
 * @param resolveAllowedUrls returns the URLs that the answer may contain if it cites these passages.
 */
export function citedAnswerRule(
  passageCount: number,
  resolveAllowedUrls: (citedNumbers: readonly number[]) => AllowedUrls,
): Rule<string | undefined> {
  const passageNumber = passageNumberRule(passageCount);
  const createRule = (allowedUrls: AllowedUrls): Rule<RawAnswer> =>
    objectRule<RawAnswer>({
      answer: nullable(
        generatedTextRule(
          text({ max: MAX_ANSWER_LENGTH }),
          `At most ${MAX_ANSWER_LENGTH} characters, or null.`,
          allowedUrls,
        ),
      ),
      cited: boundedListRule(passageNumber, passageCount),
    });
  const ruleWithoutUrls = createRule(resolveAllowedUrls([]));
  return {
    read(raw) {
      // The allowed URLs depend on the cited passages, so the first pass reads the citations without allowing any URL.
      const resultWithoutUrls = ruleWithoutUrls.read(raw);
      if (resultWithoutUrls instanceof ValidationFailure) return resultWithoutUrls;
      const result = createRule(resolveAllowedUrls(getCitedNumbers(resultWithoutUrls))).read(raw);
      if (result instanceof ValidationFailure) return result;
      const { answer, cited } = result;
      if (answer === null || answer === "") return undefined;
      const answerText = normalizeCitations(answer);
      const citedInText = extractCitedNumbers(answerText);
      const unknownNumber = citedInText.find((number) => passageNumber.read(number) instanceof ValidationFailure);
      if (unknownNumber !== undefined) return createCitationFailure(`There is no passage [${unknownNumber}]`);
      if (citedInText.length > 0) return answerText;
      return cited.length > 0
        ? `${answerText} ${formatCitations(cited)}`
        : createCitationFailure("Input should cite passages, such as [1]");
    },
    schema: () => ruleWithoutUrls.schema(),
  };
}

/** Returns the citations in the text; the separate list counts only if the text has none. */
function getCitedNumbers({ answer, cited }: RawAnswer): readonly number[] {
  const citedInText = extractCitedNumbers(normalizeCitations(answer ?? ""));
  return citedInText.length > 0 ? citedInText : cited;
}

const normalizeCitations = (answer: string): string =>
  answer.replace(CITATION_PATTERN, (_, numbers: string) => formatCitations(numbers.split(",").map(Number)));

const extractCitedNumbers = (answerText: string): number[] =>
  Array.from(answerText.matchAll(CITATION_PATTERN), ([, number]) => Number(number));

const formatCitations = (numbers: readonly number[]): string =>
  [...new Set(numbers)].map((number) => `[${number}]`).join("");

const createCitationFailure = (message: string): ValidationFailure =>
  ValidationFailure.create("citation", message).prefixPath("answer");

function passageNumberRule(passageCount: number): Rule<number> {
  return {
    read: (raw) =>
      Number.isInteger(raw) && Number(raw) >= 1 && Number(raw) <= passageCount
        ? Number(raw)
        : ValidationFailure.create("citation", `Input should be the number of a passage, 1 to ${passageCount}`),
    schema: () => ({ type: "integer" }),
  };
}
