import { expect } from "chai";
import type { Answered, Client } from "../../client.js";
import { collection, planning, type Receipt } from "../../conversations.js";
import { createKey, mneme, ServerProcess } from "../../server-process.js";
import { withStore, type ServiceStore, type UseBackend } from "../../service-stores.js";
import { until } from "../../waiting.js";

const PROCESSES = 4;
const POSTS = 200;
const KILLS = 6;

const segments = `${collection}/from-segments`;
const keyed = { "Idempotency-Key": "5b9f6c1e-77f0-4c83-9d2a-5f0a8f8c2f11" };
const isReplayed = ({ headers }: Answered): boolean => headers.get("Idempotent-Replayed") === "true";

/** So long that its summary is still being made when it has been stored. */
const endless = {
  transcript_segments: Array.from({ length: 400 }, (_, turn) => ({
    text: `In sentence ${turn} the garden of Ana needs a new plan and I will send her the budget. `.repeat(30),
    start: turn * 5,
    end: turn * 5 + 4,
  })),
};

const apps = "/v1/dev/apps";
const targets = "/v1/dev/user/push-targets";

const STILL_RUNNING = "A request with this Idempotency-Key is still being processed";

/** Repeats the request for as long as the first one is being answered. */
async function untilAnswered(request: () => Promise<Answered>): Promise<Answered> {
  let last = await request();
  await until(async () => {
    if (isStillRunning(last)) last = await request();
    return !isStillRunning(last);
  });
  return last;
}

const isStillRunning = ({ body }: Answered): boolean =>
  (body as { detail?: unknown } | undefined)?.detail === STILL_RUNNING;

/** A request with an Idempotency-Key is done once, whichever process it comes to and whenever that dies. */
export function idempotencyKeys(useBackend: UseBackend): void {
  repeatedRequests(useBackend);
  requestsOfDyingServers(useBackend);
}

function repeatedRequests(useBackend: UseBackend): void {
  describe("a request with an Idempotency-Key, over processes on one store", () => {
    const backend = useBackend();
    const posts = POSTS / backend.loadDivisor;
    afterEach(() => ServerProcess.killAll());

    it("is done once, however often and wherever it is sent, after a restart as well", async () => {
      await withStore(backend, async (store) => {
        const secret = await createKey(store);
        let servers = await ServerProcess.startAll(store, PROCESSES);
        const post = (turn: number): Promise<Answered> =>
          (servers[turn % PROCESSES] as ServerProcess).as(secret).post(segments, planning, keyed);
        const turns = Array.from({ length: posts }, (_, turn) => turn);

        const atOnce = await Promise.all(turns.map(post));
        expect([...new Set(atOnce.map(({ status }) => status))].filter((status) => status !== 409)).to.deep.equal([
          200,
        ]);
        const settled = await Promise.all(turns.map((turn) => untilAnswered(() => post(turn))));
        const bodies = new Set([...atOnce.filter(({ status }) => status === 200), ...settled].map(bodyOf));
        expect([...bodies]).to.have.length(1);
        expect(atOnce.filter((answer) => answer.status === 200 && !isReplayed(answer))).to.have.length(1);
        expect(settled.every(isReplayed)).to.equal(true);

        await Promise.all(servers.map((server) => server.stop()));
        servers = await ServerProcess.startAll(store, PROCESSES);
        const later = await Promise.all(turns.map(post));
        expect(later.every(isReplayed)).to.equal(true);
        expect([...new Set(later.map(bodyOf))]).to.deep.equal([...bodies]);
        const other = await (servers[1] as ServerProcess).as(secret).post(segments, endless, keyed);
        expect(other.status).to.equal(422);
        expect(await store.inspection.countRows()).to.include({ conversations: 1, transcripts: 1 });
      });
    });

    it("makes the thing that it had made already, when its server was killed before it answered", async () => {
      await withStore(backend, async (store) => {
        const secret = await createKey(store);
        const ids = new Set<string>();
        let server = await ServerProcess.start(store);
        for (let round = 0; round < KILLS; round += 1) {
          const key = { "Idempotency-Key": `round ${round}`, Prefer: "wait=20" };
          const post = (client: Client): Promise<Answered> => client.post(segments, endless, key);
          const unanswered = post(server.as(secret)).then(
            ({ status }) => status,
            () => undefined,
          );
          await until(async () => (await store.inspection.listConversationIds()).length > round);
          await server.kill();
          expect(await unanswered, "it was answered before the kill").to.equal(undefined);
          const stored = (await store.inspection.listConversationIds()).filter((id) => !ids.has(id));
          expect(stored).to.have.length(1);

          server = await ServerProcess.start(store);
          const retried = await untilAnswered(() => post(server.as(secret)));
          expect([retried.status, isReplayed(retried)]).to.deep.equal([200, false]);
          expect((retried.body as Receipt).id).to.equal(stored[0]);
          expect(isReplayed(await post(server.as(secret)))).to.equal(true);
          for (const id of stored) ids.add(id);
        }
        expect(await store.inspection.countRows()).to.include({ conversations: KILLS });
      });
    });
  });
}

