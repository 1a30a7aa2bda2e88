import type { NewLiveSegments, Source } from "../../domain/conversation.js";
import { clientSessionId, sessionOffset, transcriptBatch } from "../../domain/limits.js";
import { text } from "../../domain/rules.js";
import type { SessionView } from "../../ports/driving/live-transcripts.js";
import { CreateSegment, languageOmitted, newSegment } from "./conversations.dto.js";
import { Component, Field, record, type Plain } from "./field.js";
import { instant, integer, list, nullable, source } from "./wire-rules.js";

/** Decision 4.5. */
export class SessionPath {
  @Field(clientSessionId) client_session_id!: string;
}

const ofTheFirst = "Of the first piece of a session; what later ones say counts for nothing.";

/** Decision 9.3. */
@Component("AppendSegments")
export class AppendSegments {
  @Field(
    list(
      record(() => CreateSegment),
      transcriptBatch,
    ),
  )
  transcript_segments!: CreateSegment[];
  @Field(nullable(integer(sessionOffset)), {
    optional: true,
    description: "The place of the first of these in the session, so that a repeat counts once; at its end if absent.",
  })
  offset: number | null = null;
  @Field(nullable(instant()), { optional: true, description: ofTheFirst }) started_at: Date | null = null;
  @Field(nullable(text()), { optional: true, default: "en", description: `${ofTheFirst} ${languageOmitted}` })
  language?: string | null;
  @Field(nullable(source()), { optional: true, description: ofTheFirst }) source: Source | null = "phone";
}

@Component("LiveSession")
export class SessionBody {
  @Field(text()) conversation_id!: string;
  @Field(text(), { description: "`in_progress` as long as more may be said." }) status!: string;
  @Field(integer()) segment_count!: number;
  @Field(integer(), { description: "The offset of what comes next." }) next_offset!: number;
}

export function newLiveSegments(body: AppendSegments): NewLiveSegments {
  return {
    segments: body.transcript_segments.map(newSegment),
    offset: body.offset,
    startedAt: body.started_at,
    ...(body.language === undefined ? {} : { language: body.language }),
    source: body.source,
  };
}

export function sessionBody({ conversationId, status, segments }: SessionView): Plain<SessionBody> {
  return { conversation_id: conversationId, status, segment_count: segments, next_offset: segments };
}
