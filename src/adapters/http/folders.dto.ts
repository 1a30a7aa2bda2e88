import { text } from "../../domain/rules.js";
import type { FolderView } from "../../ports/driving/folders.js";
import { Component, Field, type Plain } from "./field.js";
import { flag, integer, nullable, timestamp } from "./wire-rules.js";

/** Decision 4.14: all folders come at once, so that there is nothing to go on with. */
export class ListFolders {
  @Field(flag(), { optional: true, extension: true, description: "Asks for `X-Total-Count`." }) total: boolean = false;
}

/** Contract 2.9. */
@Component("Folder")
export class FolderBody {
  @Field(text()) id!: string;
  @Field(text()) name!: string;
  @Field(text()) color!: string;
  @Field(text()) icon!: string;
  @Field(timestamp()) created_at!: string;
  @Field(timestamp()) updated_at!: string;
  @Field(integer(), { optional: true }) conversation_count: number = 0;
  @Field(nullable(text()), { optional: true }) description: string | null = null;
  @Field(flag(), { optional: true }) is_default: boolean = false;
  @Field(flag(), { optional: true }) is_system: boolean = false;
  @Field(integer(), { optional: true }) order: number = 0;
}

export function folderBody({ folder: { state }, conversationCount }: FolderView): Plain<FolderBody> {
  return {
    id: state.id,
    name: state.name,
    color: state.color,
    icon: state.icon,
    created_at: state.createdAt.toISOString(),
    updated_at: state.updatedAt.toISOString(),
    conversation_count: conversationCount,
    description: state.description,
    is_default: state.isDefault,
    is_system: state.isSystem,
    order: state.order,
  };
}
