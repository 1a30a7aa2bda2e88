import { isDeepStrictEqual } from "node:util";
import { withOverrides } from "../test-core.js";
import type { Reading, Resource, Write } from "./resource.js";

/**
 * Wraps a resource so that a write fails if its response shows anything but the state that the write produced. Requires
 * a single writer whose writes all receive a response.
 */
export function withCheckedResponses<S>(resource: Resource<S>): Resource<S> {
  const states = new Map<string, S | undefined>([[resource.name, resource.initialState]]);

  const checkWrite = (mark: string, write: Write<S>): Write<S> => ({
    ...write,
    send: async (callers) => {
      const response = await write.send(callers);
      if (response.status >= 300) return response;
      const next = write.effect(states.get(mark));
      states.set(mark, next);
      if (write.shows?.(response.body, next) === false) {
        throw new Error(`${mark}: "${write.name}" shows ${JSON.stringify(response.body)}, not ${JSON.stringify(next)}`);
      }
      return response;
    },
  });

  return withOverrides(resource, {
    create: (mark, random) => checkWrite(mark, resource.create(mark, random)),
    change: (object, random) => {
      const write = resource.change(object, random);
      return write && checkWrite(object.mark, write);
    },
  });
}

/** Whether each field of the reading equals that field of one of the expected readings. */
export function matchesAnyReading(reading: Reading, readings: readonly Reading[]): boolean {
  return readings.some((expected) =>
    Object.entries(reading).every(([field, value]) => isDeepStrictEqual(value, expected[field])),
  );
}
