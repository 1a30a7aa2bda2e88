import type { AnswerGenerator, AnswerRequest } from "../../ports/driven/models/text-generators.js";
import { StructuredOutput, type StructuredOutputPorts } from "./output/structured-output.js";
import { citedAnswerRule } from "./output/cited-answer-rule.js";
import { findUrls, formatQuote, findAllowedUrls, type AllowedUrls } from "../../domain/text/sanitize-generated-text.js";
import { formatLocalTime } from "./prompt/local-date-time.js";
import { buildAnswerTask, buildSystemMessage } from "./prompt/prompts.js";
import { estimateTokens } from "./prompt/model-input.js";

export interface LlmAnswerGeneratorOptions {
  /** Context window of the model in tokens, input and output together. */
  readonly contextTokens: number;
  /** Token budget of each user per UTC day; 0 disables the limit. */
  readonly tokensPerDay: number;
}

/**
 * Matches a question that asks for a URL. Other answers contain none, because a third party may have put a URL into a
 * passage. Ambiguous words ("site", "Seite", "lien", German "links" for left) match only in a phrase.
 */
const URL_REQUEST_PATTERN = new RegExp(
  "(?<![\\p{L}\\p{N}])(?:" +
    [
      "urls?|https?|www|hyperlinks?|link|(?:the|those|these|any|all|which|what) links|home-?pages?|web[ -]?pages?|web[ -]?sites?|web[ -]?address(?:es)?",
      "web-?adressen?|internet-?adressen?|internet-?seiten?|web-?seiten?",
      "adresses? (?:web|internet)|sites? (?:web|internet)|pages? web|hyperliens?|liens? (?:web|internet)",
      "direcci(?:ón|on|ones) (?:web|de internet)|(?:sitios?|p[áa]ginas?) (?:web|de internet)|hiperv[íi]nculos?",
      "indirizz[oi] (?:web|internet)|sit[oi] (?:web|internet)|pagin[ae] web",
      "endereços? (?:web|de internet)|sites? da web|hiperligaç(?:ão|ões)|web-?adres(?:sen)?|internetadres(?:sen)?",
    ].join("|") +
    ")(?![\\p{L}\\p{N}])",
  "iu",
);

/** Maximum length of a response in tokens. A repair request contains the first response, so it counts twice. */
const MAX_OUTPUT_TOKENS = 700;
/** Reserved for the repair message and the markers. */
const OVERHEAD_TOKENS = 600;

/** Answers questions with a language model, which sees the question and passages of one user and has no tools. */
export class LlmAnswerGenerator implements AnswerGenerator {
  private readonly structuredOutput: StructuredOutput;

  constructor(
    ports: StructuredOutputPorts,
    private readonly options: LlmAnswerGeneratorOptions,
  ) {
    this.structuredOutput = new StructuredOutput(ports, options.tokensPerDay, MAX_OUTPUT_TOKENS);
  }

  /** Uses as many of the first passages as fit into the context window. @throws see `StructuredOutput.generate`. */
  async generateAnswer({ passages, ...request }: AnswerRequest, timeoutMs?: number): Promise<string | undefined> {
    const signal = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
    const task = buildAnswerTask(request);
    const lines = this.selectFittingLines(
      task,
      passages.map(
        ({ text, saidAt }, index) =>
          `[${index + 1}] (${formatLocalTime(saidAt, request.timeZone)}) ${formatQuote(text)}`,
      ),
    );
    if (lines.length === 0) return undefined;
    const includedTexts = passages.slice(0, lines.length).map(({ text }) => text);
    const resolveAllowedUrls = createAllowedUrlsResolver(request.question, includedTexts);
    const material = lines.join("\n");
    return this.structuredOutput.generate(
      request.userId,
      { task, material },
      citedAnswerRule(lines.length, resolveAllowedUrls),
      signal,
    );
  }

  private selectFittingLines(task: string, lines: readonly string[]): string[] {
    const systemMessage = buildSystemMessage(
      task,
      citedAnswerRule(lines.length, () => findAllowedUrls([])).schema(),
      "",
    );
    let remainingTokens =
      this.options.contextTokens - estimateTokens(systemMessage) - 2 * MAX_OUTPUT_TOKENS - OVERHEAD_TOKENS;
    const fittingLines: string[] = [];
    for (const line of lines) {
      remainingTokens -= estimateTokens(line) + 1;
      if (remainingTokens < 0) break;
      fittingLines.push(line);
    }
    return fittingLines;
  }
}

/**
 * An answer may contain host names of the question. If the question asks for a URL, it may also contain host names and
 * URLs of the passages that it cites.
 */
function createAllowedUrlsResolver(
  question: string,
  passages: readonly string[],
): (citedNumbers: readonly number[]) => AllowedUrls {
  const isUrlRequested = URL_REQUEST_PATTERN.test(question);
  return (citedNumbers) => {
    const citedPassages = isUrlRequested ? passages.filter((_, index) => citedNumbers.includes(index + 1)) : [];
    return findAllowedUrls([...citedPassages, question], citedPassages.flatMap(findUrls));
  };
}
