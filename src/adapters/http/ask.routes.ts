import { BODY_BYTES } from "../../domain/limits.js";
import type { AskUseCases } from "../../ports/driving/ask.js";
import { answersOne } from "./answers.js";
import { AskBody, answeredBody, AnsweredBody } from "./ask.dto.js";
import { route, type Route } from "./route.js";

export const askRoutes = (asking: AskUseCases): Route[] => [
  route({
    method: "POST",
    path: "/v1/dev/user/ask",
    summary: "Ask what was said",
    tag: "ask",
    extension: true,
    credential: "any",
    // Decision 1.9.
    scopes: ["conversations:read", "memories:read"],
    body: { shape: AskBody, maxBytes: BODY_BYTES },
    answers: answersOne(AnsweredBody, "An answer, and the passages that it rests on"),
    handle: async ({ call, body }) => answeredBody(await asking.ask(call, body)),
  }),
];
