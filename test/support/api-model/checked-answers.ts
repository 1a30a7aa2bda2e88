import { isDeepStrictEqual } from "node:util";
import { except } from "../core.js";
import type { Reading, Resource, Write } from "./resource.js";

/**
 * The resource, whose writes fail when their answers show anything but what they have made of the object. For one
 * writer, all of whose writes are answered.
 */
export function withCheckedAnswers<S>(resource: Resource<S>): Resource<S> {
  const states = new Map<string, S | undefined>([[resource.name, resource.only]]);

  const checked = (mark: string, write: Write<S>): Write<S> => ({
    ...write,
    send: async (callers) => {
      const answered = await write.send(callers);
      if (answered.status >= 300) return answered;
      const after = write.effect(states.get(mark));
      states.set(mark, after);
      if (write.shows?.(answered.body, after) === false) {
        throw new Error(
          `${mark}: "${write.name}" shows ${JSON.stringify(answered.body)}, not ${JSON.stringify(after)}`,
        );
      }
      return answered;
    },
  });

  return except(resource, {
    create: (mark, random) => checked(mark, resource.create(mark, random)),
    change: (known, random) => {
      const write = resource.change(known, random);
      return write && checked(known.mark, write);
    },
  });
}

/** Whether what is read is, in all that it tells, one of those. */
export function isOneOf(reading: Reading, readings: readonly Reading[]): boolean {
  return readings.some((wanted) =>
    Object.entries(reading).every(([field, value]) => isDeepStrictEqual(value, wanted[field])),
  );
}
