import type { Command } from "commander";
import { askPage } from "../../domain/limits.js";
import type { Answered } from "../../ports/driving/ask.js";
import { callOfKnown, limitOf, userCommand, type Surface, type UserOutput } from "./commands.js";
import { inOneLine } from "./table.js";
import { wrap } from "./wrap.js";

/** `mneme ask`: what was said. */
export function askCommand(mneme: Command, { using, show }: Surface): void {
  userCommand(mneme, "ask", "ask what was said: an answer where there is a model, and the passages it rests on")
    .argument("<question>", "in any words")
    .option("--limit <n>", "how many passages at most", String(askPage.usual))
    .action(async (question: string, options: UserOutput & { limit: string }) => {
      const limit = limitOf(options.limit, askPage);
      await using(async (program) => {
        const caller = await callOfKnown(program, options.user);
        const answered = await program.application.asking.ask(caller, { question, limit });
        show(plain(answered), options, () => rendered(answered));
      });
    });
}

function plain({ answer, sources }: Answered): object {
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

/** The passages under the numbers that the answer cites them by. */
function rendered({ answer, sources }: Answered): string {
  const passages = sources.map(({ text, relevance }, at) => {
    const lines = text.split("\n").map((line) => wrap(inOneLine(line), "  "));
    return [`[${at + 1}] ${relevance.toFixed(2)}`, ...lines].join("\n");
  });
  const said = answer === null ? [] : [wrap(inOneLine(answer), "")];
  return passages.length > 0 ? [...said, ...passages].join("\n\n") : "Nothing that was said answers this.";
}
