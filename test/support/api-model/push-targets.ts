import { descending, inOrderOf } from "./listing.js";
import type { Callers, Resource } from "./resource.js";

const collection = "/v1/dev/user/push-targets";
const place = "https://ntfy.example/";

interface PushTarget {
  readonly channel: string;
  readonly isGone: boolean;
}

interface WirePushTarget {
  readonly id: string;
  readonly channel: string;
  readonly url: string;
  readonly created_at: string;
  readonly gone_since: string | null;
}

/** Targets of a user whom nobody notifies: nothing is ever sent to them. */
export const pushTargets = (): Resource<PushTarget> => ({
  name: "push target",
  create: (mark, random) => {
    const channel = random.of(["ntfy", "webhook"]);
    return {
      name: `register a push target by ${channel}`,
      send: ({ another }) => another.post(collection, { channel, url: place + encodeURIComponent(mark) }),
      effect: () => ({ channel, isGone: false }),
      creates: true,
      // There are as many as there may be.
      refusals: () => [409],
    };
  },
  // Of some nothing is to be done, so that there are always a few.
  change: ({ id }, random) =>
    id === undefined || random.chance(0.6)
      ? undefined
      : {
          name: "remove a push target",
          send: ({ another }) => another.delete(`${collection}/${id}`),
          effect: () => undefined,
          refusals: (before) => (before === undefined ? [404] : []),
        },
  idOf: (receipt) => (receipt as WirePushTarget).id,
  list: async (callers) =>
    (await targetsOf(callers)).map((target) => ({
      mark: decodeURIComponent(target.url.slice(place.length)),
      id: target.id,
      reading: readingOf(target),
    })),
  checkLists: async (callers) => {
    const all = await targetsOf(callers);
    const ordered = all.toSorted(
      inOrderOf(
        descending(({ created_at }) => created_at),
        (a, b) => (a.id < b.id ? -1 : 1),
      ),
    );
    if (JSON.stringify(all) !== JSON.stringify(ordered)) throw new Error("The push targets are not newest first");
  },
  get: async ({ another }, { id }) => {
    const { status, body } = await another.get(`${collection}/${id}`);
    return status === 404 ? undefined : { ...readingOf(body as WirePushTarget) };
  },
  readings: (target) => [{ ...target }],
});

function readingOf({ channel, gone_since }: WirePushTarget): PushTarget & Readonly<Record<string, unknown>> {
  return { channel, isGone: gone_since !== null };
}

async function targetsOf({ another }: Callers): Promise<readonly WirePushTarget[]> {
  return (await another.get(collection)).body as WirePushTarget[];
}
