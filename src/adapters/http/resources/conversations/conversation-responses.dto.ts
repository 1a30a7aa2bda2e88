import type { ActionItem } from "../../../../domain/action-item/action-item.js";
import { categories, type Category } from "../../../../domain/conversation/conversation-attributes.js";
import {
  type Geolocation,
  discardReasons,
  type DiscardReason,
} from "../../../../domain/conversation/conversation-state.js";
import { EMPTY_SUMMARY, type ConversationEvent } from "../../../../domain/conversation/summary-result.js";
import { getSpeakerName, type Segment } from "../../../../domain/conversation/transcript.js";
import { latitude, longitude } from "../../../../domain/limits.js";
import { text, oneOf } from "../../../../domain/rules.js";
import type { ConversationView, CreationReceipt } from "../../../../ports/driving/conversations.js";
import { Component, Field, nestedObject, type PlainObject } from "../../kernel/dto-fields.js";
import {
  nullableParser,
  lenientNumber,
  lenientBoolean,
  lenientInteger,
  arrayOf,
  timestamp,
} from "../../kernel/field-parsers.js";
import type { NamingProfile } from "../../kernel/naming-profile.js";
import {
  toActionItemResponse,
  ConversationActionItemResponse,
  toActionItemDetailResponse,
} from "../action-items/action-items.dto.js";

/** A geolocation in requests and responses. */
@Component("Geolocation")
export class GeolocationDto {
  @Field(lenientNumber(latitude)) latitude!: number;
  @Field(lenientNumber(longitude)) longitude!: number;
  @Field(nullableParser(text()), { optional: true }) address: string | null = null;
  @Field(nullableParser(text()), { optional: true, getWireName: ({ mapPlaceIdField }) => mapPlaceIdField })
  map_place_id: string | null = null;
  @Field(nullableParser(text()), { optional: true }) location_type: string | null = null;
}

export function toGeolocation(geolocation: GeolocationDto): Geolocation {
  return {
    latitude: geolocation.latitude,
    longitude: geolocation.longitude,
    address: geolocation.address,
    mapPlaceId: geolocation.map_place_id,
    locationType: geolocation.location_type,
  };
}

function toGeolocationResponse(geolocation: Geolocation, naming: NamingProfile): object {
  return {
    latitude: geolocation.latitude,
    longitude: geolocation.longitude,
    address: geolocation.address,
    [naming.mapPlaceIdField]: geolocation.mapPlaceId,
    location_type: geolocation.locationType,
  };
}

@Component("ConversationEvent")
export class ConversationEventResponse {
  @Field(text()) title!: string;
  @Field(timestamp()) start!: string;
  @Field(text(), { optional: true }) description: string = "";
  @Field(lenientInteger(), { optional: true, description: "In minutes." }) duration: number = 30;
  @Field(lenientBoolean(), { optional: true }) created: boolean = false;
  @Field(arrayOf(text()), {
    optional: true,
    extension: true,
    description: "The transcript segments that it was extracted from; omitted in lists.",
  })
  segment_ids?: string[];
}

@Component("DeveloperConversationStructured")
export class StructuredSummaryResponse {
  @Field(text()) title!: string;
  @Field(text()) overview!: string;
  @Field(oneOf(categories)) category!: Category;
  @Field(text(), { optional: true }) emoji: string = EMPTY_SUMMARY.emoji;
  @Field(arrayOf(nestedObject(() => ConversationActionItemResponse)), { optional: true })
  action_items: ConversationActionItemResponse[] = [];
  @Field(arrayOf(nestedObject(() => ConversationEventResponse)), { optional: true })
  events: ConversationEventResponse[] = [];
}

@Component("TranscriptSegment")
export class SegmentResponse {
  @Field(text()) text!: string;
  @Field(lenientNumber()) start!: number;
  @Field(lenientNumber()) end!: number;
  @Field(nullableParser(text()), { optional: true }) id: string | null = null;
  @Field(nullableParser(lenientInteger()), { optional: true }) speaker_id: number | null = null;
  @Field(nullableParser(text()), { optional: true }) speaker_name: string | null = null;
}

const STATUS_DESCRIPTION =
  "`in_progress` (a live session is open), `processing`, `completed`, or `failed`: it could not be summarised, and reprocessing may help.";

const DISCARDED_DESCRIPTION =
  "Whether lists and search leave it out. A conversation from segments is discarded when nothing usable was said: fewer than five words that carry meaning (with a model: its verdict), and no action item, event or memory was found. A conversation from text never is. PATCH sets it both ways.";

