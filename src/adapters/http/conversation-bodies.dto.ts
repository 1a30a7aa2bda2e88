import { categories, type Category } from "../../domain/category.js";
import type { ActionItem } from "../../domain/action-item.js";
import { discardReasons, type DiscardReason } from "../../domain/conversation.js";
import { noSummary, type ConversationEvent } from "../../domain/digest.js";
import { oneOf, text } from "../../domain/rules.js";
import { speakerName, type Segment } from "../../domain/transcript.js";
import type { ConversationView, CreationReceipt } from "../../ports/driving/conversations.js";
import { actionItemBody, ConversationActionItemBody, detailedActionItemBody } from "./action-item-bodies.dto.js";
import { Component, Field, record, type Plain } from "./field.js";
import { geolocationBody, WireGeolocation } from "./geolocation.dto.js";
import type { WireNames } from "./wire-names.js";
import { flag, integer, list, nullable, number, timestamp } from "./wire-rules.js";

/** Contract 2.2. */
@Component("ConversationEvent")
export class ConversationEventBody {
  @Field(text()) title!: string;
  @Field(timestamp()) start!: string;
  @Field(text(), { optional: true }) description: string = "";
  @Field(integer(), { optional: true, description: "In minutes." }) duration: number = 30;
  @Field(flag(), { optional: true }) created: boolean = false;
  @Field(list(text()), { optional: true, extension: true, description: "Where it was said; of one conversation only." })
  segment_ids?: string[];
}

/** Contract 2.2. */
@Component("DeveloperConversationStructured")
export class StructuredBody {
  @Field(text()) title!: string;
  @Field(text()) overview!: string;
  @Field(oneOf(categories)) category!: Category;
  @Field(text(), { optional: true }) emoji: string = noSummary.emoji;
  @Field(list(record(() => ConversationActionItemBody)), { optional: true })
  action_items: ConversationActionItemBody[] = [];
  @Field(list(record(() => ConversationEventBody)), { optional: true }) events: ConversationEventBody[] = [];
}

/** Contract 2.4. */
@Component("TranscriptSegment")
export class SegmentBody {
  @Field(text()) text!: string;
  @Field(number()) start!: number;
  @Field(number()) end!: number;
  @Field(nullable(text()), { optional: true }) id: string | null = null;
  @Field(nullable(integer()), { optional: true }) speaker_id: number | null = null;
  @Field(nullable(text()), { optional: true }) speaker_name: string | null = null;
}

const STATUS =
  "`in_progress` (a live session is open), `processing`, `completed`, or `failed`: it could not be summarised, and reprocessing may help.";

const DISCARDED =
  "Whether lists and search leave it out. A conversation from segments is discarded when nothing usable was said: fewer than five words that carry meaning (with a model: its verdict), and no action item, event or memory was found. A conversation from text never is. PATCH sets it both ways.";

/** Contract 2.1, in a list. */
@Component("DeveloperConversation")
export class ConversationBody {
  @Field(text()) id!: string;
  @Field(timestamp()) created_at!: string;
  @Field(nullable(timestamp())) started_at!: string | null;
  @Field(nullable(timestamp())) finished_at!: string | null;
  @Field(record(() => StructuredBody)) structured!: StructuredBody;
  @Field(nullable(text()), { optional: true }) folder_id: string | null = null;
  @Field(nullable(text()), { optional: true }) folder_name: string | null = null;
  @Field(nullable(record(() => WireGeolocation)), { optional: true }) geolocation: object | null = null;
  @Field(nullable(text()), { optional: true }) language: string | null = null;
  @Field(nullable(text()), { optional: true }) source: string | null = null;
  @Field(nullable(list(record(() => SegmentBody))), { optional: true }) transcript_segments: SegmentBody[] | null =
    null;
  @Field(text(), { optional: true, extension: true, description: STATUS }) status!: string;
}

/** One conversation alone: decision 4.8. */
@Component("DeveloperConversationDetail")
export class DetailedConversationBody extends ConversationBody {
  @Field(flag(), { optional: true, extension: true, description: DISCARDED }) discarded!: boolean;
  @Field(nullable(oneOf(discardReasons)), {
    optional: true,
    extension: true,
    description: "Why it is discarded: `no_usable_content`, or `user` when the user discarded it; otherwise null.",
  })
  discard_reason: DiscardReason | null = null;
  @Field(flag(), { optional: true, extension: true }) starred!: boolean;
  @Field(nullable(text()), {
    optional: true,
    extension: true,
    description:
      "What made title, overview and items: `built-in`, or `llm:` and the model's name; `trivial` when they are the first words only, because summarising exceeded its CPU time or memory, or the process ended twice during it.",
  })
  summarised_by: string | null = null;
}

/** Contract 2.1, what a creation answers. */
@Component("ConversationReceipt")
export class CreationBody {
  @Field(flag(), { description: DISCARDED }) discarded!: boolean;
  @Field(text()) id!: string;
  @Field(text(), { description: STATUS }) status!: string;
}

export const creationBody = ({ discarded, id, status }: CreationReceipt): Plain<CreationBody> => ({
  discarded,
  id,
  status,
});

/** Every optional field is present, as null where there is nothing (decision 4.8). */
export function conversationBody(view: ConversationView, names: WireNames): Plain<ConversationBody> {
  return body(view, names, { actionItem: actionItemBody, event: eventBody });
}

/** With what only a conversation asked for by its id shows: its state, and where each derived item was said. */
export function detailedConversationBody(view: ConversationView, names: WireNames): Plain<DetailedConversationBody> {
  const { conversation } = view;
  const shown = body(view, names, {
    actionItem: detailedActionItemBody,
    event: (event) => ({ ...eventBody(event), segment_ids: [...event.segmentIds] }),
  });
  return {
    ...shown,
    discarded: conversation.isDiscarded,
    discard_reason: conversation.discardReason,
    starred: conversation.state.edits.starred ?? false,
    summarised_by: conversation.summary.madeBy ?? null,
  };
}

interface Derived {
  readonly actionItem: (item: ActionItem) => Plain<ConversationActionItemBody>;
  readonly event: (event: ConversationEvent) => Plain<ConversationEventBody>;
}

function body(view: ConversationView, names: WireNames, derived: Derived): Plain<ConversationBody> {
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
      action_items: view.actionItems.map(derived.actionItem),
      events: summary.events.map(derived.event),
    },
    folder_id: conversation.folderId,
    folder_name: view.folderName,
    geolocation: state.geolocation && geolocationBody(state.geolocation, names),
    language: state.language,
    source: state.source && names.sources[state.source],
    transcript_segments: transcript && transcript.segments.map((segment) => segmentBody(segment, userName)),
    status: state.status,
  };
}

function eventBody({ title, start, description, duration, created }: ConversationEvent): Plain<ConversationEventBody> {
  return { title, start: start.toISOString(), description, duration, created };
}

function segmentBody(segment: Segment, userName: string): Plain<SegmentBody> {
  return {
    text: segment.text,
    start: segment.start,
    end: segment.end,
    id: segment.id,
    speaker_id: segment.speakerId,
    speaker_name: speakerName(segment, userName),
  };
}
