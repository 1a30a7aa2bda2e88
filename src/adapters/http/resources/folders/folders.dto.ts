import { text } from "../../../../domain/rules.js";
import type { FolderView } from "../../../../ports/driving/conversations.js";
import { Component, Field, type PlainObject } from "../../kernel/dto-fields.js";
import { lenientBoolean, lenientInteger, nullableParser, timestamp } from "../../kernel/field-parsers.js";
import { TotalParameter } from "../list-parameters.js";

/** All folders are in one response, so there is no cursor (decision 4.14). */
export class ListFoldersParameters {
  @TotalParameter({ extension: true }) total: boolean = false;
}

@Component("Folder")
export class FolderResponse {
  @Field(text()) id!: string;
  @Field(text()) name!: string;
  @Field(text()) color!: string;
  @Field(text()) icon!: string;
  @Field(timestamp()) created_at!: string;
  @Field(timestamp()) updated_at!: string;
  @Field(lenientInteger(), { optional: true }) conversation_count: number = 0;
  @Field(nullableParser(text()), { optional: true }) description: string | null = null;
  @Field(lenientBoolean(), { optional: true }) is_default: boolean = false;
  @Field(lenientBoolean(), { optional: true }) is_system: boolean = false;
  @Field(lenientInteger(), { optional: true }) order: number = 0;
}

export function toFolderResponse({ folder: { state }, conversationCount }: FolderView): PlainObject<FolderResponse> {
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
