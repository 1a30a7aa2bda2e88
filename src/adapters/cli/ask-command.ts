import type { Command } from "commander";
import { askPageSize } from "../../domain/limits.js";
import type { AnswerResult } from "../../ports/driving/search.js";
import {
  createKnownUserContext,
  parseLimit,
  addUserCommand,
  type CommandContext,
  type UserOptions,
} from "./command-builder.js";
import { toSingleLine } from "./render-text.js";
import { wrapText } from "./format-text.js";

/** `mneme ask`: answers a question from conversations and memories. */
export function addAskCommand(mneme: Command, { withService, printResult }: CommandContext): void {
  addUserCommand(mneme, "ask", "answer a question from conversations and memories, with the passages it is based on")
    .argument("<question>", "the question, in natural language")
    .option("--limit <n>", "maximum number of passages", String(askPageSize.defaultLimit))
    .action(async (question: string, options: UserOptions & { limit: string }) => {
      const limit = parseLimit(options.limit, askPageSize);
      await withService(async (service) => {
        const requestContext = await createKnownUserContext(service, options.user);
        const result = await service.application.questionAnswering.ask(requestContext, { question, limit });
        printResult(toAnswerJson(result), options, () => renderAnswer(result));
      });
    });
}

function toAnswerJson({ answer, sources }: AnswerResult): object {
  return {
    answer,
    sources: sources.map(({ conversationId, memoryId, segmentIds, text, relevance }) => ({
      conversation: conversationId,
      memory: memoryId,
      segments: segmentIds,
      text,
      relevance,
    })),
  };
}

/** Renders the answer and the passages, numbered as the answer cites them. */
function renderAnswer({ answer, sources }: AnswerResult): string {
  const passages = sources.map(({ text, relevance }, index) => {
    const lines = text.split("\n").map((line) => wrapText(toSingleLine(line), "  "));
    return [`[${index + 1}] ${relevance.toFixed(2)}`, ...lines].join("\n");
  });
  const answerLines = answer === null ? [] : [wrapText(toSingleLine(answer), "")];
  return passages.length > 0 ? [...answerLines, ...passages].join("\n\n") : "No passage answers this question.";
}
