import { finite, list, text, type Bounds } from "./rules.js";

// All length limits, page sizes and batch limits, each defined once. Lengths count Unicode code points. A rule (`text`,
// `finite`, `list`) checks a value; plain bounds are for a check that needs more, such as one after trimming.

// Users and credentials

/** OpenID Connect Core 1.0, section 2: a `sub` has at most 255 characters. */
export const userId = text({ min: 1, max: 255 });
/** Lists and transcripts repeat these names. */
export const displayName = text({ max: 255 });
export const apiKeyName = text({ max: 255 });

// Conversations and live sessions

export const conversationText = text({ min: 1, max: 100_000 });
export const transcriptBatch: Bounds = { min: 1, max: 500 };
export const clientSessionId = text({ min: 1, max: 200 });
/** Maximum number of segments of a live session, and so the greatest `offset`. */
export const MAX_SESSION_SEGMENTS = 20_000;
export const sessionOffset = { min: 0, max: MAX_SESSION_SEGMENTS } as const satisfies Bounds;
/**
 * Maximum length of the text of a live session in UTF-16 code units: days of speech, and no more than one summary can
 * process.
 */
export const MAX_SESSION_LENGTH = 10_000_000;
export const folderIdFilter = text({ min: 1 });
/** Counted after trimming. */
export const conversationTitle = { min: 1, max: 500 } as const satisfies Bounds;
/** Duration of a conversation from text without an end. */
export const TEXT_CONVERSATION_MINUTES = 5;
export const latitude = finite({ min: -90, max: 90 });
export const longitude = finite({ min: -180, max: 180 });

// Summaries

/** Maximum length of the title of a summary, in code points. */
export const MAX_SUMMARY_TITLE_LENGTH = 500;
/** Maximum length of the overview of a summary, in code points. */
export const MAX_OVERVIEW_LENGTH = 5_000;
/** One emoji may be a sequence of several code points. */
export const summaryEmoji = text({ min: 1, max: 32 });
export const eventTitle = text({ min: 1, max: 500 });
export const eventDescription = text({ max: 2_000 });
/** At most a year. */
export const eventMinutes = { min: 0, max: 366 * 24 * 60 } as const satisfies Bounds;

// Action items

export const actionItemDescription = text({ min: 1, max: 500 });
export const actionItemBatch = { max: 50 } as const satisfies Bounds;

// Memories

export const memoryContent = text({ min: 1, max: 500 });
/** Every response that contains a memory contains its tags. */
export const memoryTags = list(text({ max: 100 }), { max: 100 });
export const memoryBatch = { max: 25 } as const satisfies Bounds;

// Search and questions

export const searchQuery = text({ min: 1 });
export const searchLimit = { min: 1, max: 100 } as const satisfies Bounds;
export const DEFAULT_SEARCH_LIMIT = 10;
/** The `question` of an ask request. */
export const questionText = text({ min: 1, max: 2000 });

// Goals

/** Counted after trimming, as every title (decision 2.8). */
export const goalTitle = { min: 1, max: 500 } as const satisfies Bounds;
/** The desired outcome of a goal, and why it matters. */
export const goalText = text({ max: 2000 });
export const goalCriteria = list(text(), { max: 20 });
/** Range of a history query, in days. */
export const goalHistoryDays = { min: 1, max: 365 } as const satisfies Bounds;
export const DEFAULT_GOAL_HISTORY_DAYS = 30;

// Apps and webhooks

export const appName = text({ min: 1, max: 100 });
export const appDescription = text({ max: 500 });
export const webhookUrl = text({ min: 1, max: 2048 });
/** The prompt template of an app, with instructions around its variables (decision 9.6). */
export const webhookPrompt = text({ min: 5, max: 8000 });
/** Only the four notification scopes have a meaning, but a list may contain other names. */
export const webhookParams = list(text({ max: 64 }), { max: 32 });
/** Maximum size of the response of a webhook or a push service. */
export const MAX_WEBHOOK_RESPONSE_BYTES = 64 * 1024;
/** Per user: every live transcript goes to each installed app. */
export const MAX_INSTALLATIONS = 50;

// Notifications and push targets

/** Blank texts are rejected with an error of their own. */
export const notificationText = text({ max: 4000 });
export const replyText = text({ max: 4000 });
/** Per notification. */
export const MAX_REPLIES = 20;
/** A shorter proactive notification is not sent (decision 9.6). */
export const MIN_NOTIFICATION_LENGTH = 5;
/** Minimum time between two proactive notifications of one app to one user. */
export const MIN_PROACTIVE_INTERVAL_MS = 30_000;
/** Number of messages with an app that a prompt contains. */
export const MAX_CHAT_MESSAGES = 10;
/** Address of a push target. */
export const pushUrl = text({ min: 1, max: 2048 });
/** Per user: every notification goes to each target. */
export const MAX_PUSH_TARGETS = 20;

// Page sizes

/** Page sizes of a list: the one used when a request names none, and the maximum. */
export interface PageSizeLimits {
  readonly defaultLimit: number;
  readonly maxLimit: number;
}

export const conversationPageSize: PageSizeLimits = { defaultLimit: 25, maxLimit: 200 };
/** Maximum size of the transcripts of one page as JSON; enough for more than 200 meetings of an hour. */
export const MAX_TRANSCRIPT_PAGE_BYTES = 64 * 1024 * 1024;
export const memoryPageSize: PageSizeLimits = { defaultLimit: 25, maxLimit: 1000 };
export const actionItemPageSize: PageSizeLimits = { defaultLimit: 100, maxLimit: 1000 };
export const goalPageSize: PageSizeLimits = { defaultLimit: 10, maxLimit: 100 };
export const askPageSize: PageSizeLimits = { defaultLimit: 10, maxLimit: 50 };
/** A list without a `limit` returns all keys, up to 1000. */
export const apiKeyPageSize: PageSizeLimits = { defaultLimit: 1000, maxLimit: 1000 };
/** Apps that the user owns. */
export const appPageSize: PageSizeLimits = { defaultLimit: 100, maxLimit: 1000 };
export const webhookDeliveryPageSize: PageSizeLimits = { defaultLimit: 100, maxLimit: 1000 };
/** The inbox. */
export const notificationPageSize: PageSizeLimits = { defaultLimit: 25, maxLimit: 200 };

// Requests

export const idempotencyKey = text({ min: 1, max: 255 });
/** How long the use of a quota window is kept after its end, because the clocks of processes differ. */
export const QUOTA_WINDOW_RETENTION_MS = 60_000;
/** Maximum size of the body of a request that creates a conversation. */
export const MAX_CONVERSATION_BODY_BYTES = 2 * 1024 * 1024;
/** Enough for a message and a user ID in any JSON escaping. */
export const MAX_NOTIFICATION_BODY_BYTES = 64 * 1024;
export const MAX_BODY_BYTES = 512 * 1024;
export const MAX_JSON_DEPTH = 32;
/** Maximum number of violations in one error response. */
export const MAX_REPORTED_VIOLATIONS = 100;
