import { Component, Field, type PlainObject } from "../kernel/dto-fields.js";
import { lenientBoolean } from "../kernel/field-parsers.js";

/** The response to every deletion but that of an API key, which has no body. */
@Component("DeletionResult")
export class DeletionResponse {
  @Field(lenientBoolean()) success!: boolean;
}

export const deletionResponse: PlainObject<DeletionResponse> = { success: true };
