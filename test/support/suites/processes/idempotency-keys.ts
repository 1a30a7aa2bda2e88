import { expect } from "chai";
import type { ClientResponse, ApiClient } from "../../api-client.js";
import { CONVERSATIONS_PATH, planningConversation, type ConversationReceipt } from "../../conversation-requests.js";
import { createKey, runMneme, ServerProcess } from "../../server-process.js";
import { withStore, type ServiceStore, type UseBackend } from "../../service-stores.js";
import { waitUntil } from "../../eventually.js";

const PROCESS_COUNT = 4;
const POST_COUNT = 200;
const KILL_COUNT = 6;

const FROM_SEGMENTS_PATH = `${CONVERSATIONS_PATH}/from-segments`;
const IDEMPOTENCY_HEADERS = { "Idempotency-Key": "5b9f6c1e-77f0-4c83-9d2a-5f0a8f8c2f11" };
const isReplayed = ({ headers }: ClientResponse): boolean => headers.get("Idempotent-Replayed") === "true";

/** Long enough to be stored before its summary is finished. */
const LONG_CONVERSATION = {
  transcript_segments: Array.from({ length: 400 }, (_, turn) => ({
    text: `In sentence ${turn} the garden of Ana needs a new plan and I will send her the budget. `.repeat(30),
    start: turn * 5,
    end: turn * 5 + 4,
  })),
};

const APPS_PATH = "/v1/dev/apps";
const PUSH_TARGETS_PATH = "/v1/dev/user/push-targets";

const IN_PROGRESS_DETAIL = "A request with this Idempotency-Key is still being processed";

/** Repeats the request while the first one is in progress. */
async function waitForResponse(request: () => Promise<ClientResponse>): Promise<ClientResponse> {
  let response = await request();
  await waitUntil(async () => {
    if (isInProgress(response)) response = await request();
    return !isInProgress(response);
  });
  return response;
}

const isInProgress = ({ body }: ClientResponse): boolean =>
  (body as { detail?: unknown } | undefined)?.detail === IN_PROGRESS_DETAIL;

/** A request with an Idempotency-Key is executed once, whichever process receives it and whenever that process dies. */
export function idempotencyKeySuite(useBackend: UseBackend): void {
  repeatedRequestSuite(useBackend);
  crashedServerRequestSuite(useBackend);
}

