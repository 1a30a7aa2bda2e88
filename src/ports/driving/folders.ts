import type { Folder } from "../../domain/folder.js";
import type { Call } from "./call.js";

export interface FolderView {
  readonly folder: Folder;
  /** Completed, not discarded ones, as of now (decision 8.1). */
  readonly conversationCount: number;
}

/** Contract 4.2, decision 8. */
export interface FolderUseCases {
  list(call: Call): Promise<FolderView[]>;
}
