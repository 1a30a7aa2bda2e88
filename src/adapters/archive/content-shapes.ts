import { categories } from "../../domain/conversation/conversation-attributes.js";
import {
  conversationSources,
  textSources,
  visibleStatuses,
  type ConversationEdits,
  type ConversationState,
  type ConversationStatus,
  type Geolocation,
} from "../../domain/conversation/conversation-state.js";
import type {
  ConversationEvent,
  SummaryResult,
  ExtractedActionItem,
  ExtractedMemory,
  Summary,
} from "../../domain/conversation/summary-result.js";
import type { Lease } from "../../domain/lease.js";
import type { LiveSession } from "../../domain/conversation/live-session.js";
import { memoryCategories } from "../../domain/memory/memory-category.js";
import {
  visibilities,
  type MemoryCoreState,
  type MemorySource,
  type MemoryState,
  type SupersededFact,
} from "../../domain/memory/memory-state.js";
import type { Segment, SpeakerNumbering } from "../../domain/conversation/transcript.js";
import { isUserId } from "../../domain/user/user.js";
import {
  booleanShape,
  countShape,
  dateShape,
  trueShape,
  listShape,
  nullableShape,
  numberShape,
  objectShape,
  oneOfShape,
  optionalShape,
  pairShape,
  textShape,
  textMatching,
  type ShapeFields,
} from "./shape.js";

export const userIdShape = textMatching("a user ID", isUserId);

export const keyedChanges = optionalShape(listShape(textShape));

export const lease = objectShape<Lease>({
  fence: countShape,
  claimedUntil: nullableShape(dateShape),
  attempts: countShape,
  nextAttemptAt: nullableShape(dateShape),
  lostInARow: optionalShape(countShape),
  memoryFailures: optionalShape(countShape),
});

export const segment = objectShape<Segment>({
  id: textShape,
  text: textShape,
  start: numberShape,
  end: numberShape,
  speaker: textShape,
  speakerId: numberShape,
  isUser: booleanShape,
  personId: nullableShape(textShape),
});

const summaryFields: ShapeFields<Summary> = {
  title: textShape,
  overview: textShape,
  category: oneOfShape(categories),
  emoji: textShape,
  events: listShape(
    objectShape<ConversationEvent>({
      title: textShape,
      start: dateShape,
      description: textShape,
      duration: numberShape,
      created: booleanShape,
      segmentIds: listShape(textShape),
    }),
  ),
  madeBy: optionalShape(textShape),
};

const summaryResult = objectShape<SummaryResult>({
  ...summaryFields,
  actionItems: listShape(
    objectShape<ExtractedActionItem>({
      description: textShape,
      dueAt: nullableShape(dateShape),
      segmentIds: listShape(textShape),
    }),
  ),
  memories: listShape(
    objectShape<ExtractedMemory>({
      content: textShape,
      category: oneOfShape(memoryCategories),
      segmentIds: listShape(textShape),
      supersedes: optionalShape(textShape),
    }),
  ),
  discard: booleanShape,
});

export const conversationState = objectShape<ConversationState>({
  id: textShape,
  userId: userIdShape,
  clientSessionId: nullableShape(textShape),
  status: oneOfShape([...visibleStatuses, "deleting"] satisfies ConversationStatus[]),
  createdAt: dateShape,
  updatedAt: dateShape,
  startedAt: dateShape,
  finishedAt: dateShape,
  language: nullableShape(textShape),
  isLanguageNamed: optionalShape(trueShape),
  source: nullableShape(oneOfShape(conversationSources)),
  textSource: nullableShape(oneOfShape(textSources)),
  textSourceSpec: nullableShape(textShape),
  clientDeviceId: nullableShape(textShape),
  clientPlatform: nullableShape(textShape),
  geolocation: nullableShape(
    objectShape<Geolocation>({
      latitude: numberShape,
      longitude: numberShape,
      address: nullableShape(textShape),
      mapPlaceId: nullableShape(textShape),
      locationType: nullableShape(textShape),
    }),
  ),
  summary: nullableShape(objectShape<Summary>(summaryFields)),
  digestedAt: optionalShape(dateShape),
  unusable: booleanShape,
  filedUnder: nullableShape(textShape),
  draft: nullableShape(summaryResult),
  edits: objectShape<ConversationEdits>({
    title: optionalShape(textShape),
    discarded: optionalShape(booleanShape),
    folderId: optionalShape(nullableShape(textShape)),
    starred: optionalShape(booleanShape),
  }),
  lease,
  live: optionalShape(
    objectShape<LiveSession>({
      segments: countShape,
      length: countShape,
      speakers: objectShape<SpeakerNumbering>({
        names: listShape(pairShape(textShape, numberShape)),
        taken: listShape(numberShape),
      }),
      lastSegmentAt: dateShape,
      flushed: countShape,
      flushedAt: nullableShape(dateShape),
      flushUpTo: nullableShape(countShape),
      flush: lease,
    }),
  ),
  keyedChanges,
});

const factFields: ShapeFields<MemoryCoreState> = {
  id: textShape,
  userId: userIdShape,
  content: textShape,
  category: oneOfShape(memoryCategories),
  tags: listShape(textShape),
  visibility: oneOfShape(visibilities),
  createdAt: dateShape,
  updatedAt: dateShape,
  edited: booleanShape,
  manuallyAdded: booleanShape,
  reviewed: booleanShape,
  userReview: nullableShape(booleanShape),
  sources: listShape(
    objectShape<MemorySource>({
      conversationId: textShape,
      segmentIds: listShape(textShape),
      foundAs: textShape,
      supersedes: optionalShape(textShape),
    }),
  ),
  keyedChanges,
};

export const memoryState = objectShape<MemoryState>({
  ...factFields,
  superseded: optionalShape(
    listShape(
      objectShape<SupersededFact>({ memory: objectShape<MemoryCoreState>(factFields), supersededAt: dateShape }),
    ),
  ),
});
