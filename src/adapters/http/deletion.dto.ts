import { Component, Field, type Plain } from "./field.js";
import { flag } from "./wire-rules.js";

/** Contract 4.1, 4.3, 4.4 and 4.5: what a deletion answers. */
@Component("DeletionResult")
export class DeletionBody {
  @Field(flag()) success!: boolean;
}

export const deletionBody: Plain<DeletionBody> = { success: true };
