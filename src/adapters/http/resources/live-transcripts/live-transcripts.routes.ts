import { MAX_CONVERSATION_BODY_BYTES } from "../../../../domain/limits.js";
import type { LiveTranscriptUseCases } from "../../../../ports/driving/conversations.js";
import { okObject, route, type Route } from "../../kernel/route.js";
import {
  toConversationReceiptResponse,
  ConversationReceiptResponse,
} from "../conversations/conversation-responses.dto.js";
import {
  AppendSegmentsRequest,
  toNewLiveSegments,
  toSessionResponse,
  SessionResponse,
  SessionPathParameters,
} from "./live-transcripts.dto.js";

const ITEM_PATH = "/v1/dev/user/sessions/{client_session_id}";

export const liveTranscriptRoutes = (liveTranscripts: LiveTranscriptUseCases): Route[] => [
  route({
    method: "GET",
    path: ITEM_PATH,
    summary: "Get the state of a live session",
    tag: "sessions",
    extension: true,
    credential: "keyOrToken",
    scopes: ["conversations:read"],
    pathParametersClass: SessionPathParameters,
    response: okObject(SessionResponse, "The session"),
    handle: async ({ context, path }) =>
      toSessionResponse(await liveTranscripts.getSession(context, path.client_session_id)),
  }),
  route({
    method: "POST",
    path: `${ITEM_PATH}/segments`,
    summary: "Append segments to a live session, creating it if necessary",
    tag: "sessions",
    extension: true,
    credential: "keyOrToken",
    scopes: ["conversations:write"],
    pathParametersClass: SessionPathParameters,
    body: { dtoClass: AppendSegmentsRequest, maxBytes: MAX_CONVERSATION_BODY_BYTES },
    additionalErrorStatuses: [409],
    response: okObject(SessionResponse, "The segments are stored"),
    handle: async ({ context, path, body }) =>
      toSessionResponse(await liveTranscripts.append(context, path.client_session_id, toNewLiveSegments(body))),
  }),
  route({
    method: "POST",
    path: `${ITEM_PATH}/finish`,
    summary: "Finish a live session",
    tag: "sessions",
    extension: true,
    credential: "keyOrToken",
    scopes: ["conversations:write"],
    pathParametersClass: SessionPathParameters,
    acceptsPrefer: true,
    response: okObject(ConversationReceiptResponse, "The session is finished and its conversation is being processed"),
    handle: async ({ context, path, preference }) =>
      toConversationReceiptResponse(await liveTranscripts.finish(context, path.client_session_id, preference)),
  }),
];
