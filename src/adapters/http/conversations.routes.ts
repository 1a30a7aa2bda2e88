import { BODY_BYTES, CONVERSATION_BODY_BYTES } from "../../domain/limits.js";
import type { ConversationUseCases, ConversationView } from "../../ports/driving/conversations.js";
import type { Page } from "../../ports/driving/page.js";
import { answersList, answersOne } from "./answers.js";
import {
  ConversationBody,
  conversationBody,
  conversationPatch,
  CreateFromSegments,
  CreateFromText,
  creationBody,
  CreationBody,
  DetailedConversationBody,
  detailedConversationBody,
  GetConversation,
  listing,
  ListConversations,
  newSegmentsConversation,
  newTextConversation,
  UpdateConversation,
} from "./conversations.dto.js";
import { DeletionBody, deletionBody } from "./deletion.dto.js";
import { JsonListStream } from "./json-list-stream.js";
import { pageOf } from "./page.js";
import { route, type Route } from "./route.js";
import { writtenOnce } from "./written-json.js";

const collection = "/v1/dev/user/conversations";
const one = `${collection}/{conversation_id}` as const;

/** Contract 4.1, decisions 4. */
export const conversationRoutes = (conversations: ConversationUseCases): Route[] => [
  route({
    method: "GET",
    path: collection,
    summary: "List conversations",
    tag: "conversations",
    credential: "any",
    scopes: ["conversations:read"],
    query: ListConversations,
    refuses: [400],
    answers: {
      ...answersList(ConversationBody, "Completed conversations that are not discarded, newest first"),
      headers: ["Link", "X-Total-Count"],
    },
    handle: async (request) => {
      const asked = listing(request.query);
      const page = await pageOf(collection, request, asked, (placed) => conversations.list(request.call, placed));
      if (!page.batches) return writtenPage(page, request.names);
      return new JsonListStream(page.batches, (view) => conversationBody(view, request.names));
    },
  }),
  route({
    method: "POST",
    path: collection,
    summary: "Create a conversation from text",
    tag: "conversations",
    credential: "any",
    scopes: ["conversations:write"],
    body: { shape: CreateFromText, maxBytes: CONVERSATION_BODY_BYTES },
    prefers: true,
    answers: answersOne(CreationBody, "The conversation is stored"),
    handle: async ({ call, body, preference }) =>
      creationBody(await conversations.createFromText(call, newTextConversation(body), preference)),
  }),
  route({
    method: "POST",
    path: `${collection}/from-segments`,
    summary: "Create a conversation from transcript segments",
    tag: "conversations",
    credential: "any",
    scopes: ["conversations:write"],
    body: { shape: CreateFromSegments, maxBytes: CONVERSATION_BODY_BYTES },
    refuses: [409],
    prefers: true,
    answers: answersOne(CreationBody, "The conversation is stored"),
    handle: async ({ call, body, preference }) =>
      creationBody(await conversations.createFromSegments(call, newSegmentsConversation(body), preference)),
  }),
  route({
    method: "GET",
    path: one,
    summary: "Get a conversation",
    tag: "conversations",
    credential: "any",
    scopes: ["conversations:read"],
    query: GetConversation,
    answers: answersOne(DetailedConversationBody, "The conversation"),
    handle: async ({ call, path, query, names }) => {
      const options = { includeTranscript: query.include_transcript };
      return writtenView(await conversations.get(call, path.conversation_id, options), names);
    },
  }),
  route({
    method: "PATCH",
    path: one,
    summary: "Update a conversation",
    tag: "conversations",
    credential: "any",
    scopes: ["conversations:write"],
    body: { shape: UpdateConversation, maxBytes: BODY_BYTES },
    answers: answersOne(DetailedConversationBody, "The changed conversation"),
    handle: async ({ call, path, body, names }) =>
      detailedConversationBody(await conversations.update(call, path.conversation_id, conversationPatch(body)), names),
  }),
  route({
    method: "DELETE",
    path: one,
    summary: "Delete a conversation",
    tag: "conversations",
    credential: "any",
    scopes: ["conversations:write"],
    answers: answersOne(DeletionBody, "The conversation is gone"),
    handle: async ({ call, path }) => {
      await conversations.delete(call, path.conversation_id);
      return deletionBody;
    },
  }),
  route({
    method: "POST",
    path: `${one}/reprocess`,
    summary: "Summarise a conversation again",
    tag: "conversations",
    extension: true,
    credential: "any",
    scopes: ["conversations:write"],
    refuses: [409],
    prefers: true,
    answers: answersOne(CreationBody, "The conversation is processed again"),
    handle: async ({ call, path, preference }) =>
      creationBody(await conversations.reprocess(call, path.conversation_id, preference)),
  }),
];

const writtenView = writtenOnce(detailedConversationBody);
const writtenPage = writtenOnce((page: Page<ConversationView>, names) =>
  page.items.map((view) => conversationBody(view, names)),
);
