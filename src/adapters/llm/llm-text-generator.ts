import { MAX_NOTIFICATION_LENGTH, removePlaceholders, type Prompt } from "../../domain/notification/prompt.js";
import { text, type Rule } from "../../domain/rules.js";
import { findUrls, formatQuote, findAllowedUrls, stripInvisible } from "../../domain/text/sanitize-generated-text.js";
import type { TextGenerator, TextGenerationContext } from "../../ports/driven/models/text-generators.js";
import { objectRule, generatedTextRule } from "./output/output-rules.js";
import { StructuredOutput, type StructuredOutputPorts } from "./output/structured-output.js";
import { formatModelId } from "./client/model-id.js";
import { buildSystemMessage, buildNotificationTask } from "./prompt/prompts.js";
import { estimateTokens } from "./prompt/model-input.js";

export interface LlmTextGeneratorOptions {
  readonly model: string;
  /** Context window of the model in tokens, input and output together. */
  readonly contextTokens: number;
  /** Token budget of each user per UTC day; 0 disables the limit. */
  readonly tokensPerDay: number;
}

/** Maximum length of a response in tokens. A repair request contains the first response, so it counts twice. */
const MAX_OUTPUT_TOKENS = 400;
/** Reserved for the repair message and the markers. */
const OVERHEAD_TOKENS = 600;

/** Writes notifications with a language model, which sees the app's template and variables of one user, no tools. */
export class LlmTextGenerator implements TextGenerator {
  readonly id: string;
  private readonly structuredOutput: StructuredOutput;

  constructor(
    ports: StructuredOutputPorts,
    private readonly options: LlmTextGeneratorOptions,
  ) {
    this.id = formatModelId(options.model);
    this.structuredOutput = new StructuredOutput(ports, options.tokensPerDay, MAX_OUTPUT_TOKENS);
  }

  /** Truncates variables that do not fit into the context window. @throws see `StructuredOutput.generate`. */
  async generate({ template, variables }: Prompt, context: TextGenerationContext, timeoutMs?: number): Promise<string> {
    const signal = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
    const allowedUrls = findAllowedUrls([template], findUrls(template));
    const outputRule: Rule<{ text: string }> = objectRule({
      text: generatedTextRule(
        text({ max: MAX_NOTIFICATION_LENGTH }),
        `At most ${MAX_NOTIFICATION_LENGTH} characters.`,
        allowedUrls,
      ),
    });
    const task = buildNotificationTask(template, context);
    const materialTokens =
      this.options.contextTokens -
      estimateTokens(buildSystemMessage(task, outputRule.schema(), "")) -
      2 * MAX_OUTPUT_TOKENS -
      OVERHEAD_TOKENS;
    const output = await this.structuredOutput.generate(
      context.userId,
      { task, material: renderVariables(variables, materialTokens) },
      outputRule,
      signal,
    );
    return stripInvisible(removePlaceholders(output.text));
  }
}

/** Renders each variable under its name, truncated to an equal share of `maxTokens`. */
function renderVariables(variables: Prompt["variables"], maxTokens: number): string {
  const maxTokensPerVariable = Math.floor(Math.max(0, maxTokens) / Math.max(1, variables.size));
  return Array.from(
    variables,
    ([name, value]) => `${name}:\n    ${truncateLines(formatQuote(value), maxTokensPerVariable)}`,
  ).join("\n");
}

function truncateLines(value: string, maxTokens: number): string {
  const lines: string[] = [];
  let remainingTokens = maxTokens;
  for (const line of value.split("\n")) {
    remainingTokens -= estimateTokens(line) + 1;
    if (remainingTokens < 0) break;
    lines.push(line);
  }
  return lines.join("\n");
}
