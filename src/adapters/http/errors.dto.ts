import { Refused, text } from "../../domain/rules.js";
import { Component, Field, record, type WireRule } from "./field.js";
import { integer, list } from "./wire-rules.js";

/** Contract 2.12. Decisions 2.1 and 2.2 say which of the two shapes a 422 has. */
@Component(
  "ErrorResponse",
  "Why the request was refused, as one text. The shape of every error but a 422 that names fields.",
)
export class ErrorResponse {
  @Field(text()) detail!: string;
}

/** A key of an object or an index of a list. */
const pathElement: WireRule<string | number> = {
  read: (raw) =>
    typeof raw === "string" || Number.isInteger(raw)
      ? (raw as string | number)
      : Refused.because("value_error", "Input should be a string or an integer"),
  schema: (renderer) => ({ anyOf: [text().schema(), integer().schema(renderer)] }),
};

@Component("ValidationError", "One violation: where it is, what it is, and its type.")
export class ValidationError {
  @Field(list(pathElement), { description: "Where: `path`, `query`, `header` or `body`, then the names and indexes." })
  loc!: (string | number)[];
  @Field(text()) msg!: string;
  @Field(text()) type!: string;
}

@Component("HTTPValidationError", "The request does not fit its declared shape: all violations, at most 100.")
export class HTTPValidationError {
  @Field(list(record(() => ValidationError))) detail!: ValidationError[];
}