function repeatedRequestSuite(useBackend: UseBackend): void {
  describe("Idempotency-Key: several processes on one store", () => {
    const backend = useBackend();
    const posts = POST_COUNT / backend.loadDivisor;
    afterEach(() => ServerProcess.killAll());

    it("executes a repeated request once across processes and restarts", async () => {
      await withStore(backend, async (store) => {
        const secret = await createKey(store);
        let servers = await ServerProcess.startAll(store, PROCESS_COUNT);
        const post = (index: number): Promise<ClientResponse> =>
          (servers[index % PROCESS_COUNT] as ServerProcess)
            .clientFor(secret)
            .post(FROM_SEGMENTS_PATH, planningConversation, IDEMPOTENCY_HEADERS);
        const postNumbers = Array.from({ length: posts }, (_, turn) => turn);

        const concurrentResponses = await Promise.all(postNumbers.map(post));
        expect(
          [...new Set(concurrentResponses.map(({ status }) => status))].filter((status) => status !== 409),
        ).to.deep.equal([200]);
        const finalResponses = await Promise.all(postNumbers.map((turn) => waitForResponse(() => post(turn))));
        const bodies = new Set(
          [...concurrentResponses.filter(({ status }) => status === 200), ...finalResponses].map(bodyText),
        );
        expect([...bodies]).to.have.length(1);
        expect(
          concurrentResponses.filter((response) => response.status === 200 && !isReplayed(response)),
        ).to.have.length(1);
        expect(finalResponses.every(isReplayed)).to.equal(true);

        await Promise.all(servers.map((server) => server.stop()));
        servers = await ServerProcess.startAll(store, PROCESS_COUNT);
        const responsesAfterRestart = await Promise.all(postNumbers.map(post));
        expect(responsesAfterRestart.every(isReplayed)).to.equal(true);
        expect([...new Set(responsesAfterRestart.map(bodyText))]).to.deep.equal([...bodies]);
        const conflictingResponse = await (servers[1] as ServerProcess)
          .clientFor(secret)
          .post(FROM_SEGMENTS_PATH, LONG_CONVERSATION, IDEMPOTENCY_HEADERS);
        expect(conflictingResponse.status).to.equal(422);
        expect(await store.inspection.countRows()).to.include({ conversations: 1, transcripts: 1 });
      });
    });

    it("returns the conversation of a request whose server was killed before it responded", async () => {
      await withStore(backend, async (store) => {
        const secret = await createKey(store);
        const ids = new Set<string>();
        let server = await ServerProcess.start(store);
        for (let round = 0; round < KILL_COUNT; round += 1) {
          const key = { "Idempotency-Key": `round ${round}`, Prefer: "wait=20" };
          const post = (client: ApiClient): Promise<ClientResponse> =>
            client.post(FROM_SEGMENTS_PATH, LONG_CONVERSATION, key);
          const interruptedStatus = post(server.clientFor(secret)).then(
            ({ status }) => status,
            () => undefined,
          );
          await waitUntil(async () => (await store.inspection.listConversationIds()).length > round);
          await server.kill();
          expect(await interruptedStatus, "it was answered before the kill").to.equal(undefined);
          const newIds = (await store.inspection.listConversationIds()).filter((id) => !ids.has(id));
          expect(newIds).to.have.length(1);

          server = await ServerProcess.start(store);
          const retriedResponse = await waitForResponse(() => post(server.clientFor(secret)));
          expect([retriedResponse.status, isReplayed(retriedResponse)]).to.deep.equal([200, false]);
          expect((retriedResponse.body as ConversationReceipt).id).to.equal(newIds[0]);
          expect(isReplayed(await post(server.clientFor(secret)))).to.equal(true);
          for (const id of newIds) ids.add(id);
        }
        expect(await store.inspection.countRows()).to.include({ conversations: KILL_COUNT });
      });
    });
  });
}

const KEYS_PATH = "/v1/dev/keys";

/** A write with a key, and its expected result after any number of repetitions. */
interface CrashScenario {
  /** The server dies right after the commit of the first write to this table. */
  readonly table: string;
  /** @returns the path of the write. */
  readonly prepare: (client: ApiClient) => Promise<string>;
  readonly write: (client: ApiClient, path: string, headers: Record<string, string>) => Promise<ClientResponse>;
  /** A write of another client before the repetition. */
  readonly writeMeanwhile?: (client: ApiClient, path: string) => Promise<ClientResponse>;
  /** Returns the response of the repetition and the state after it. */
  readonly readOutcome: (client: ApiClient, path: string, repeatedResponse: ClientResponse) => Promise<unknown>;
  readonly expected: unknown;
}

const createAt = (path: string, body: object) => async (client: ApiClient) => {
  const { id } = (await client.post(path, body)).body as { readonly id: string };
  return `${path.replace(/\/from-segments$/, "")}/${id}`;
};

const changeScenario = (
  createObject: (client: ApiClient) => Promise<string>,
  table: string,
  field: string,
): CrashScenario => ({
  table,
  prepare: createObject,
  write: (client, path, headers) => client.patch(path, { [field]: "Ours" }, headers),
  writeMeanwhile: (client, path) => client.patch(path, { [field]: "Newer" }),
  readOutcome: async (client, path, { status, body }) => [
    status,
    changedFieldOf(body),
    changedFieldOf((await client.get(path)).body),
  ],
  expected: [200, "Newer", "Newer"],
});