const keys = "/v1/dev/keys";

/** What is written under a key, and what must be seen of it however often it is repeated. */
interface Scene {
  /** What the death of the server follows: the commit of the first write to this table. */
  readonly table: string;
  /** @returns what the write is sent to. */
  readonly prepare: (client: Client) => Promise<string>;
  readonly write: (client: Client, path: string, headers: Record<string, string>) => Promise<Answered>;
  /** What somebody else does before the write is repeated. */
  readonly meanwhile?: (client: Client, path: string) => Promise<Answered>;
  /** The answer of the repetition, and what is found afterwards. */
  readonly outcome: (client: Client, path: string, repeated: Answered) => Promise<unknown>;
  readonly expected: unknown;
}

const created = (path: string, body: object) => async (client: Client) => {
  const { id } = (await client.post(path, body)).body as { readonly id: string };
  return `${path.replace(/\/from-segments$/, "")}/${id}`;
};

const changes = (from: (client: Client) => Promise<string>, table: string, field: string): Scene => ({
  table,
  prepare: from,
  write: (client, path, headers) => client.patch(path, { [field]: "Ours" }, headers),
  meanwhile: (client, path) => client.patch(path, { [field]: "Newer" }),
  outcome: async (client, path, { status, body }) => [status, shown(body), shown((await client.get(path)).body)],
  expected: [200, "Newer", "Newer"],
});

const deletes = (from: (client: Client) => Promise<string>, table: string): Scene => ({
  table,
  prepare: from,
  write: (client, path, headers) => client.delete(path, headers),
  outcome: async (client, path, { status }) => [status, (await client.get(path)).status],
  expected: [200, 404],
});

/** What the scenes change of an object. */
function shown(object: unknown): unknown {
  const { structured, content, description, title } = object as Readonly<Record<string, unknown>>;
  return (structured as { readonly title: string } | undefined)?.title ?? content ?? description ?? title;
}

const conversation = created(segments, planning);
const memory = created("/v1/dev/user/memories", { content: "I row" });
const actionItem = created("/v1/dev/user/action-items", { description: "Row" });
const goal = created("/v1/dev/user/goals", { title: "Row" });

