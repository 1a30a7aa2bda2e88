import pLimit from "p-limit";
import { MAX_BODY_BYTES, MAX_CONVERSATION_BODY_BYTES } from "../../../../domain/limits.js";
import type { ConversationUseCases, ConversationView } from "../../../../ports/driving/conversations.js";
import type { Page } from "../../../../ports/paging.js";
import { okObject, okPage, route, type Route } from "../../kernel/route.js";
import {
  ConversationResponse,
  toConversationResponse,
  toConversationPatch,
  CreateConversationFromSegmentsRequest,
  CreateConversationRequest,
  toConversationReceiptResponse,
  ConversationReceiptResponse,
  ConversationDetailResponse,
  toConversationDetailResponse,
  GetConversationParameters,
  toConversationListQuery,
  ListConversationsParameters,
  toNewSegmentsConversation,
  toNewTextConversation,
  UpdateConversationRequest,
} from "./conversations.dto.js";
import { DeletionResponse, deletionResponse } from "../deletion.dto.js";
import { JsonListStream, memoizeJson } from "../../kernel/json-responses.js";
import { servePage } from "../../kernel/list-page.js";

const COLLECTION_PATH = "/v1/dev/user/conversations";
const ITEM_PATH = `${COLLECTION_PATH}/{conversation_id}` as const;

/** A transcript may have megabytes: concurrent reads would hold theirs until each is serialised. */
const MAX_CONCURRENT_TRANSCRIPT_READS = 4;
const limitTranscriptReads = pLimit(MAX_CONCURRENT_TRANSCRIPT_READS);

export const conversationRoutes = (conversations: ConversationUseCases): Route[] => [
  route({
    method: "GET",
    path: COLLECTION_PATH,
    summary: "List conversations",
    tag: "conversations",
    credential: "keyOrToken",
    scopes: ["conversations:read"],
    query: ListConversationsParameters,
    additionalErrorStatuses: [400],
    response: okPage(ConversationResponse, "Completed conversations that are not discarded, newest first"),
    handle: async (request) => {
      const listQuery = toConversationListQuery(request.query);
      const read = async () => {
        const page = await servePage(COLLECTION_PATH, request, listQuery, (pageQuery) =>
          conversations.list(request.context, pageQuery),
        );
        if (!page.batches) return serializePage(page, request.naming);
        return new JsonListStream(page.batches, (view) => toConversationResponse(view, request.naming));
      };
      return listQuery.includeTranscript ? limitTranscriptReads(read) : read();
    },
  }),
  route({
    method: "POST",
    path: COLLECTION_PATH,
    summary: "Create a conversation from text",
    tag: "conversations",
    credential: "keyOrToken",
    scopes: ["conversations:write"],
    body: { dtoClass: CreateConversationRequest, maxBytes: MAX_CONVERSATION_BODY_BYTES },
    acceptsPrefer: true,
    response: okObject(ConversationReceiptResponse, "The created conversation"),
    handle: async ({ context, body, preference }) =>
      toConversationReceiptResponse(
        await conversations.createFromText(context, toNewTextConversation(body), preference),
      ),
  }),
  route({
    method: "POST",
    path: `${COLLECTION_PATH}/from-segments`,
    summary: "Create a conversation from transcript segments",
    tag: "conversations",
    credential: "keyOrToken",
    scopes: ["conversations:write"],
    body: { dtoClass: CreateConversationFromSegmentsRequest, maxBytes: MAX_CONVERSATION_BODY_BYTES },
    additionalErrorStatuses: [409],
    acceptsPrefer: true,
    response: okObject(ConversationReceiptResponse, "The created conversation"),
    handle: async ({ context, body, preference }) =>
      toConversationReceiptResponse(
        await conversations.createFromSegments(context, toNewSegmentsConversation(body), preference),
      ),
  }),
  route({
    method: "GET",
    path: ITEM_PATH,
    summary: "Get a conversation",
    tag: "conversations",
    credential: "keyOrToken",
    scopes: ["conversations:read"],
    query: GetConversationParameters,
    response: okObject(ConversationDetailResponse, "The conversation"),
    handle: async ({ context, path, query, naming }) => {
      const options = { includeTranscript: query.include_transcript };
      const read = async () =>
        serializeConversation(await conversations.get(context, path.conversation_id, options), naming);
      return options.includeTranscript ? limitTranscriptReads(read) : read();
    },
  }),
  route({
    method: "PATCH",
    path: ITEM_PATH,
    summary: "Update a conversation",
    tag: "conversations",
    credential: "keyOrToken",
    scopes: ["conversations:write"],
    body: { dtoClass: UpdateConversationRequest, maxBytes: MAX_BODY_BYTES, rejectsEmpty: true },
    response: okObject(ConversationDetailResponse, "The updated conversation"),
    handle: async ({ context, path, body, naming }) =>
      toConversationDetailResponse(
        await conversations.update(context, path.conversation_id, toConversationPatch(body)),
        naming,
      ),
  }),
  route({
    method: "DELETE",
    path: ITEM_PATH,
    summary: "Delete a conversation",
    tag: "conversations",
    credential: "keyOrToken",
    scopes: ["conversations:write"],
    response: okObject(DeletionResponse, "The conversation is deleted"),
    handle: async ({ context, path }) => {
      await conversations.delete(context, path.conversation_id);
      return deletionResponse;
    },
  }),
  route({
    method: "POST",
    path: `${ITEM_PATH}/reprocess`,
    summary: "Summarise a conversation again",
    tag: "conversations",
    extension: true,
    credential: "keyOrToken",
    scopes: ["conversations:write"],
    additionalErrorStatuses: [409],
    acceptsPrefer: true,
    response: okObject(ConversationReceiptResponse, "The conversation is being reprocessed"),
    handle: async ({ context, path, preference }) =>
      toConversationReceiptResponse(await conversations.reprocess(context, path.conversation_id, preference)),
  }),
];

const serializeConversation = memoizeJson(toConversationDetailResponse);
const serializePage = memoizeJson((page: Page<ConversationView>, naming) =>
  page.items.map((view) => toConversationResponse(view, naming)),
);
