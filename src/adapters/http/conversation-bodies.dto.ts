import { categories, type Category } from "../../domain/category.js";
import type { ActionItem } from "../../domain/action-item.js";
import { noSummary, type ConversationEvent } from "../../domain/digest.js";
import { oneOf, text } from "../../domain/rules.js";
import { speakerName, type Segment } from "../../domain/transcript.js";
import type { ConversationView, CreationReceipt } from "../../ports/driving/conversations.js";
import { actionItemBody, ConversationActionItemBody, detailedActionItemBody } from "./action-item-bodies.dto.js";
import { Field, record, type Plain } from "./field.js";
import { geolocationBody, WireGeolocation } from "./geolocation.dto.js";
import type { WireNames } from "./wire-names.js";
import { flag, integer, list, nullable, number, timestamp } from "./wire-rules.js";

/** Contract 2.2. */
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
export class SegmentBody {
  @Field(text()) text!: string;
  @Field(number()) start!: number;
  @Field(number()) end!: number;
  @Field(nullable(text()), { optional: true }) id: string | null = null;
  @Field(nullable(integer()), { optional: true }) speaker_id: number | null = null;
  @Field(nullable(text()), { optional: true }) speaker_name: string | null = null;
}

/** Contract 2.1, in a list. */
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
}

/** One conversation alone: decision 4.8. */
export class DetailedConversationBody extends ConversationBody {
  @Field(text(), { optional: true, extension: true }) status!: string;
  @Field(flag(), { optional: true, extension: true }) discarded!: boolean;
  @Field(flag(), { optional: true, extension: true }) starred!: boolean;
  @Field(nullable(text()), {
    optional: true,
    extension: true,
    description: "What made title, overview and all that was found: `built-in`, or `llm:` and the model's name.",
  })
  summarised_by: string | null = null;
}

/** Contract 2.1, what a creation answers. */
export class CreationBody {
  @Field(flag()) discarded!: boolean;
  @Field(text()) id!: string;
  @Field(text()) status!: string;
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
    status: conversation.state.status,
    discarded: conversation.isDiscarded,
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
