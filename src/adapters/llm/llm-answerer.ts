import type { Answerer, AnswerRequest } from "../../ports/driven/answerer.js";
import { CheckedAnswers, type AnswerPorts } from "./checked-answers.js";
import { citedAnswer } from "./cited-answer.js";
import { addressesIn, quoted, saidIn, type Said } from "../../domain/written-text.js";
import { localTime } from "./local-date-time.js";
import { askTask, framed } from "./prompts.js";
import { estimatedTokens } from "./tokens.js";

export interface LlmAnswererOptions {
  /** What the model reads and writes at once, in tokens. */
  readonly contextTokens: number;
  /** What a user may have read and written in a day (UTC); 0 for no limit. */
  readonly tokensPerDay: number;
}

/**
 * Whoever does not ask for one gets no address, though a passage has it: somebody else may have put it there. A word
 * that has another meaning in everyday life does not ask for one ("site", "Seite", "lien"; "links" is where left is).
 */
const ASKS_FOR_ADDRESS = new RegExp(
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
  async answer({ passages, ...request }: AnswerRequest, withinMs?: number): Promise<string | undefined> {
    const signal = withinMs === undefined ? undefined : AbortSignal.timeout(withinMs);
    const task = askTask(request);
    const lines = this.fitting(
      task,
      passages.map(({ text, saidAt }, at) => `[${at + 1}] (${localTime(saidAt, request.timeZone)}) ${quoted(text)}`),
    );
    if (lines.length === 0) return undefined;
    const shown = passages.slice(0, lines.length).map(({ text }) => text);
    const saidIf = whatMayBeNamed(request.question, shown);
    const material = lines.join("\n");
    return this.answers.ask(request.userId, { task, material }, citedAnswer(lines.length, saidIf), signal);
  }

  private fitting(task: string, lines: readonly string[]): string[] {
    const frame = framed(task, citedAnswer(lines.length, () => saidIn([])).schema(), "");
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

/**
 * What an answer may write of the net, by the passages that it cites: what the question has; and what it asks for,
 * where a cited passage has it.
 */
function whatMayBeNamed(question: string, passages: readonly string[]): (cited: readonly number[]) => Said {
  const asksForAddress = ASKS_FOR_ADDRESS.test(question);
  return (cited) => {
    const named = asksForAddress ? passages.filter((_, at) => cited.includes(at + 1)) : [];
    return saidIn([...named, question], named.flatMap(addressesIn));
  };
}
