import type { ApiClient } from "./api-client.js";
import { waitUntil } from "./eventually.js";

export interface WireConversation {
  readonly id: string;
  readonly status: string;
  readonly discarded: boolean;
  readonly starred: boolean;
  readonly created_at: string;
  readonly started_at: string;
  readonly finished_at: string;
  readonly folder_id: string | null;
  readonly folder_name: string | null;
  readonly geolocation: { readonly address: string | null } | null;
  readonly structured: {
    readonly title: string;
    readonly overview: string;
    readonly category: string;
    readonly emoji: string;
    readonly action_items: readonly {
      readonly id: string;
      readonly description: string;
      readonly due_at: string | null;
    }[];
    readonly events: readonly { readonly title: string; readonly start: string }[];
  };
  /** Only in the response for a single conversation. */
  readonly summarised_by?: string | null;
  readonly discard_reason?: string | null;
  readonly transcript_segments: readonly Record<string, unknown>[] | null;
}

export interface ConversationReceipt {
  readonly id: string;
  readonly discarded: boolean;
  readonly status: string;
}

export const CONVERSATIONS_PATH = "/v1/dev/user/conversations";

/** A short conversation with a promise. */
export const planningConversation = {
  started_at: "2026-01-05T09:00:00Z",
  transcript_segments: [
    {
      text: "Hello Ana, this is about the launch of the garden app.",
      start: 0,
      end: 4,
      is_user: true,
      speaker_id: 0,
    },
    {
      text: "The designers finished the screens and the testers liked the new calendar.",
      start: 4,
      end: 9,
      speaker_id: 1,
    },
    {
      text: "Great, I'll send you the budget for the launch by Friday.",
      start: 9,
      end: 13,
      is_user: true,
      speaker_id: 0,
    },
    { text: "Thanks. We meet the printer on Thursday at three in the afternoon.", start: 13, end: 18, speaker_id: 1 },
  ],
};

/** Stores a conversation and waits until it is processed. @returns it, with its transcript. */
export async function recordConversation(
  client: ApiClient,
  body: object = planningConversation,
): Promise<WireConversation> {
  const { body: receipt } = await client.post(`${CONVERSATIONS_PATH}/from-segments`, body);
  const { id } = receipt as ConversationReceipt;
  const readConversation = async (): Promise<WireConversation> =>
    (await client.get(`${CONVERSATIONS_PATH}/${id}?include_transcript=true`)).body as WireConversation;
  let conversation = await readConversation();
  await waitUntil(
    async () =>
      conversation.status !== "processing" || (conversation = await readConversation()).status !== "processing",
  );
  return conversation;
}

/** Builds a conversation of one sentence, which identifies it. */
export function singleSegmentBody(text: string, fields: object = {}): object {
  return { transcript_segments: [{ text, start: 0, end: 5 }], ...fields };
}
