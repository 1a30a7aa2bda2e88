import type { Segment } from "../../domain/conversation/transcript.js";
import type {
  AppWebhookClient,
  WebhookCallResult,
  WebhookRequest,
  OutboundClient,
} from "../../ports/driven/delivery/outbound-client.js";
import { isGoneStatus, isSuccessStatus } from "../outbound-support/http-status.js";
import { parseWebhookResponse } from "./parse-webhook-response.js";

/** Calls the webhooks of apps through the outbound client, with one bulkhead per app. */
export class OutboundAppWebhookClient implements AppWebhookClient {
  constructor(private readonly client: OutboundClient) {}

  async send(request: WebhookRequest): Promise<WebhookCallResult> {
    const { id, appId, url, secrets, userId, sessionId, loadSegments } = request;
    const result = await this.client.post({
      url: withQueryParameters(url, { session_id: sessionId, uid: userId }),
      bulkheadKey: appId,
      body: async () => {
        const segments = await loadSegments();
        return segments && JSON.stringify(toWebhookBody(sessionId, segments));
      },
      headers: { "content-type": "application/json", accept: "application/json" },
      signing: { id, secrets },
    });
    if (result.kind === "failed") return result;
    const { status, body } = result;
    return isSuccessStatus(status)
      ? { kind: "accepted", status, response: parseWebhookResponse(body, sessionId) }
      : { kind: "unsuccessful", status, isGone: isGoneStatus(status) };
  }
}

/**
 * Sets the parameters and removes others of the same name. The rest of the app's query is kept byte for byte, because
 * it may be signed.
 */
function withQueryParameters(url: string, parameters: Readonly<Record<string, string>>): string {
  const [urlWithoutFragment = ""] = url.split("#", 1);
  const [base = "", ...queryParts] = urlWithoutFragment.split("?");
  const retainedPairs = queryParts
    .join("?")
    .split("&")
    .filter((pair) => pair !== "" && !Array.from(new URLSearchParams(pair).keys()).some((name) => name in parameters));
  return `${base}?${[...retainedPairs, new URLSearchParams(parameters).toString()].join("&")}`;
}

/** Builds the body of a webhook call in the form of the API contract. */
const toWebhookBody = (sessionId: string, segments: readonly Segment[]) => ({
  session_id: sessionId,
  segments: segments.map(({ text, speakerId, isUser }) => ({
    text,
    speaker: formatSpeakerLabel(speakerId),
    is_user: isUser,
  })),
});

/** Ignores the speaker's name: names that a user gave are not sent to apps. */
const formatSpeakerLabel = (speakerId: number): string => `SPEAKER_${String(speakerId).padStart(2, "0")}`;
