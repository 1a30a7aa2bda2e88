import { questionText, askPageSize } from "../../../../domain/limits.js";
import { finite, text } from "../../../../domain/rules.js";
import type { AnswerResult } from "../../../../ports/driving/search.js";
import { Component, Field, nestedObject, type PlainObject } from "../../kernel/dto-fields.js";
import { clampedInteger, arrayOf, nullableParser, lenientNumber } from "../../kernel/field-parsers.js";

@Component("AskQuestion")
export class AskRequest {
  @Field(questionText) question!: string;
  @Field(clampedInteger({ min: 1, max: askPageSize.maxLimit }), {
    optional: true,
    description: `The maximum number of sources; clamped to 1 to ${askPageSize.maxLimit}.`,
  })
  limit: number = askPageSize.defaultLimit;
}

/** The IDs of its sources let a stored response be removed when one of them is deleted (decision 10.1). */
@Component("AnswerSource")
class AnswerSourceResponse {
  @Field(nullableParser(text()), {
    optional: true,
    description: "The source conversation; null for a memory without one.",
  })
  conversation_id: string | null = null;
  @Field(nullableParser(text()), { optional: true, description: "Null unless the source is a memory." })
  memory_id: string | null = null;
  @Field(arrayOf(text()), {
    description:
      "The transcript segments of the passage; empty for a summary and for a memory without source segments.",
  })
  segment_ids!: string[];
  @Field(text(), {
    description: "The text of the passage; for a transcript one line per segment, preceded by its speaker.",
  })
  text!: string;
  @Field(lenientNumber(finite({ min: 0, max: 1 })), {
    description: "Relevance; only comparable within one response.",
  })
  relevance_score!: number;
}

@Component("Answer")
export class AnswerResponse {
  @Field(nullableParser(text()), {
    optional: true,
    description:
      "An answer based on the sources only. `[1]` cites the first of `sources`, `[2]` the second, and so on; it has at " +
      "least one citation. Null without a language model, if the model fails, or if the sources hold no answer.",
  })
  answer: string | null = null;
  @Field(arrayOf(nestedObject(() => AnswerSourceResponse)), {
    description: "The most relevant passages, most relevant first.",
  })
  sources!: AnswerSourceResponse[];
}

export function toAnswerResponse({ answer, sources }: AnswerResult): PlainObject<AnswerResponse> {
  return {
    answer,
    sources: sources.map(({ conversationId, memoryId, segmentIds, text: passage, relevance }) => ({
      conversation_id: conversationId,
      memory_id: memoryId,
      segment_ids: [...segmentIds],
      text: passage,
      relevance_score: relevance,
    })),
  };
}
