import type { MemorySearchUseCases } from "../../ports/driving/memory-search.js";
import { answersOne } from "./answers.js";
import { memorySearchBody, MemorySearchBody, SearchMemories } from "./memory-search.dto.js";
import { route, type Route } from "./route.js";

/** Contract 4.3, decision 5.6. */
export const memorySearchRoutes = (memories: MemorySearchUseCases): Route[] => [
  route({
    method: "GET",
    path: "/v1/dev/user/memories/vector/search",
    summary: "Search memories by what they mean",
    tag: "memories",
    credential: "any",
    scopes: ["memories:read"],
    query: SearchMemories,
    answers: answersOne(MemorySearchBody, "The memories that answer the query, best first"),
    handle: async ({ call, query }) => memorySearchBody(await memories.search(call, query)),
  }),
];
