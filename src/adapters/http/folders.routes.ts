import type { FolderUseCases } from "../../ports/driving/folders.js";
import { folderBody, FolderBody } from "./folders.dto.js";
import { answersList } from "./answers.js";
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
    answers: answersList(FolderBody, "The folders, in their order"),
    handle: async ({ call }) => (await folders.list(call)).map(folderBody),
  }),
];
