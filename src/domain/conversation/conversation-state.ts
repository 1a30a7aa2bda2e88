import type { AppliedIdempotencyKeys } from "../idempotency/idempotency-record.js";
import type { Lease } from "../lease.js";
import type { LiveSession } from "./live-session.js";
import type { Summary, SummaryResult } from "./summary-result.js";

/** The processing status (decision 4.1). Clients never see `deleting` (decision 4.11). */
export type ConversationStatus = "in_progress" | "processing" | "completed" | "failed" | "deleting";

/** The statuses that clients see and can filter lists by. */
export const visibleStatuses = ["in_progress", "processing", "completed", "failed"] as const;
export type VisibleStatus = (typeof visibleStatuses)[number];

/** Why a conversation is discarded: it has no usable content (decision 4.6), or the user discarded it. */
export const discardReasons = ["no_usable_content", "user"] as const;
export type DiscardReason = (typeof discardReasons)[number];

/** The sources that clients can name; devices have neutral names (decision 11.1). */
// prettier-ignore
export const conversationSources = [
  "phone", "phone_call", "desktop", "workflow", "sdcard", "external_integration", "onboarding", "unknown",
  "vendor_device_01", "vendor_device_02", "vendor_device_03", "vendor_device_04", "vendor_device_05", "vendor_device_06",
  "vendor_device_07", "vendor_device_08", "vendor_device_09", "vendor_device_10", "vendor_device_11", "vendor_device_12",
] as const;
export type ConversationSource = (typeof conversationSources)[number];

export const textSources = ["audio_transcript", "message", "other_text"] as const;
export type TextSource = (typeof textSources)[number];

export interface Geolocation {
  readonly latitude: number;
  readonly longitude: number;
  readonly address: string | null;
  readonly mapPlaceId: string | null;
  readonly locationType: string | null;
}

/** The fields that the user set. Processing never overwrites them. */
export interface ConversationEdits {
  readonly title?: string;
  readonly discarded?: boolean;
  readonly folderId?: string | null;
  readonly starred?: boolean;
}

export interface ConversationState extends AppliedIdempotencyKeys {
  readonly id: string;
  readonly userId: string;
  readonly clientSessionId: string | null;
  readonly status: ConversationStatus;
  /** `startedAt` if the client named one that is not in the future, otherwise the time of storing (decision 4.4). */
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  /** The language in responses: `en` when the client named none. */
  readonly language: string | null;
  /** Present when the client named the language; absent in conversations stored before this field was added. */
  readonly isLanguageNamed?: true;
  readonly source: ConversationSource | null;
  /** Null for a conversation from segments. */
  readonly textSource: TextSource | null;
  readonly textSourceSpec: string | null;
  readonly clientDeviceId: string | null;
  readonly clientPlatform: string | null;
  readonly geolocation: Geolocation | null;
  /** The result of the last completed processing; null before the first one. */
  readonly summary: Summary | null;
  /**
   * When the last processing completed; absent before the first one and in conversations stored before this field was
   * added. Read it as `Conversation.summarisedAt`.
   */
  readonly digestedAt?: Date;
  /** Whether the last completed processing found nothing usable (decision 4.6). */
  readonly unusable: boolean;
  /** The folder that processing selected. */
  readonly filedUnder: string | null;
  /** Only within `completeProcessing` and in states that earlier versions stored; null otherwise (decision 4.13). */
  readonly draft: SummaryResult | null;
  readonly edits: ConversationEdits;
  readonly lease: Lease;
  /** The state of a live session, kept after it is finished (decision 9.3); absent for any other conversation. */
  readonly live?: LiveSession;
}

/** The searchable fields of a conversation beside its transcript. */
export interface SearchableFields {
  readonly title: string;
  readonly overview: string;
}
