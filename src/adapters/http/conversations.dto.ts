import { isCategory, type Category } from "../../domain/category.js";
import {
  textSources,
  visibleStatuses,
  type ConversationPatch,
  type NewSegmentsConversation,
  type NewTextConversation,
  type Source,
  type TextSource,
  type VisibleStatus,
} from "../../domain/conversation.js";
import { broken } from "../../domain/errors.js";
import {
  clientSessionId,
  conversationPage,
  conversationText,
  MAX_TRANSCRIPT_PAGE_BYTES,
  folderIdFilter,
  transcriptBatch,
} from "../../domain/limits.js";
import { oneOf, text } from "../../domain/rules.js";
import type { NewSegment } from "../../domain/transcript.js";
import type { ListConversations as Listing } from "../../ports/driving/conversations.js";
import { cursor, type Cursor } from "./cursor.js";
import { CATEGORY_UNKNOWN } from "./errors.js";
import { Component, Field, record } from "./field.js";
import { geolocation, WireGeolocation } from "./geolocation.dto.js";
import {
  bound,
  clamped,
  commaSeparated,
  flag,
  instant,
  integer,
  list,
  nullable,
  number,
  source,
} from "./wire-rules.js";

export * from "./conversation-bodies.dto.js";

/** Decision 4.3. */
export const languageOmitted = "When left out, the text is processed in the language that it is found to be in.";

/** Contract 4.1, `POST /v1/dev/user/conversations`. */
@Component("CreateConversation")
export class CreateFromText {
  @Field(conversationText) text!: string;
  @Field(nullable(instant()), { optional: true }) started_at: Date | null = null;
  @Field(nullable(instant()), { optional: true }) finished_at: Date | null = null;
  @Field(nullable(record(() => WireGeolocation)), { optional: true }) geolocation: WireGeolocation | null = null;
  @Field(nullable(text()), { optional: true, default: "en", description: languageOmitted }) language?: string | null;
  @Field(oneOf(textSources), { optional: true }) text_source: TextSource = "other_text";
  @Field(nullable(text()), { optional: true }) text_source_spec: string | null = null;
}

/** Contract 4.1, one of `transcript_segments`. */
@Component("CreateSegment")
export class CreateSegment {
  @Field(text()) text!: string;
  @Field(number()) start!: number;
  @Field(number()) end!: number;
  @Field(flag(), { optional: true }) is_user: boolean = false;
  @Field(nullable(text()), { optional: true }) person_id: string | null = null;
  @Field(nullable(text()), { optional: true }) speaker: string | null = null;
  @Field(nullable(integer()), { optional: true }) speaker_id: number | null = null;
}

/** Contract 4.1, `POST /v1/dev/user/conversations/from-segments`. */
@Component("CreateConversationFromSegments")
export class CreateFromSegments {
  @Field(
    list(
      record(() => CreateSegment),
      transcriptBatch,
    ),
  )
  transcript_segments!: CreateSegment[];
  @Field(nullable(instant()), { optional: true }) started_at: Date | null = null;
  @Field(nullable(instant()), { optional: true }) finished_at: Date | null = null;
  @Field(nullable(record(() => WireGeolocation)), { optional: true }) geolocation: WireGeolocation | null = null;
  @Field(nullable(text()), { optional: true, default: "en", description: languageOmitted }) language?: string | null;
  @Field(nullable(source()), { optional: true }) source: Source | null = "phone";
  @Field(nullable(text()), { optional: true }) client_device_id: string | null = null;
  @Field(nullable(text()), { optional: true }) client_platform: string | null = null;
  // Decision 4.5.
  @Field(nullable(clientSessionId), {
    optional: true,
    alsoNamed: ["client_conversation_id", "session_id", "client_id"],
    description: "A retry under the same id answers with the conversation that the first try made.",
  })
  client_session_id: string | null = null;
}

