import { isCategory, type Category } from "../../../../domain/conversation/conversation-attributes.js";
import {
  textSources,
  visibleStatuses,
  type ConversationSource,
  type TextSource,
  type VisibleStatus,
} from "../../../../domain/conversation/conversation-state.js";
import type { ConversationPatch } from "../../../../domain/conversation/conversation-patch.js";
import type { NewSegmentsConversation, NewTextConversation } from "../../../../domain/conversation/new-conversation.js";
import {
  clientSessionId,
  conversationPageSize,
  conversationText,
  MAX_TRANSCRIPT_PAGE_BYTES,
  folderIdFilter,
  transcriptBatch,
} from "../../../../domain/limits.js";
import { oneOf, text } from "../../../../domain/rules.js";
import type { NewSegment } from "../../../../domain/conversation/transcript.js";
import type { ConversationListQuery } from "../../../../ports/driving/conversations.js";
import type { Cursor } from "../../kernel/list-page.js";
import { createUnknownCategoryError } from "../../kernel/errors.js";
import { Component, Field, nestedObject } from "../../kernel/dto-fields.js";
import { toGeolocation, GeolocationDto } from "./conversation-responses.dto.js";
import {
  dateBound,
  commaSeparated,
  lenientBoolean,
  lenientDateTime,
  lenientInteger,
  arrayOf,
  nullableParser,
  lenientNumber,
  conversationSource,
} from "../../kernel/field-parsers.js";
import { CursorParameter, LimitParameter, OffsetParameter, TotalParameter } from "../list-parameters.js";

export * from "./conversation-responses.dto.js";

export const OMITTED_LANGUAGE_DESCRIPTION =
  "When left out, the text is processed in the language that it is found to be in.";

/** The body of `POST /v1/dev/user/conversations`. */
@Component("CreateConversation")
export class CreateConversationRequest {
  @Field(conversationText) text!: string;
  @Field(nullableParser(lenientDateTime()), { optional: true }) started_at: Date | null = null;
  @Field(nullableParser(lenientDateTime()), { optional: true }) finished_at: Date | null = null;
  @Field(nullableParser(nestedObject(() => GeolocationDto)), { optional: true }) geolocation: GeolocationDto | null =
    null;
  @Field(nullableParser(text()), { optional: true, default: "en", description: OMITTED_LANGUAGE_DESCRIPTION })
  language?: string | null;
  @Field(oneOf(textSources), { optional: true }) text_source: TextSource = "other_text";
  @Field(nullableParser(text()), { optional: true }) text_source_spec: string | null = null;
}

/** An element of `transcript_segments`. */
@Component("CreateSegment")
export class CreateSegmentRequest {
  @Field(text()) text!: string;
  @Field(lenientNumber()) start!: number;
  @Field(lenientNumber()) end!: number;
  @Field(lenientBoolean(), { optional: true }) is_user: boolean = false;
  @Field(nullableParser(text()), { optional: true }) person_id: string | null = null;
  @Field(nullableParser(text()), { optional: true }) speaker: string | null = null;
  @Field(nullableParser(lenientInteger()), { optional: true }) speaker_id: number | null = null;
}

/** The body of `POST /v1/dev/user/conversations/from-segments`. */
@Component("CreateConversationFromSegments")
export class CreateConversationFromSegmentsRequest {
  @Field(
    arrayOf(
      nestedObject(() => CreateSegmentRequest),
      transcriptBatch,
    ),
  )
  transcript_segments!: CreateSegmentRequest[];
  @Field(nullableParser(lenientDateTime()), { optional: true }) started_at: Date | null = null;
  @Field(nullableParser(lenientDateTime()), { optional: true }) finished_at: Date | null = null;
  @Field(nullableParser(nestedObject(() => GeolocationDto)), { optional: true }) geolocation: GeolocationDto | null =
    null;
  @Field(nullableParser(text()), { optional: true, default: "en", description: OMITTED_LANGUAGE_DESCRIPTION })
  language?: string | null;
  @Field(nullableParser(conversationSource()), { optional: true }) source: ConversationSource | null = "phone";
  @Field(nullableParser(text()), { optional: true }) client_device_id: string | null = null;
  @Field(nullableParser(text()), { optional: true }) client_platform: string | null = null;
  // The documented name takes precedence over the aliases (decision 4.5).
  @Field(nullableParser(clientSessionId), {
    optional: true,
    aliases: ["client_conversation_id", "session_id", "client_id"],
    description: "A retry with the same ID returns the conversation created by the first request.",
  })
  client_session_id: string | null = null;
}