/** A conversation as lists show it. */
@Component("DeveloperConversation")
export class ConversationResponse {
  @Field(text()) id!: string;
  @Field(timestamp()) created_at!: string;
  @Field(nullableParser(timestamp())) started_at!: string | null;
  @Field(nullableParser(timestamp())) finished_at!: string | null;
  @Field(nestedObject(() => StructuredSummaryResponse)) structured!: StructuredSummaryResponse;
  @Field(nullableParser(text()), { optional: true }) folder_id: string | null = null;
  @Field(nullableParser(text()), { optional: true }) folder_name: string | null = null;
  @Field(nullableParser(nestedObject(() => GeolocationDto)), { optional: true }) geolocation: object | null = null;
  @Field(nullableParser(text()), { optional: true }) language: string | null = null;
  @Field(nullableParser(text()), { optional: true }) source: string | null = null;
  @Field(nullableParser(arrayOf(nestedObject(() => SegmentResponse))), { optional: true }) transcript_segments:
    SegmentResponse[] | null = null;
  @Field(text(), { optional: true, extension: true, description: STATUS_DESCRIPTION }) status!: string;
}

/** A conversation as responses with one conversation show it (decision 4.8). */
@Component("DeveloperConversationDetail")
export class ConversationDetailResponse extends ConversationResponse {
  @Field(lenientBoolean(), { optional: true, extension: true, description: DISCARDED_DESCRIPTION }) discarded!: boolean;
  @Field(nullableParser(oneOf(discardReasons)), {
    optional: true,
    extension: true,
    description:
      "Why the conversation is discarded: `no_usable_content`, or `user` if the user discarded it; otherwise null.",
  })
  discard_reason: DiscardReason | null = null;
  @Field(lenientBoolean(), { optional: true, extension: true }) starred!: boolean;
  @Field(nullableParser(text()), {
    optional: true,
    extension: true,
    description:
      "The summariser: `built-in`, or `llm:` and the name of the model; `trivial` if the summary consists of the first words only, because summarising exceeded its limits of CPU time or memory, or the process ended twice during it.",
  })
  summarised_by: string | null = null;
}

/** The response to the creation of a conversation. */
@Component("ConversationReceipt")
export class ConversationReceiptResponse {
  @Field(lenientBoolean(), { description: DISCARDED_DESCRIPTION }) discarded!: boolean;
  @Field(text()) id!: string;
  @Field(text(), { description: STATUS_DESCRIPTION }) status!: string;
}

export const toConversationReceiptResponse = ({
  discarded,
  id,
  status,
}: CreationReceipt): PlainObject<ConversationReceiptResponse> => ({
  discarded,
  id,
  status,
});

/** Renders a conversation for a list. Fields of the API contract without a value are null (decision 4.8). */
export function toConversationResponse(
  view: ConversationView,
  naming: NamingProfile,
): PlainObject<ConversationResponse> {
  return renderConversation(view, naming, { toActionItem: toActionItemResponse, toEvent: toConversationEventResponse });
}

/** Adds the state of the conversation and the segments of each derived item, which lists omit. */
export function toConversationDetailResponse(
  view: ConversationView,
  naming: NamingProfile,
): PlainObject<ConversationDetailResponse> {
  const { conversation } = view;
  const response = renderConversation(view, naming, {
    toActionItem: toActionItemDetailResponse,
    toEvent: (event) => ({ ...toConversationEventResponse(event), segment_ids: [...event.segmentIds] }),
  });
  return {
    ...response,
    discarded: conversation.isDiscarded,
    discard_reason: conversation.discardReason,
    starred: conversation.state.edits.starred ?? false,
    summarised_by: conversation.summary.madeBy ?? null,
  };
}

interface ItemRenderers {
  readonly toActionItem: (item: ActionItem) => PlainObject<ConversationActionItemResponse>;
  readonly toEvent: (toEvent: ConversationEvent) => PlainObject<ConversationEventResponse>;
}

function renderConversation(
  view: ConversationView,
  naming: NamingProfile,
  renderers: ItemRenderers,
): PlainObject<ConversationResponse> {
  const { conversation, transcript, userName } = view;
  const { state, summary } = conversation;
  return {
    id: state.id,
    created_at: state.createdAt.toISOString(),
    started_at: state.startedAt.toISOString(),
    finished_at: state.finishedAt.toISOString(),
    structured: {
      title: summary.title,
      overview: summary.overview,
      category: summary.category,
      emoji: summary.emoji,
      action_items: view.actionItems.map(renderers.toActionItem),
      events: summary.events.map(renderers.toEvent),
    },
    folder_id: conversation.folderId,
    folder_name: view.folderName,
    geolocation: state.geolocation && toGeolocationResponse(state.geolocation, naming),
    language: state.language,
    source: state.source && naming.sourceNames[state.source],
    transcript_segments: transcript && transcript.segments.map((segment) => toSegmentResponse(segment, userName)),
    status: state.status,
  };
}

function toConversationEventResponse({
  title,
  start,
  description,
  duration,
  created,
}: ConversationEvent): PlainObject<ConversationEventResponse> {
  return { title, start: start.toISOString(), description, duration, created };
}

function toSegmentResponse(segment: Segment, userName: string): PlainObject<SegmentResponse> {
  return {
    text: segment.text,
    start: segment.start,
    end: segment.end,
    id: segment.id,
    speaker_id: segment.speakerId,
    speaker_name: getSpeakerName(segment, userName),
  };
}