const deletionScenario = (createObject: (client: ApiClient) => Promise<string>, table: string): CrashScenario => ({
  table,
  prepare: createObject,
  write: (client, path, headers) => client.delete(path, headers),
  readOutcome: async (client, path, { status }) => [status, (await client.get(path)).status],
  expected: [200, 404],
});

/** Returns the field of an object that the scenarios change. */
function changedFieldOf(object: unknown): unknown {
  const { structured, content, description, title } = object as Readonly<Record<string, unknown>>;
  return (structured as { readonly title: string } | undefined)?.title ?? content ?? description ?? title;
}

const createConversation = createAt(FROM_SEGMENTS_PATH, planningConversation);
const createMemory = createAt("/v1/dev/user/memories", { content: "I row" });
const createActionItem = createAt("/v1/dev/user/action-items", { description: "Row" });
const createGoal = createAt("/v1/dev/user/goals", { title: "Row" });

const crashScenarios: Readonly<Record<string, CrashScenario>> = {
  "a change of a conversation": changeScenario(createConversation, "conversations", "title"),
  "a change of a memory": changeScenario(createMemory, "memories", "content"),
  "a change of an action item": changeScenario(createActionItem, "action_items", "description"),
  "a change of a goal": changeScenario(createGoal, "goals", "title"),
  "a deletion of a conversation": deletionScenario(createConversation, "conversations"),
  "a deletion of a memory": deletionScenario(createMemory, "memories"),
  "a deletion of an action item": deletionScenario(createActionItem, "action_items"),
  "progress towards a goal": {
    table: "goals",
    prepare: createGoal,
    write: (client, path, headers) => client.send("PATCH", `${path}/progress?current_value=3`, undefined, headers),
    writeMeanwhile: (client, path) => client.send("PATCH", `${path}/progress?current_value=5`),
    readOutcome: async (client, path, { status, body }) => {
      const history = (await client.get(`${path}/history`)).body as readonly { readonly value: number }[];
      return [status, (body as { readonly current_value: number }).current_value, history.map(({ value }) => value)];
    },
    expected: [200, 5, [5]],
  },
  "a change of the profile": {
    table: "users",
    prepare: () => Promise.resolve("/v1/dev/user/profile"),
    write: (client, path, headers) => client.patch(path, { display_name: "Ours" }, headers),
    writeMeanwhile: (client, path) => client.patch(path, { display_name: "Newer" }),
    readOutcome: async (client, path) =>
      ((await client.get(path)).body as { readonly display_name: string }).display_name,
    expected: "Newer",
  },
  "a creation of a key": {
    table: "api_keys",
    prepare: () => Promise.resolve(KEYS_PATH),
    write: (client, path, headers) => client.post(path, { name: "script" }, headers),
    readOutcome: async (client, path, { status, body }) => {
      const listedKeys = (await client.get(path)).body as readonly { readonly name: string }[];
      return [status, body, listedKeys.filter(({ name }) => name === "script").length];
    },
    expected: [409, { detail: "The answer to this Idempotency-Key is not kept" }, 1],
  },
  "a registration of an app": {
    table: "apps",
    prepare: () => Promise.resolve(APPS_PATH),
    write: (client, path, headers) => client.post(path, { name: "Garden" }, headers),
    readOutcome: async (client, path, { status, body }) => {
      const listedApps = (await client.get(path)).body as readonly { readonly name: string }[];
      return [status, body, listedApps.filter(({ name }) => name === "Garden").length];
    },
    expected: [409, { detail: "The answer to this Idempotency-Key is not kept" }, 1],
  },
  "a rotation of an app's secret": {
    table: "apps",
    prepare: createAt(APPS_PATH, { name: "Orchard" }),
    write: (client, path, headers) => client.post(`${path}/secret`, {}, headers),
    readOutcome: async (client, path, { status }) => {
      const { updated_at, previous_secret_expires_at: expiresAt } = (await client.get(path)).body as Record<
        string,
        string
      >;
      return [status, Date.parse(expiresAt ?? "") - Date.parse(updated_at ?? "")];
    },
    expected: [409, 86_400_000],
  },
  "an installation of an app": {
    table: "installations",
    prepare: createAt(APPS_PATH, { name: "Meadow", proactive_notification: { scopes: ["user_name"] } }),
    write: (client, path, headers) => client.post(`${path}/install`, { scopes: ["user_name"] }, headers),
    writeMeanwhile: (client, path) =>
      client.patch(path.replace(APPS_PATH, `${APPS_PATH}/installations`), { scopes: [] }),
    readOutcome: async (client, path, { status, body }) => {
      const { body: installation } = await client.get(path.replace(APPS_PATH, `${APPS_PATH}/installations`));
      return [status, [body, installation].map((object) => (object as { granted_scopes: unknown }).granted_scopes)];
    },
    expected: [200, [[], []]],
  },
  "a registration of a webhook for one's own notifications": {
    table: "push_targets",
    prepare: () => Promise.resolve(PUSH_TARGETS_PATH),
    write: (client, path, headers) => client.post(path, { channel: "webhook", url: "https://ada.example" }, headers),
    readOutcome: async (client, path, { status, body }) => [status, body, ((await client.get(path)).body as []).length],
    expected: [409, { detail: "The answer to this Idempotency-Key is not kept" }, 1],
  },
  "a revocation of a key": {
    table: "api_keys",
    prepare: createAt(KEYS_PATH, { name: "script" }),
    write: (client, path, headers) => client.delete(path, headers),
    readOutcome: async (client, path, { status }) => [status, (await client.delete(path)).status],
    expected: [204, 404],
  },
};

