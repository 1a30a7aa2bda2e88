import type { NewLiveSegments } from "../../../../domain/conversation/live-segments.js";
import type { ConversationSource } from "../../../../domain/conversation/conversation-state.js";
import { clientSessionId, sessionOffset, transcriptBatch } from "../../../../domain/limits.js";
import { text } from "../../../../domain/rules.js";
import type { SessionView } from "../../../../ports/driving/conversations.js";
import {
  CreateSegmentRequest,
  OMITTED_LANGUAGE_DESCRIPTION,
  toNewSegment,
} from "../conversations/conversations.dto.js";
import { Component, Field, nestedObject, type PlainObject } from "../../kernel/dto-fields.js";
import {
  lenientDateTime,
  lenientInteger,
  arrayOf,
  nullableParser,
  conversationSource,
} from "../../kernel/field-parsers.js";

export class SessionPathParameters {
  @Field(clientSessionId) client_session_id!: string;
}

const FIRST_BATCH_ONLY_DESCRIPTION = "Only the first piece of a session sets it; ignored in later pieces.";

@Component("AppendSegments")
export class AppendSegmentsRequest {
  @Field(
    arrayOf(
      nestedObject(() => CreateSegmentRequest),
      transcriptBatch,
    ),
  )
  transcript_segments!: CreateSegmentRequest[];
  @Field(nullableParser(lenientInteger(sessionOffset)), {
    optional: true,
    description:
      "The index of the first segment in the session, which makes a retry idempotent; if absent, the segments are appended.",
  })
  offset: number | null = null;
  @Field(nullableParser(lenientDateTime()), { optional: true, description: FIRST_BATCH_ONLY_DESCRIPTION })
  started_at: Date | null = null;
  @Field(nullableParser(text()), {
    optional: true,
    default: "en",
    description: `${FIRST_BATCH_ONLY_DESCRIPTION} ${OMITTED_LANGUAGE_DESCRIPTION}`,
  })
  language?: string | null;
  @Field(nullableParser(conversationSource()), { optional: true, description: FIRST_BATCH_ONLY_DESCRIPTION })
  source: ConversationSource | null = "phone";
}

@Component("LiveSession")
export class SessionResponse {
  @Field(text()) conversation_id!: string;
  @Field(text(), { description: "`in_progress` until the session is finished." }) status!: string;
  @Field(lenientInteger()) segment_count!: number;
  @Field(lenientInteger(), { description: "The offset of the next segment." }) next_offset!: number;
}

export function toNewLiveSegments(body: AppendSegmentsRequest): NewLiveSegments {
  return {
    segments: body.transcript_segments.map(toNewSegment),
    offset: body.offset,
    startedAt: body.started_at,
    ...(body.language === undefined ? {} : { language: body.language }),
    source: body.source,
  };
}

export function toSessionResponse({ conversationId, status, segmentCount }: SessionView): PlainObject<SessionResponse> {
  return { conversation_id: conversationId, status, segment_count: segmentCount, next_offset: segmentCount };
}
