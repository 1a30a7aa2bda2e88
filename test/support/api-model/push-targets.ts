import { descending, byEach } from "./list-checks.js";
import type { ModelClients, Resource } from "./resource.js";

const COLLECTION_PATH = "/v1/dev/user/push-targets";
const TOPIC_URL_PREFIX = "https://ntfy.example/";

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

/** Push targets of a user who receives no notifications, so nothing is sent to them. */
export const pushTargets = (): Resource<PushTarget> => ({
  name: "push target",
  create: (mark, random) => {
    const channel = random.choose(["ntfy", "webhook"]);
    return {
      name: `register a push target by ${channel}`,
      send: ({ otherUserClient }) =>
        otherUserClient.post(COLLECTION_PATH, { channel, url: TOPIC_URL_PREFIX + encodeURIComponent(mark) }),
      effect: () => ({ channel, isGone: false }),
      creates: true,
      // The user has the maximum number of targets.
      errorStatuses: () => [409],
    };
  },
  // Leaves some targets unchanged, so that a few always exist.
  change: ({ id }, random) =>
    id === undefined || random.nextBoolean(0.6)
      ? undefined
      : {
          name: "remove a push target",
          send: ({ otherUserClient }) => otherUserClient.delete(`${COLLECTION_PATH}/${id}`),
          effect: () => undefined,
          errorStatuses: (current) => (current === undefined ? [404] : []),
        },
  idOf: (receipt) => (receipt as WirePushTarget).id,
  list: async (callers) =>
    (await listTargets(callers)).map((target) => ({
      mark: decodeURIComponent(target.url.slice(TOPIC_URL_PREFIX.length)),
      id: target.id,
      reading: toReading(target),
    })),
  checkLists: async (callers) => {
    const targets = await listTargets(callers);
    const orderedTargets = targets.toSorted(
      byEach(
        descending(({ created_at }) => created_at),
        (a, b) => (a.id < b.id ? -1 : 1),
      ),
    );
    if (JSON.stringify(targets) !== JSON.stringify(orderedTargets))
      throw new Error("The push targets are not newest first");
  },
  get: async ({ otherUserClient }, { id }) => {
    const { status, body } = await otherUserClient.get(`${COLLECTION_PATH}/${id}`);
    return status === 404 ? undefined : { ...toReading(body as WirePushTarget) };
  },
  readings: (target) => [{ ...target }],
});

function toReading({ channel, gone_since }: WirePushTarget): PushTarget & Readonly<Record<string, unknown>> {
  return { channel, isGone: gone_since !== null };
}

async function listTargets({ otherUserClient }: ModelClients): Promise<readonly WirePushTarget[]> {
  return (await otherUserClient.get(COLLECTION_PATH)).body as WirePushTarget[];
}