/** The query of `GET /v1/dev/user/conversations`. */
export class ListConversationsParameters {
  @Field(dateBound(), { optional: true }) start_date?: Date;
  @Field(dateBound(), { optional: true }) end_date?: Date;
  @Field(commaSeparated(), { optional: true, description: "Comma-separated category names." }) categories?: string[];
  @LimitParameter(
    conversationPageSize,
    " Returns fewer if their transcripts exceed " +
      `${MAX_TRANSCRIPT_PAGE_BYTES / 1024 ** 2} MiB; the \`Link\` header leads to the next page.`,
  )
  limit: number = conversationPageSize.defaultLimit;
  @OffsetParameter({
    description: "The number of items to skip. For the next page add the number of items received, not `limit`.",
  })
  offset: number = 0;
  @Field(lenientBoolean(), { optional: true }) include_transcript: boolean = false;
  @Field(folderIdFilter, { optional: true }) folder_id?: string;
  @Field(lenientBoolean(), { optional: true }) starred?: boolean;
  @Field(oneOf(visibleStatuses), {
    optional: true,
    extension: true,
    description:
      "Returns only conversations with this status. Without it the list contains summarised conversations: completed ones, and those that are being reprocessed. No list contains discarded conversations.",
  })
  status?: VisibleStatus;
  @CursorParameter({ extension: true }) cursor?: Cursor;
  @TotalParameter({ extension: true }) total: boolean = false;
}

/** The query of `GET /v1/dev/user/conversations/{conversation_id}`. */
export class GetConversationParameters {
  @Field(lenientBoolean(), { optional: true }) include_transcript: boolean = false;
}

/**
 * The body of `PATCH /v1/dev/user/conversations/{conversation_id}`. The domain checks the length of the title, because
 * that error is a text (decision 2.8).
 */
@Component("UpdateConversation")
export class UpdateConversationRequest {
  @Field(nullableParser(text()), { optional: true }) title?: string | null;
  @Field(nullableParser(lenientBoolean()), { optional: true }) discarded?: boolean | null;
  @Field(nullableParser(text()), { optional: true, extension: true }) folder_id?: string | null;
  @Field(nullableParser(lenientBoolean()), { optional: true, extension: true }) starred?: boolean | null;
}

export function toNewTextConversation(body: CreateConversationRequest): NewTextConversation {
  return {
    text: body.text,
    textSource: body.text_source,
    textSourceSpec: body.text_source_spec,
    startedAt: body.started_at,
    finishedAt: body.finished_at,
    geolocation: body.geolocation && toGeolocation(body.geolocation),
    ...(body.language === undefined ? {} : { language: body.language }),
  };
}

export function toNewSegmentsConversation(body: CreateConversationFromSegmentsRequest): NewSegmentsConversation {
  return {
    segments: body.transcript_segments.map(toNewSegment),
    source: body.source,
    clientDeviceId: body.client_device_id,
    clientPlatform: body.client_platform,
    clientSessionId: body.client_session_id,
    startedAt: body.started_at,
    finishedAt: body.finished_at,
    geolocation: body.geolocation && toGeolocation(body.geolocation),
    ...(body.language === undefined ? {} : { language: body.language }),
  };
}

export function toNewSegment({
  text,
  start,
  end,
  is_user,
  person_id,
  speaker,
  speaker_id,
}: CreateSegmentRequest): NewSegment {
  return { text, start, end, isUser: is_user, personId: person_id, speaker, speakerId: speaker_id };
}

/** Contains only the fields that the body contains. */
export function toConversationPatch({
  title,
  discarded,
  folder_id,
  starred,
}: UpdateConversationRequest): ConversationPatch {
  return {
    ...(title === undefined ? {} : { title }),
    ...(discarded === undefined ? {} : { discarded }),
    ...(folder_id === undefined ? {} : { folderId: folder_id }),
    ...(starred === undefined ? {} : { starred }),
  };
}

/** @throws HttpError 400 for an unknown category. */
export function toConversationListQuery(query: ListConversationsParameters): ConversationListQuery {
  const { start_date, end_date, categories, folder_id, starred, status } = query;
  return {
    filter: {
      ...(status && { status }),
      ...(start_date && { from: start_date }),
      ...(end_date && { to: end_date }),
      ...(categories && { categories: categories.map(parseCategory) }),
      ...(folder_id === undefined ? {} : { folderId: folder_id }),
      ...(starred === undefined ? {} : { starred }),
    },
    page: { limit: query.limit, offset: query.offset },
    includeTranscript: query.include_transcript,
    includeTotal: query.total,
  };
}

function parseCategory(name: string): Category {
  if (!isCategory(name)) throw createUnknownCategoryError(name);
  return name;
}
