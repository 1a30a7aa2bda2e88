import { finite, list, text, type Bounds } from "./rules.js";

/** Contract section 8 and the decisions, each number once. A length counts Unicode code points. */
export const conversationText = text({ min: 1, max: 100_000 });
export const transcriptBatch: Bounds = { min: 1, max: 500 };
export const clientSessionId = text({ min: 1, max: 200 });
/** Decision 9.3: of a live session, and so the last place that one of its segments may have. */
export const SESSION_SEGMENTS_MOST = 20_000;
export const sessionOffset = { min: 0, max: SESSION_SEGMENTS_MOST } as const satisfies Bounds;
/**
 * Of all that is said in a live session, in UTF-16 code units: days of speech, and no more than is summarised at once.
 */
export const SESSION_LENGTH_MOST = 10_000_000;
export const folderIdFilter = text({ min: 1 });
/** Decision 4.10: counted after trimming. */
export const conversationTitle = { min: 1, max: 500 } as const satisfies Bounds;
export const actionItemDescription = text({ min: 1, max: 500 });
export const actionItemBatch = { max: 50 } as const satisfies Bounds;
export const memoryContent = text({ min: 1, max: 500 });
/** Limits of a summariser's texts, in code points. */
export const MAX_SUMMARY_TITLE_LENGTH = 500;
export const MAX_OVERVIEW_LENGTH = 5_000;
/** One emoji may be a sequence of several code points. */
export const summaryEmoji = text({ min: 1, max: 32 });
export const eventTitle = text({ min: 1, max: 500 });
export const eventDescription = text({ max: 2_000 });
/** An event lasts a year at most. */
export const eventMinutes = { min: 0, max: 366 * 24 * 60 } as const satisfies Bounds;
/** A tag is a word or two, and is shown with every memory that has it. */
export const memoryTags = list(text({ max: 100 }), { max: 100 });
export const memoryBatch = { max: 25 } as const satisfies Bounds;
export const searchQuery = text({ min: 1 });
export const searchLimit = { min: 1, max: 100 } as const satisfies Bounds;
export const SEARCH_LIMIT_USUAL = 10;
/** Of `question`; a page and a half. */
export const askedQuestion = text({ min: 1, max: 2000 });
export const askPage: PageSize = { usual: 10, most: 50 };
/** Counted after trimming, as every title (decision 2.8). */
export const goalTitle = { min: 1, max: 500 } as const satisfies Bounds;
/** Of `desired_outcome` and `why_it_matters`. */
export const goalProse = text({ max: 2000 });
export const goalCriteria = list(text(), { max: 20 });

/** What people and keys are called is shown again and again: beside every segment, in every list. */
export const displayName = text({ max: 255 });
export const keyName = text({ max: 255 });
export const appName = text({ min: 1, max: 100 });
export const appDescription = text({ max: 500 });
export const webhookUrl = text({ min: 1, max: 2048 });
/** Contract 4.8: a template, with what an app tells a writer around its variables. */
export const webhookPrompt = text({ min: 5, max: 8000 });
/** Four names have a meaning; more than these are no list of variables. */
export const webhookParams = list(text({ max: 64 }), { max: 32 });
/** Decision 9.6: what is shorter says nothing, and is not sent. */
export const SHORTEST_NOTIFICATION = 5;
/** Of what notifications are pushed to. */
export const pushUrl = text({ min: 1, max: 2048 });
/** Decision 9.1. Blank ones are refused by a text of their own. */
export const notificationText = text({ max: 4000 });
export const replyText = text({ max: 4000 });
/** Of one notification. */
export const REPLIES_MOST = 20;
/** OpenID Connect Core 1.0, section 2: a `sub` has 255 characters at most. */
export const userId = text({ min: 1, max: 255 });

/** Decision 4.12. */
export const latitude = finite({ min: -90, max: 90 });
export const longitude = finite({ min: -180, max: 180 });

/** A page's size: what is answered when none is asked for, and the greatest that is honoured. */
export interface PageSize {
  readonly usual: number;
  readonly most: number;
}

/** Contract section 8, decision 4.7. */
export const conversationPage: PageSize = { usual: 25, most: 200 };
/** Limit of the transcripts of one page as JSON; more than 200 meetings of an hour. */
export const MAX_TRANSCRIPT_PAGE_BYTES = 64 * 1024 * 1024;
/** Decision 5.1. */
export const memoryPage: PageSize = { usual: 25, most: 1000 };
/** Contract section 8, decision 6.1. */
export const actionItemPage: PageSize = { usual: 100, most: 1000 };
/** Decision 7.3. */
export const goalPage: PageSize = { usual: 10, most: 100 };
/** Decision 1.4: who names no limit gets all keys, unless they are very many. */
export const keyPage: PageSize = { usual: 1000, most: 1000 };
/** Decision 9.8: of one's own apps. */
export const appPage: PageSize = { usual: 100, most: 1000 };
export const deliveryPage: PageSize = { usual: 100, most: 1000 };
/** Of the inbox. */
export const notificationPage: PageSize = { usual: 25, most: 200 };
/** Of one user: every live transcript goes to each of them. */
export const INSTALLATIONS_MOST = 50;
/** Of one user: every notification goes to each of them. */
export const PUSH_TARGETS_MOST = 20;
/** Decision 7.4: how far back a history is asked for, in days. */
export const goalHistoryDays = { min: 1, max: 365 } as const satisfies Bounds;
export const GOAL_HISTORY_DAYS_USUAL = 30;

/** Decision 9.6: one in so many milliseconds, of a user and an app. */
export const PROACTIVE_INTERVAL_MS = 30_000;
/** Decision 9.7: of what was exchanged with an app. */
export const CHAT_MESSAGES = 10;

/** Decision 10.1. */
export const idempotencyKey = text({ min: 1, max: 255 });

/** Decision 4.3. */
export const TEXT_CONVERSATION_MINUTES = 5;

/** How long a quota's window is remembered after its end, in milliseconds: clocks differ, and some are late. */
export const QUOTA_KEPT_MS = 60_000;

/** Decision 2.5: what a body may weigh, in bytes. */
export const CONVERSATION_BODY_BYTES = 2 * 1024 * 1024;
/** Decision 9.1: a message and a user id, however they are escaped. */
export const NOTIFICATION_BODY_BYTES = 64 * 1024;
export const BODY_BYTES = 512 * 1024;
/** Decision 2.7. */
export const JSON_DEPTH = 32;
/** Decision 2.1. */
export const VIOLATIONS_REPORTED = 100;
