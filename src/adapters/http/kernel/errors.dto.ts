import { ValidationFailure, text } from "../../../domain/rules.js";
import { Component, Field, nestedObject, type FieldParser } from "./dto-fields.js";
import { lenientInteger, arrayOf } from "./field-parsers.js";

/** Every error body but a 422 that lists violations (decisions 2.1 and 2.2). */
@Component("ErrorResponse", "Why the request was rejected. All errors have this shape except a 422 that lists fields.")
export class ErrorResponse {
  @Field(text()) detail!: string;
}

/** A key of an object or an index of a list. */
const violationPathElement: FieldParser<string | number> = {
  read: (raw) =>
    typeof raw === "string" || Number.isInteger(raw)
      ? (raw as string | number)
      : ValidationFailure.create("value_error", "Input should be a string or an integer"),
  schema: (renderer) => ({ anyOf: [text().schema(), lenientInteger().schema(renderer)] }),
};

@Component("ValidationError", "One violation: its location, message and type.")
export class ValidationError {
  @Field(arrayOf(violationPathElement), {
    description: "The location: `path`, `query`, `header` or `body`, then property names and list indexes.",
  })
  loc!: (string | number)[];
  @Field(text()) msg!: string;
  @Field(text()) type!: string;
}

@Component("HTTPValidationError", "The request violates its schema: all violations, at most 100.")
export class HTTPValidationError {
  @Field(arrayOf(nestedObject(() => ValidationError))) detail!: ValidationError[];
}
