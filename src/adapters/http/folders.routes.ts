import type { FolderUseCases } from "../../ports/driving/folders.js";
import { folderBody, FolderBody, ListFolders } from "./folders.dto.js";
import { answersList } from "./answers.js";
import { announceTotal } from "./page.js";
import { route, type Route } from "./route.js";

/** Contract 4.2. */
export const folderRoutes = (folders: FolderUseCases): Route[] => [
  route({
    method: "GET",
    path: "/v1/dev/user/folders",
    summary: "List folders",
    tag: "folders",
    credential: "any",
    scopes: ["conversations:read"],
    query: ListFolders,
    answers: { ...answersList(FolderBody, "The folders, in their order"), headers: ["X-Total-Count"] },
    handle: async (request) => {
      const all = await folders.list(request.call);
      announceTotal({ total: request.query.total ? all.length : null }, request);
      return all.map(folderBody);
    },
  }),
];