function crashedServerRequestSuite(useBackend: UseBackend): void {
  describe("Idempotency-Key: a server that crashes between the write and the response", () => {
    const pathByScenario = new Map<string, string>();
    const backend = useBackend();
    let store: ServiceStore | undefined;
    let client: ApiClient;

    before(async () => {
      const serviceStore = await backend.createStore();
      store = serviceStore;
      const token = await runMneme(serviceStore, "token", "--user", "ada", "--hours", "1");
      for (const [name, { table, prepare, write }] of Object.entries(crashScenarios)) {
        const server = await ServerProcess.start(serviceStore, { preloadModule: backend.crashAfterWriteModule });
        const clientOfCrashing = server.clientFor(token);
        const path = await prepare(clientOfCrashing);
        expect(await server.sendMessage({ dieAfterWriteTo: table })).to.equal("will do");
        expect(await write(clientOfCrashing, path, idempotencyHeaders(name)).catch(() => "unanswered")).to.equal(
          "unanswered",
        );
        pathByScenario.set(name, path);
      }
      client = (await ServerProcess.start(serviceStore)).clientFor(token);
    });
    after(async () => {
      await ServerProcess.killAll();
      await store?.remove();
    });

    for (const [name, { write, writeMeanwhile, readOutcome, expected }] of Object.entries(crashScenarios)) {
      it(`executes the retried request once: ${name}`, async () => {
        const path = pathByScenario.get(name) ?? "";
        expect((await writeMeanwhile?.(client, path))?.status ?? 200).to.equal(200);
        const repeatedResponse = await waitForResponse(() => write(client, path, idempotencyHeaders(name)));
        expect(isReplayed(repeatedResponse)).to.equal(false);
        expect(await readOutcome(client, path, repeatedResponse)).to.deep.equal(expected);
        const replayedResponse = await write(client, path, idempotencyHeaders(name));
        expect([replayedResponse.status, replayedResponse.body, isReplayed(replayedResponse)]).to.deep.equal([
          repeatedResponse.status,
          repeatedResponse.body,
          true,
        ]);
      });
    }
  });
}

const idempotencyHeaders = (name: string): Record<string, string> => ({ "Idempotency-Key": name });

const bodyText = ({ body }: ClientResponse): string => JSON.stringify(body);
