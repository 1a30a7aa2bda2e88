import type { FolderUseCases } from "../../../../ports/driving/conversations.js";
import { toFolderResponse, FolderResponse, ListFoldersParameters } from "./folders.dto.js";
import { okList, route, type Route } from "../../kernel/route.js";
import { setTotalCountHeader } from "../../kernel/list-page.js";

export const folderRoutes = (folders: FolderUseCases): Route[] => [
  route({
    method: "GET",
    path: "/v1/dev/user/folders",
    summary: "List folders",
    tag: "folders",
    credential: "keyOrToken",
    scopes: ["conversations:read"],
    query: ListFoldersParameters,
    response: { ...okList(FolderResponse, "All folders, in display order"), headers: ["X-Total-Count"] },
    handle: async (request) => {
      const folderViews = await folders.list(request.context);
      setTotalCountHeader({ total: request.query.total ? folderViews.length : null }, request);
      return folderViews.map(toFolderResponse);
    },
  }),
];
