import type { PageSizeLimits } from "../../../domain/limits.js";
import { cursor } from "../kernel/list-page.js";
import { Field, type FieldOptions } from "../kernel/dto-fields.js";
import { clampedInteger, lenientBoolean } from "../kernel/field-parsers.js";

// The query parameters of lists are decorators, not a base class: that would declare them before the filters of a list,
// and the order of the declarations is the order of the violations.

type ListParameterOptions = Pick<FieldOptions, "extension">;

/** @param description added to the sentence that states the limits. */
export const LimitParameter = ({ maxLimit }: PageSizeLimits, description = "") =>
  Field(clampedInteger({ min: 1, max: maxLimit }), {
    optional: true,
    description: `Clamped to 1 to ${maxLimit}.${description}`,
  });

export const OffsetParameter = (options: Pick<FieldOptions, "description"> = {}) =>
  Field(clampedInteger({ min: 0, max: Number.MAX_SAFE_INTEGER }), { optional: true, ...options });

export const CursorParameter = (options: ListParameterOptions = {}) =>
  Field(cursor(), { optional: true, ...options, description: "Cursor from the `Link` header of the previous page." });

export const TotalParameter = (options: ListParameterOptions = {}) =>
  Field(lenientBoolean(), {
    optional: true,
    ...options,
    description: "Whether to return the `X-Total-Count` header.",
  });
