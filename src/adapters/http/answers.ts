import { schemaOf, type Class } from "./field.js";
import type { Answer } from "./route.js";

export function answersOne(shape: Class<object>, description: string): Answer {
  return { status: 200, schema: (names) => schemaOf(shape, names), description };
}

export function answersList(shape: Class<object>, description: string): Answer {
  return { status: 200, schema: (names) => ({ type: "array", items: schemaOf(shape, names) }), description };
}

export function answersNothing(description: string): Answer {
  return { status: 204, description };
}
