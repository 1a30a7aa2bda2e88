import { BODY_BYTES } from "../../domain/limits.js";
import type { MemoryUseCases } from "../../ports/driving/memories.js";
import { answersList, answersOne } from "./answers.js";
import { DeletionBody, deletionBody } from "./deletion.dto.js";
import {
  CreateMemories,
  CreateMemory,
  detailedMemoryBody,
  DetailedMemoryBody,
  formerMemoryBody,
  FormerMemoryBody,
  listing,
  ListMemories,
  memoriesBody,
  MemoriesBody,
  memoryBody,
  MemoryBody,
  memoryPatch,
  newMemory,
  UpdateMemory,
} from "./memories.dto.js";
import { pageOf } from "./page.js";
import { route, type Route } from "./route.js";

const collection = "/v1/dev/user/memories";
const one = `${collection}/{memory_id}` as const;

/** Contract 4.3, decisions 5. */
export const memoryRoutes = (memories: MemoryUseCases): Route[] => [
  route({
    method: "GET",
    path: collection,
    summary: "List memories",
    tag: "memories",
    credential: "any",
    scopes: ["memories:read"],
    query: ListMemories,
    refuses: [400],
    answers: {
      ...answersList(MemoryBody, "Memories that the user has not rejected, newest first"),
      headers: ["Link", "X-Total-Count"],
    },
    handle: async (request) => {
      const asked = listing(request.query);
      const page = await pageOf(collection, request, asked, (placed) => memories.list(request.call, placed));
      return page.items.map(memoryBody);
    },
  }),
  route({
    method: "POST",
    path: collection,
    summary: "Create a memory",
    tag: "memories",
    extension: true,
    credential: "any",
    scopes: ["memories:write"],
    body: { shape: CreateMemory, maxBytes: BODY_BYTES },
    answers: answersOne(DetailedMemoryBody, "The memory, or the one that has its content already"),
    handle: async ({ call, body }) => detailedMemoryBody(await memories.create(call, newMemory(body))),
  }),
  route({
    method: "POST",
    path: `${collection}/batch`,
    summary: "Create several memories, all or none",
    tag: "memories",
    credential: "any",
    scopes: ["memories:write"],
    body: { shape: CreateMemories, maxBytes: BODY_BYTES },
    answers: answersOne(MemoriesBody, "A memory for each that was given, in their order"),
    handle: async ({ call, body }) => memoriesBody(await memories.createBatch(call, body.memories.map(newMemory))),
  }),
  route({
    method: "GET",
    path: one,
    summary: "Get a memory",
    tag: "memories",
    extension: true,
    credential: "any",
    scopes: ["memories:read"],
    answers: answersOne(DetailedMemoryBody, "The memory"),
    handle: async ({ call, path }) => detailedMemoryBody(await memories.get(call, path.memory_id)),
  }),
  route({
    method: "GET",
    path: `${one}/history`,
    summary: "List what a memory has taken the place of",
    tag: "memories",
    extension: true,
    credential: "any",
    scopes: ["memories:read"],
    answers: answersList(FormerMemoryBody, "What was known before, newest first; empty where nothing was"),
    handle: async ({ call, path }) => (await memories.history(call, path.memory_id)).map(formerMemoryBody),
  }),
  route({
    method: "POST",
    path: `${one}/restore`,
    summary: "Restore a superseded memory",
    tag: "memories",
    extension: true,
    credential: "any",
    scopes: ["memories:write"],
    refuses: [409],
    answers: answersOne(
      DetailedMemoryBody,
      "The memory, listed beside the one that superseded it; no conversation supersedes it again. As it is, where it is not superseded",
    ),
    handle: async ({ call, path }) => detailedMemoryBody(await memories.restore(call, path.memory_id)),
  }),
  route({
    method: "PATCH",
    path: one,
    summary: "Update a memory",
    tag: "memories",
    credential: "any",
    scopes: ["memories:write"],
    body: { shape: UpdateMemory, maxBytes: BODY_BYTES },
    refuses: [409],
    answers: answersOne(DetailedMemoryBody, "The changed memory"),
    handle: async ({ call, path, body }) =>
      detailedMemoryBody(await memories.update(call, path.memory_id, memoryPatch(body))),
  }),
  route({
    method: "DELETE",
    path: one,
    summary: "Delete a memory",
    tag: "memories",
    credential: "any",
    scopes: ["memories:write"],
    answers: answersOne(DeletionBody, "The memory is gone"),
    handle: async ({ call, path }) => {
      await memories.delete(call, path.memory_id);
      return deletionBody;
    },
  }),
];