/** Contract 4.1, `GET /v1/dev/user/conversations`; decisions 4.7 and 4.14. */
export class ListConversations {
  @Field(bound(), { optional: true }) start_date?: Date;
  @Field(bound(), { optional: true }) end_date?: Date;
  @Field(commaSeparated(), { optional: true, description: "Category names, between commas." }) categories?: string[];
  @Field(clamped({ min: 1, max: conversationPage.most }), {
    optional: true,
    description:
      `Drawn into 1 to ${conversationPage.most}. Fewer come where their transcripts would take more than ` +
      `${MAX_TRANSCRIPT_PAGE_BYTES / 1024 ** 2} MiB: the \`Link\` header goes on behind the last one.`,
  })
  limit: number = conversationPage.usual;
  @Field(clamped({ min: 0, max: Number.MAX_SAFE_INTEGER }), {
    optional: true,
    description: "How many to skip. To go on by offset, add the number of items received, not `limit`.",
  })
  offset: number = 0;
  @Field(flag(), { optional: true }) include_transcript: boolean = false;
  @Field(folderIdFilter, { optional: true }) folder_id?: string;
  @Field(flag(), { optional: true }) starred?: boolean;
  @Field(oneOf(visibleStatuses), {
    optional: true,
    extension: true,
    description:
      "Only conversations of this status, `failed` ones for example. Discarded conversations are left out, as in every list. Without it the list holds what has been summarised: completed conversations, and those that are processed again.",
  })
  status?: VisibleStatus;
  @Field(cursor(), { optional: true, extension: true, description: "Goes on where the page that linked it ended." })
  cursor?: Cursor;
  @Field(flag(), { optional: true, extension: true, description: "Asks for `X-Total-Count`." }) total: boolean = false;
}

/** Contract 4.1, `GET /v1/dev/user/conversations/{conversation_id}`. */
export class GetConversation {
  @Field(flag(), { optional: true }) include_transcript: boolean = false;
}

/** Contract 4.1, `PATCH /v1/dev/user/conversations/{conversation_id}`; decision 4.10. The title's length is not its shape. */
@Component("UpdateConversation")
export class UpdateConversation {
  @Field(nullable(text()), { optional: true }) title?: string | null;
  @Field(nullable(flag()), { optional: true }) discarded?: boolean | null;
  @Field(nullable(text()), { optional: true, extension: true }) folder_id?: string | null;
  @Field(nullable(flag()), { optional: true, extension: true }) starred?: boolean | null;
}

export function newTextConversation(body: CreateFromText): NewTextConversation {
  return {
    text: body.text,
    textSource: body.text_source,
    textSourceSpec: body.text_source_spec,
    startedAt: body.started_at,
    finishedAt: body.finished_at,
    geolocation: body.geolocation && geolocation(body.geolocation),
    ...(body.language === undefined ? {} : { language: body.language }),
  };
}

export function newSegmentsConversation(body: CreateFromSegments): NewSegmentsConversation {
  return {
    segments: body.transcript_segments.map(newSegment),
    source: body.source,
    clientDeviceId: body.client_device_id,
    clientPlatform: body.client_platform,
    clientSessionId: body.client_session_id,
    startedAt: body.started_at,
    finishedAt: body.finished_at,
    geolocation: body.geolocation && geolocation(body.geolocation),
    ...(body.language === undefined ? {} : { language: body.language }),
  };
}

export function newSegment({ text, start, end, is_user, person_id, speaker, speaker_id }: CreateSegment): NewSegment {
  return { text, start, end, isUser: is_user, personId: person_id, speaker, speakerId: speaker_id };
}

/** Only what the body names is in the patch. */
export function conversationPatch({ title, discarded, folder_id, starred }: UpdateConversation): ConversationPatch {
  return {
    ...(title === undefined ? {} : { title }),
    ...(discarded === undefined ? {} : { discarded }),
    ...(folder_id === undefined ? {} : { folderId: folder_id }),
    ...(starred === undefined ? {} : { starred }),
  };
}

/** @throws DomainError `invalid` (code `CATEGORY_UNKNOWN`) for a category that there is none of. */
export function listing(query: ListConversations): Listing {
  const { start_date, end_date, categories, folder_id, starred, status } = query;
  return {
    filter: {
      ...(status && { status }),
      ...(start_date && { from: start_date }),
      ...(end_date && { to: end_date }),
      ...(categories && { categories: categories.map(knownCategory) }),
      ...(folder_id === undefined ? {} : { folderId: folder_id }),
      ...(starred === undefined ? {} : { starred }),
    },
    page: { limit: query.limit, offset: query.offset },
    includeTranscript: query.include_transcript,
    withTotal: query.total,
  };
}

function knownCategory(name: string): Category {
  if (!isCategory(name)) throw broken(CATEGORY_UNKNOWN, `Invalid category '${name}'`);
  return name;
}
