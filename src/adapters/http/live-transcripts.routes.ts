import { CONVERSATION_BODY_BYTES } from "../../domain/limits.js";
import type { LiveTranscriptUseCases } from "../../ports/driving/live-transcripts.js";
import { answersOne } from "./answers.js";
import { creationBody, CreationBody } from "./conversation-bodies.dto.js";
import { AppendSegments, newLiveSegments, sessionBody, SessionBody, SessionPath } from "./live-transcripts.dto.js";
import { route, type Route } from "./route.js";

const one = "/v1/dev/user/sessions/{client_session_id}";

/** Decision 9.3. */
export const liveTranscriptRoutes = (sessions: LiveTranscriptUseCases): Route[] => [
  route({
    method: "GET",
    path: one,
    summary: "Get how far a session has come",
    tag: "sessions",
    extension: true,
    credential: "any",
    scopes: ["conversations:read"],
    pathShape: SessionPath,
    answers: answersOne(SessionBody, "The session"),
    handle: async ({ call, path }) => sessionBody(await sessions.state(call, path.client_session_id)),
  }),
  route({
    method: "POST",
    path: `${one}/segments`,
    summary: "Add segments to a live session; the first ones begin it",
    tag: "sessions",
    extension: true,
    credential: "any",
    scopes: ["conversations:write"],
    pathShape: SessionPath,
    body: { shape: AppendSegments, maxBytes: CONVERSATION_BODY_BYTES },
    refuses: [409],
    answers: answersOne(SessionBody, "The segments are stored"),
    handle: async ({ call, path, body }) =>
      sessionBody(await sessions.append(call, path.client_session_id, newLiveSegments(body))),
  }),
  route({
    method: "POST",
    path: `${one}/finish`,
    summary: "Finish a live session",
    tag: "sessions",
    extension: true,
    credential: "any",
    scopes: ["conversations:write"],
    pathShape: SessionPath,
    prefers: true,
    answers: answersOne(CreationBody, "The conversation is processed as any other"),
    handle: async ({ call, path, preference }) =>
      creationBody(await sessions.finish(call, path.client_session_id, preference)),
  }),
];