const scenes: Readonly<Record<string, Scene>> = {
  "a change of a conversation": changes(conversation, "conversations", "title"),
  "a change of a memory": changes(memory, "memories", "content"),
  "a change of an action item": changes(actionItem, "action_items", "description"),
  "a change of a goal": changes(goal, "goals", "title"),
  "a deletion of a conversation": deletes(conversation, "conversations"),
  "a deletion of a memory": deletes(memory, "memories"),
  "a deletion of an action item": deletes(actionItem, "action_items"),
  "progress towards a goal": {
    table: "goals",
    prepare: goal,
    write: (client, path, headers) => client.send("PATCH", `${path}/progress?current_value=3`, undefined, headers),
    meanwhile: (client, path) => client.send("PATCH", `${path}/progress?current_value=5`),
    outcome: async (client, path, { status, body }) => {
      const history = (await client.get(`${path}/history`)).body as readonly { readonly value: number }[];
      return [status, (body as { readonly current_value: number }).current_value, history.map(({ value }) => value)];
    },
    expected: [200, 5, [5]],
  },
  "a change of the profile": {
    table: "users",
    prepare: () => Promise.resolve("/v1/dev/user/profile"),
    write: (client, path, headers) => client.patch(path, { display_name: "Ours" }, headers),
    meanwhile: (client, path) => client.patch(path, { display_name: "Newer" }),
    outcome: async (client, path) => ((await client.get(path)).body as { readonly display_name: string }).display_name,
    expected: "Newer",
  },
  "a creation of a key": {
    table: "api_keys",
    prepare: () => Promise.resolve(keys),
    write: (client, path, headers) => client.post(path, { name: "script" }, headers),
    outcome: async (client, path, { status, body }) => {
      const listed = (await client.get(path)).body as readonly { readonly name: string }[];
      return [status, body, listed.filter(({ name }) => name === "script").length];
    },
    expected: [409, { detail: "The answer to this Idempotency-Key is not kept" }, 1],
  },
  "a registration of an app": {
    table: "apps",
    prepare: () => Promise.resolve(apps),
    write: (client, path, headers) => client.post(path, { name: "Garden" }, headers),
    outcome: async (client, path, { status, body }) => {
      const listed = (await client.get(path)).body as readonly { readonly name: string }[];
      return [status, body, listed.filter(({ name }) => name === "Garden").length];
    },
    expected: [409, { detail: "The answer to this Idempotency-Key is not kept" }, 1],
  },
  "a rotation of an app's secret": {
    table: "apps",
    prepare: created(apps, { name: "Orchard" }),
    write: (client, path, headers) => client.post(`${path}/secret`, {}, headers),
    outcome: async (client, path, { status }) => {
      const { updated_at, previous_secret_expires_at: until } = (await client.get(path)).body as Record<string, string>;
      return [status, Date.parse(until ?? "") - Date.parse(updated_at ?? "")];
    },
    expected: [409, 86_400_000],
  },
  "an installation of an app": {
    table: "installations",
    prepare: created(apps, { name: "Meadow", proactive_notification: { scopes: ["user_name"] } }),
    write: (client, path, headers) => client.post(`${path}/install`, { scopes: ["user_name"] }, headers),
    meanwhile: (client, path) => client.patch(path.replace(apps, `${apps}/installations`), { scopes: [] }),
    outcome: async (client, path, { status, body }) => {
      const { body: read } = await client.get(path.replace(apps, `${apps}/installations`));
      return [status, [body, read].map((each) => (each as { granted_scopes: unknown }).granted_scopes)];
    },
    expected: [200, [[], []]],
  },
  "a registration of a webhook for one's own notifications": {
    table: "push_targets",
    prepare: () => Promise.resolve(targets),
    write: (client, path, headers) => client.post(path, { channel: "webhook", url: "https://ada.example" }, headers),
    outcome: async (client, path, { status, body }) => [status, body, ((await client.get(path)).body as []).length],
    expected: [409, { detail: "The answer to this Idempotency-Key is not kept" }, 1],
  },
  "a revocation of a key": {
    table: "api_keys",
    prepare: created(keys, { name: "script" }),
    write: (client, path, headers) => client.delete(path, headers),
    outcome: async (client, path, { status }) => [status, (await client.delete(path)).status],
    expected: [204, 404],
  },
};

function requestsOfDyingServers(useBackend: UseBackend): void {
  describe("a request with an Idempotency-Key whose server died between its write and its answer", () => {
    const paths = new Map<string, string>();
    const backend = useBackend();
    let store: ServiceStore | undefined;
    let client: Client;

    before(async () => {
      const place = await backend.createStore();
      store = place;
      const token = await mneme(place, "token", "--user", "ada", "--hours", "1");
      for (const [name, { table, prepare, write }] of Object.entries(scenes)) {
        const server = await ServerProcess.start(place, { inside: backend.deathAfterWrite });
        const dying = server.as(token);
        const path = await prepare(dying);
        expect(await server.ask({ dieAfterWriteTo: table })).to.equal("will do");
        expect(await write(dying, path, keyOf(name)).catch(() => "unanswered")).to.equal("unanswered");
        paths.set(name, path);
      }
      client = (await ServerProcess.start(place)).as(token);
    });
    after(async () => {
      await ServerProcess.killAll();
      await store?.remove();
    });

    for (const [name, { write, meanwhile, outcome, expected }] of Object.entries(scenes)) {
      it(`is done once: ${name}`, async () => {
        const path = paths.get(name) ?? "";
        expect((await meanwhile?.(client, path))?.status ?? 200).to.equal(200);
        const repeated = await untilAnswered(() => write(client, path, keyOf(name)));
        expect(isReplayed(repeated)).to.equal(false);
        expect(await outcome(client, path, repeated)).to.deep.equal(expected);
        const again = await write(client, path, keyOf(name));
        expect([again.status, again.body, isReplayed(again)]).to.deep.equal([repeated.status, repeated.body, true]);
      });
    }
  });
}

const keyOf = (name: string): Record<string, string> => ({ "Idempotency-Key": name });

const bodyOf = ({ body }: Answered): string => JSON.stringify(body);
