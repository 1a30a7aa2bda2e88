import { MOST_WRITTEN, withoutPlaceholders, type Prompt } from "../../domain/prompt.js";
import { text, type Rule } from "../../domain/rules.js";
import { addressesIn, quoted, saidIn, visible } from "../../domain/written-text.js";
import type { Writer, WritingContext } from "../../ports/driven/writer.js";
import { object, prose } from "./answer-rules.js";
import { CheckedAnswers, type AnswerPorts } from "./checked-answers.js";
import { modelId } from "./model-id.js";
import { framed, writingTask } from "./prompts.js";
import { estimatedTokens } from "./tokens.js";

export interface LlmWriterOptions {
  readonly model: string;
  /** What the model reads and writes at once, in tokens. */
  readonly contextTokens: number;
  /** What a user may have read and written in a day (UTC); 0 for no limit. */
  readonly tokensPerDay: number;
}

/** Of an answer, in tokens. It is there twice when it is repaired. */
const LONGEST_ANSWER = 400;
/** For what tells an answer's faults, and for the markers, in tokens. */
const BESIDE = 600;

/** Asks a language model, which sees what the app asks for and the variables of one user, and has no tools. */
export class LlmWriter implements Writer {
  readonly id: string;
  private readonly answers: CheckedAnswers;

  constructor(
    ports: AnswerPorts,
    private readonly options: LlmWriterOptions,
  ) {
    this.id = modelId(options.model);
    this.answers = new CheckedAnswers(ports, options.tokensPerDay, LONGEST_ANSWER);
  }

  /** From as much of each variable as the model has room for. @throws as `CheckedAnswers.ask`. */
  async write({ template, variables }: Prompt, context: WritingContext, withinMs?: number): Promise<string> {
    const signal = withinMs === undefined ? undefined : AbortSignal.timeout(withinMs);
    const said = saidIn([template], addressesIn(template));
    const rule: Rule<{ text: string }> = object({
      text: prose(text({ max: MOST_WRITTEN }), `At most ${MOST_WRITTEN} characters.`, said),
    });
    const task = writingTask(template, context);
    const room =
      this.options.contextTokens - estimatedTokens(framed(task, rule.schema(), "")) - 2 * LONGEST_ANSWER - BESIDE;
    const written = await this.answers.ask(
      context.userId,
      { task, material: materialOf(variables, room) },
      rule,
      signal,
    );
    return visible(withoutPlaceholders(written.text));
  }
}

/** Every variable under its name, each with an equal share of the room, in tokens. */
function materialOf(variables: Prompt["variables"], room: number): string {
  const share = Math.floor(Math.max(0, room) / Math.max(1, variables.size));
  return Array.from(variables, ([name, value]) => `${name}:\n    ${fitting(quoted(value), share)}`).join("\n");
}

function fitting(value: string, tokens: number): string {
  const lines: string[] = [];
  let left = tokens;
  for (const line of value.split("\n")) {
    left -= estimatedTokens(line) + 1;
    if (left < 0) break;
    lines.push(line);
  }
  return lines.join("\n");
}
