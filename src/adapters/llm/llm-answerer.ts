import type { Answerer, AnswerRequest } from "../../ports/driven/answerer.js";
import { CheckedAnswers, type AnswerPorts } from "./checked-answers.js";
import { citedAnswer } from "./cited-answer.js";
import { addressesIn, quoted, saidIn } from "../../domain/written-text.js";
import { localTime } from "./local-date-time.js";
import { askTask, framed } from "./prompts.js";
import { estimatedTokens } from "./tokens.js";

export interface LlmAnswererOptions {
  /** What the model reads and writes at once, in tokens. */
  readonly contextTokens: number;
  /** What a user may have read and written in a day (UTC); 0 for no limit. */
  readonly tokensPerDay: number;
}

/** Whoever does not ask for one gets no address, though a passage has it: somebody else may have put it there. */
const ASKS_FOR_ADDRESS =
  /(?<!\p{L})(?:links?|urls?|https?|www|web(?: ?sites?| ?pages?| ?address(?:es)?|seiten?|sites?)|sites?|seiten?|liens?|enlaces?|p[aá]ginas?|sitios?|sit[oi])(?!\p{L})/iu;

/** Of an answer, in tokens. It is there twice when it is repaired. */
const LONGEST_ANSWER = 700;
/** For what tells an answer's faults, and for the markers, in tokens. */
const BESIDE = 600;

/** Asks a language model, which sees the question and the passages of one user and has no tools. */
export class LlmAnswerer implements Answerer {
  private readonly answers: CheckedAnswers;

  constructor(
    ports: AnswerPorts,
    private readonly options: LlmAnswererOptions,
  ) {
    this.answers = new CheckedAnswers(ports, options.tokensPerDay, LONGEST_ANSWER);
  }

  /** From as many of the first passages as the model has room for. @throws as `CheckedAnswers.ask`. */
  async answer({ passages, ...request }: AnswerRequest): Promise<string | undefined> {
    const task = askTask(request);
    const lines = this.fitting(
      task,
      passages.map(({ text, saidAt }, at) => `[${at + 1}] (${localTime(saidAt, request.timeZone)}) ${quoted(text)}`),
    );
    if (lines.length === 0) return undefined;
    const shown = passages.slice(0, lines.length).map(({ text }) => text);
    const asked = ASKS_FOR_ADDRESS.test(request.question) ? shown.flatMap(addressesIn) : [];
    const said = saidIn([...shown, request.question], asked);
    const material = lines.join("\n");
    return this.answers.ask(request.userId, { task, material }, citedAnswer(lines.length, said));
  }

  private fitting(task: string, lines: readonly string[]): string[] {
    const frame = framed(task, citedAnswer(lines.length, saidIn([])).schema(), "");
    let room = this.options.contextTokens - estimatedTokens(frame) - 2 * LONGEST_ANSWER - BESIDE;
    const fitting: string[] = [];
    for (const line of lines) {
      room -= estimatedTokens(line) + 1;
      if (room < 0) break;
      fitting.push(line);
    }
    return fitting;
  }
}
