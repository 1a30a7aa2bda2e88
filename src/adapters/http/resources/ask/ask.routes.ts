import { MAX_BODY_BYTES } from "../../../../domain/limits.js";
import type { AskUseCases } from "../../../../ports/driving/search.js";
import { okObject, route, type Route } from "../../kernel/route.js";
import { AskRequest, toAnswerResponse, AnswerResponse } from "./ask.dto.js";

export const askRoutes = (askUseCases: AskUseCases): Route[] => [
  route({
    method: "POST",
    path: "/v1/dev/user/ask",
    summary: "Answer a question from the user's conversations and memories",
    tag: "ask",
    extension: true,
    credential: "keyOrToken",
    // The sources are conversations and memories (decision 1.9).
    scopes: ["conversations:read", "memories:read"],
    body: { dtoClass: AskRequest, maxBytes: MAX_BODY_BYTES },
    response: okObject(AnswerResponse, "The answer and its source passages"),
    handle: async ({ context, body }) => toAnswerResponse(await askUseCases.ask(context, body)),
  }),
];
