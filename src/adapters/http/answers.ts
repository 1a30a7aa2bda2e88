import type { Class } from "./field.js";
import type { Answer } from "./route.js";

export function answersOne(shape: Class<object>, description: string): Answer {
  return { status: 200, schema: (renderer) => renderer.render(shape), description };
}

export function answersList(shape: Class<object>, description: string): Answer {
  return { status: 200, schema: (renderer) => ({ type: "array", items: renderer.render(shape) }), description };
}

export function answersNothing(description: string): Answer {
  return { status: 204, description };
}
