import { collection as conversations } from "../conversations.js";
import type { Callers, Resource } from "./resource.js";

const path = "/v1/dev/keys";

interface Key {
  readonly scopes: readonly string[];
}

interface WireKey extends Key {
  readonly id: string;
  readonly name: string;
  /** Only when it is created. */
  readonly key?: string;
}

const scopes = ["conversations:read", "conversations:write"];

async function keysOf({ identified }: Callers): Promise<readonly WireKey[]> {
  return (await identified.get(path)).body as WireKey[];
}

/** Developer keys; one that is there also opens the door, one that is not does not. */
export const keys = (): Resource<Key> => ({
  name: "key",
  create: (mark, random) => {
    const chosen = [random.of(scopes)];
    return {
      name: "create a key",
      send: ({ identified }) => identified.post(path, { name: mark, scopes: chosen }),
      effect: () => ({ scopes: chosen }),
      creates: true,
    };
  },
  change: ({ id }) =>
    id === undefined
      ? undefined
      : {
          name: "revoke a key",
          send: ({ identified }) => identified.delete(`${path}/${id}`),
          effect: () => undefined,
          refusals: (before) => (before === undefined ? [404] : []),
        },
  idOf: (receipt) => (receipt as WireKey).id,
  list: async (callers) =>
    (await keysOf(callers))
      .filter(({ name }) => name.startsWith("key "))
      .map((key) => ({ mark: key.name, id: key.id, reading: { scopes: key.scopes } })),
  get: async (callers, { id, receipt }) => {
    const listed = (await keysOf(callers)).find((key) => key.id === id);
    const secret = (receipt as WireKey | undefined)?.key;
    if (secret === undefined) return listed && { scopes: listed.scopes };
    const { status } = await callers.keyed.with(secret).get(`${conversations}?limit=1`);
    const isAccepted = status !== 401;
    return listed || isAccepted ? { scopes: listed?.scopes, isAccepted } : undefined;
  },
  readings: (key) => [{ scopes: key.scopes, isAccepted: true }],
});
