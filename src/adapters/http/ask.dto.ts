import { askedQuestion, askPage } from "../../domain/limits.js";
import { finite, text } from "../../domain/rules.js";
import type { Answered } from "../../ports/driving/ask.js";
import { Component, Field, record, type Plain } from "./field.js";
import { clamped, list, nullable, number } from "./wire-rules.js";

@Component("AskQuestion")
export class AskBody {
  @Field(askedQuestion) question!: string;
  @Field(clamped({ min: 1, max: askPage.most }), {
    optional: true,
    description: `How many sources at most; drawn into 1 to ${askPage.most}.`,
  })
  limit: number = askPage.usual;
}

/** A kept answer that shows it names what it comes from, and goes with that (decision 10.1). */
@Component("AnswerSource")
class AnswerSourceBody {
  @Field(nullable(text()), {
    optional: true,
    description: "The conversation that says it; null for a memory that none says.",
  })
  conversation_id: string | null = null;
  @Field(nullable(text()), { optional: true, description: "Null for what is not a memory." })
  memory_id: string | null = null;
  @Field(list(text()), { description: "Where it was said; none for a summary, or where no conversation says it." })
  segment_ids!: string[];
  @Field(text(), { description: "The words themselves; of a transcript a line for each segment, under its speaker." })
  text!: string;
  @Field(number(finite({ min: 0, max: 1 })), {
    description: "How well it fits, best first; to be compared within one answer.",
  })
  relevance_score!: number;
}

@Component("Answer")
export class AnsweredBody {
  @Field(nullable(text()), {
    optional: true,
    description:
      "From the sources alone. `[1]` cites the first of `sources`, `[2]` the second, and so on; it cites one at least. " +
      "Null without a language model, when that fails, and when the sources do not answer the question.",
  })
  answer: string | null = null;
  @Field(list(record(() => AnswerSourceBody)), { description: "The passages that fit best, best first." })
  sources!: AnswerSourceBody[];
}

export function answeredBody({ answer, sources }: Answered): Plain<AnsweredBody> {
  return {
    answer,
    sources: sources.map(({ conversationId, memoryId, segmentIds, text: words, relevance }) => ({
      conversation_id: conversationId,
      memory_id: memoryId,
      segment_ids: [...segmentIds],
      text: words,
      relevance_score: relevance,
    })),
  };
}
