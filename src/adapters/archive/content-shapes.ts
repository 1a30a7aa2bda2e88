import { categories } from "../../domain/category.js";
import {
  sources,
  textSources,
  visibleStatuses,
  type ConversationEdits,
  type ConversationState,
  type ConversationStatus,
  type Geolocation,
} from "../../domain/conversation.js";
import type { ConversationEvent, Digest, DigestActionItem, DigestMemory, Summary } from "../../domain/digest.js";
import type { Lease } from "../../domain/lease.js";
import type { LiveSession } from "../../domain/live-session.js";
import { memoryCategories } from "../../domain/memory-category.js";
import {
  visibilities,
  type FactState,
  type MemorySource,
  type MemoryState,
  type SupersededFact,
} from "../../domain/memory.js";
import type { Segment, Speakers } from "../../domain/transcript.js";
import { isUserId } from "../../domain/user.js";
import {
  boolean,
  count,
  date,
  isTrue,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  pair,
  text,
  textThat,
  type Fields,
} from "./shape.js";

export const userId = textThat("a user ID", isUserId);

export const keyedChanges = optional(list(text));

export const lease = object<Lease>({
  fence: count,
  claimedUntil: nullable(date),
  attempts: count,
  nextAttemptAt: nullable(date),
  lostInARow: optional(count),
  memoryFailures: optional(count),
});

export const segment = object<Segment>({
  id: text,
  text,
  start: number,
  end: number,
  speaker: text,
  speakerId: number,
  isUser: boolean,
  personId: nullable(text),
});

const summaryFields: Fields<Summary> = {
  title: text,
  overview: text,
  category: oneOf(categories),
  emoji: text,
  events: list(
    object<ConversationEvent>({
      title: text,
      start: date,
      description: text,
      duration: number,
      created: boolean,
      segmentIds: list(text),
    }),
  ),
  madeBy: optional(text),
};

const digest = object<Digest>({
  ...summaryFields,
  actionItems: list(object<DigestActionItem>({ description: text, dueAt: nullable(date), segmentIds: list(text) })),
  memories: list(
    object<DigestMemory>({
      content: text,
      category: oneOf(memoryCategories),
      segmentIds: list(text),
      supersedes: optional(text),
    }),
  ),
  discard: boolean,
});

export const conversationState = object<ConversationState>({
  id: text,
  userId,
  clientSessionId: nullable(text),
  status: oneOf([...visibleStatuses, "deleting"] satisfies ConversationStatus[]),
  createdAt: date,
  updatedAt: date,
  startedAt: date,
  finishedAt: date,
  language: nullable(text),
  isLanguageNamed: optional(isTrue),
  source: nullable(oneOf(sources)),
  textSource: nullable(oneOf(textSources)),
  textSourceSpec: nullable(text),
  clientDeviceId: nullable(text),
  clientPlatform: nullable(text),
  geolocation: nullable(
    object<Geolocation>({
      latitude: number,
      longitude: number,
      address: nullable(text),
      mapPlaceId: nullable(text),
      locationType: nullable(text),
    }),
  ),
  summary: nullable(object<Summary>(summaryFields)),
  digestedAt: optional(date),
  unusable: boolean,
  filedUnder: nullable(text),
  draft: nullable(digest),
  edits: object<ConversationEdits>({
    title: optional(text),
    discarded: optional(boolean),
    folderId: optional(nullable(text)),
    starred: optional(boolean),
  }),
  lease,
  live: optional(
    object<LiveSession>({
      segments: count,
      length: count,
      speakers: object<Speakers>({ names: list(pair(text, number)), taken: list(number) }),
      lastSegmentAt: date,
      flushed: count,
      flushedAt: nullable(date),
      flushUpTo: nullable(count),
      flush: lease,
    }),
  ),
  keyedChanges,
});

const factFields: Fields<FactState> = {
  id: text,
  userId,
  content: text,
  category: oneOf(memoryCategories),
  tags: list(text),
  visibility: oneOf(visibilities),
  createdAt: date,
  updatedAt: date,
  edited: boolean,
  manuallyAdded: boolean,
  reviewed: boolean,
  userReview: nullable(boolean),
  sources: list(
    object<MemorySource>({
      conversationId: text,
      segmentIds: list(text),
      foundAs: text,
      supersedes: optional(text),
    }),
  ),
  keyedChanges,
};

export const memoryState = object<MemoryState>({
  ...factFields,
  superseded: optional(list(object<SupersededFact>({ memory: object<FactState>(factFields), supersededAt: date }))),
});
