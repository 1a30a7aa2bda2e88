import { CONVERSATIONS_PATH as conversations } from "../conversation-requests.js";
import type { ModelClients, Resource } from "./resource.js";

const KEYS_PATH = "/v1/dev/keys";

interface Key {
  readonly scopes: readonly string[];
}

interface WireKey extends Key {
  readonly id: string;
  readonly name: string;
  /** Present only in the response to the creation. */
  readonly key?: string;
}

const scopes = ["conversations:read", "conversations:write"];

async function listKeys({ tokenClient }: ModelClients): Promise<readonly WireKey[]> {
  return (await tokenClient.get(KEYS_PATH)).body as WireKey[];
}

/** Developer keys. Requests with an existing key are accepted; requests with a deleted key are rejected. */
export const keys = (): Resource<Key> => ({
  name: "key",
  create: (mark, random) => {
    const keyScopes = [random.choose(scopes)];
    return {
      name: "create a key",
      send: ({ tokenClient }) => tokenClient.post(KEYS_PATH, { name: mark, scopes: keyScopes }),
      effect: () => ({ scopes: keyScopes }),
      creates: true,
    };
  },
  change: ({ id }) =>
    id === undefined
      ? undefined
      : {
          name: "revoke a key",
          send: ({ tokenClient }) => tokenClient.delete(`${KEYS_PATH}/${id}`),
          effect: () => undefined,
          errorStatuses: (current) => (current === undefined ? [404] : []),
        },
  idOf: (receipt) => (receipt as WireKey).id,
  list: async (callers) =>
    (await listKeys(callers))
      .filter(({ name }) => name.startsWith("key "))
      .map((key) => ({ mark: key.name, id: key.id, reading: { scopes: key.scopes } })),
  get: async (callers, { id, receipt }) => {
    const listedKey = (await listKeys(callers)).find((key) => key.id === id);
    const secret = (receipt as WireKey | undefined)?.key;
    if (secret === undefined) return listedKey && { scopes: listedKey.scopes };
    const { status } = await callers.keyClient.withCredential(secret).get(`${conversations}?limit=1`);
    const isAccepted = status !== 401;
    return listedKey || isAccepted ? { scopes: listedKey?.scopes, isAccepted } : undefined;
  },
  readings: (key) => [{ scopes: key.scopes, isAccepted: true }],
});
