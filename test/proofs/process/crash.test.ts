import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect } from "chai";
import { apiScopes } from "../../../src/domain/user/api-key.js";
import { createWeightedModels, MODEL_USERS, type ModelClients } from "../../support/api-model/index.js";
import type { ApiClient } from "../../support/api-client.js";
import { planningConversation } from "../../support/conversation-requests.js";
import type { Operation } from "../../support/openapi-document.js";
import { SeededRandom } from "../../support/random.js";
import { areReadOnly } from "../../support/read-only-scopes.js";
import { RecordingClient } from "../../support/recording-client.js";
import { startService, type TestService } from "../../support/service.js";
import { findSqliteFaults, SQLITE_FAULT_NAMES } from "../../support/sqlite-consistency.js";
import { useSqlite } from "../../support/service-stores.js";
import { serverCrashSuite } from "../../support/suites/processes/server-crashes.js";

serverCrashSuite(useSqlite);

/** What these do shows in what others are sent: `webhook-crash.test.ts` counts that. */
const seenByOthers = ["/v1/dev/apps/deliveries/{delivery_id}/replay"];

const copy = (table: string, columns: string, id: string): string =>
  `INSERT INTO ${table} (user_id, id, ${columns}) SELECT user_id, ${id}, ${columns} FROM ${table}`;

/** What a store could do to what was written, in SQL, and what is then said of it. */
const losses: readonly (readonly [name: string, sql: string, said: RegExp])[] = [
  ["a conversation is lost", "DELETE FROM conversations", /reads null/],
  ["its transcript is lost", "DELETE FROM transcript_chunks", /"transcript_segments":null/],
  ["half of a transcript is lost", `UPDATE transcript_chunks SET segments = '{"dates":[],"state":[]}'`, /reads \{/],
  ["an action item is lost", "DELETE FROM action_items", /"action_items":\[\]/],
  [
    "an action item is duplicated",
    copy("action_items", "sort_key, conversation_id, touched, created_at, state", "'x' || id"),
    /reads/,
  ],
  [
    "one of a batch of action items is lost",
    'DELETE FROM action_items WHERE state LIKE \'%"description":"batch of action items %, 1"%\'',
    /^batch of action items .* reads/,
  ],
  [
    "a title has changed",
    `UPDATE conversations SET state = replace(state, '"edits":{}', '"edits":{"title":"x"}')`,
    /reads/,
  ],
  [
    "a session is recorded twice",
    copy("conversations", "sort_key, listed, category, starred, state", "'x' || id"),
    /once/,
  ],
  ["a goal is lost", "DELETE FROM goals", /^goal .* reads null/],
  ["a goal is duplicated", copy("goals", "active_key, sort_key, state", "'x' || id"), /^goal .* once/],
  [
    "a goal's value has changed",
    "UPDATE goals SET state = json_set(state, '$.state.currentValue', -1)",
    /^goal .* reads/,
  ],
  ["a memory is lost", "DELETE FROM memories WHERE key = (SELECT max(key) FROM memories)", /^memory .* reads/],
  [
    "a memory is duplicated",
    `INSERT INTO memories (user_id, id, content_digest, revision, sort_key, listed, category, state)
      SELECT user_id, 'x' || id, randomblob(32), revision, sort_key, listed, category, replace(state, id, 'x' || id)
      FROM memories`,
    /once|"siblings":48/,
  ],
  ["a key is lost", 'DELETE FROM api_keys WHERE state LIKE \'%"name":"key %\'', /^key .* reads/],
  ["an app is lost", "DELETE FROM apps", /^app .* reads/],
  ["an installation is lost", "DELETE FROM installations", /^app .* reads/],
  ["a notification is lost", "DELETE FROM notifications", /^notification .* reads/],
  [
    "a notification is duplicated",
    copy("notifications", "app_id, sort_key, unread, talk_key, revision, due_at, state", "'x' || id"),
    /^notification .* once/,
  ],
  ["a piece of a live session is lost", "DELETE FROM transcript_chunks WHERE first_segment > 0", /^session .* reads/],
  [
    "a piece of a live session is duplicated",
    `INSERT INTO transcript_chunks (conversation, first_segment, segments)
      SELECT conversation, first_segment + 1000, segments FROM transcript_chunks WHERE first_segment > 0`,
    /^session .* reads/,
  ],
  ["a push target is lost", "DELETE FROM push_targets", /^push target .* reads/],
  ["a profile is lost", `UPDATE users SET state = replace(state, 'bea ', 'bea')`, /^profile .* reads/],
];

describe("the verification after a server crash", () => {
  let service: TestService;
  let callers: ModelClients;
  beforeEach(async () => {
    service = await startService();
    callers = {
      keyClient: await service.clientWithKey(MODEL_USERS.main, apiScopes),
      tokenClient: await service.clientWithToken(MODEL_USERS.main),
      otherUserClient: await service.clientWithToken(MODEL_USERS.another),
    };
  });
  afterEach(() => service.close());

  const tamper = (sql: string): void => {
    const db = new DatabaseSync(join(service.directory, "mneme.db"), { timeout: 5000 });
    expect(db.prepare(sql).run().changes).to.be.greaterThan(0);
    db.close();
  };

  it("covers every route that writes", async () => {
    const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    };
    const recording = ({ credential }: ApiClient) => new RecordingClient(service.url, document, credential);
    const recorders = {
      keyClient: recording(callers.keyClient),
      tokenClient: recording(callers.tokenClient),
      otherUserClient: recording(callers.otherUserClient),
    };
    const random = new SeededRandom(1);
    for (const { ledger } of createWeightedModels()) {
      await ledger.prepare(recorders);
      for (let write = 0; write < 120; write += 1) await ledger.write(recorders, random);
    }
    const writing = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([method, { "x-required-scopes": needed }]) => method !== "get" && !areReadOnly(needed))
        .map(([method]) => ({ method: method.toUpperCase(), path }))
        .filter(({ path }) => !seenByOthers.includes(path)),
    );
    expect(writing.length).to.be.greaterThan(7);
    const unasked = writing.filter(({ method, path }) => {
      return !Object.values(recorders).some((client) => client.hasRequested(method, path));
    });
    expect(unasked).to.deep.equal([]);
  });

  for (const [name, sql, said] of losses) {
    it(`detects when ${name}`, async () => {
      const random = new SeededRandom(1);
      const kept = createWeightedModels().map(({ ledger }) => ledger);
      const verify = async (): Promise<void> => {
        for (const ledger of kept) await ledger.verify(callers);
      };
      for (const ledger of kept) {
        await ledger.prepare(callers);
        for (let write = 0; write < 25; write += 1) await ledger.write(callers, random);
      }
      await verify();
      tamper(sql);
      expect(String(await verify().catch((error: unknown) => (error as Error).message))).to.match(said);
    });
  }

  it("detects each kind of fault in the SQLite file", async () => {
    const [ledger] = createWeightedModels().map((each) => each.ledger);
    await ledger?.prepare(callers);
    for (let write = 0; write < 25; write += 1) await ledger?.write(callers, new SeededRandom(write));
    await callers.keyClient.post("/v1/dev/user/memories", { content: "I row on Sundays." });
    const session = "/v1/dev/user/sessions/tampered/segments";
    await callers.keyClient.post(session, { transcript_segments: planningConversation.transcript_segments });
    expect(findSqliteFaults(service.directory)).to.deep.equal([]);
    tamper("UPDATE transcript_chunks SET first_segment = 2 WHERE key = (SELECT max(key) FROM transcript_chunks)");
    tamper("DELETE FROM transcript_chunks WHERE key = (SELECT max(key) FROM transcript_chunks)");
    tamper("INSERT INTO transcript_chunks (conversation, first_segment, segments) VALUES (-1, 0, '')");
    tamper("UPDATE action_items SET conversation_id = 'none'");
    tamper("INSERT INTO tombstones SELECT user_id, 'conversation', id FROM conversations");
    tamper("INSERT INTO tombstones SELECT user_id, 'action_item', id FROM action_items");
    tamper("INSERT INTO shown_objects (user_id, object_id, call) VALUES ('ada', 'none', -1)");
    tamper(`
      INSERT INTO deleted_objects (user_id, object_id, known_until)
      SELECT user_id, object_id, 0 FROM shown_objects WHERE call > 0 LIMIT 1`);
    tamper("INSERT INTO memory_sources SELECT user_id, 'none', -1 FROM memories");
    tamper("INSERT INTO memory_removals SELECT user_id, id, 0 FROM memories");
    tamper("INSERT INTO conversation_removals SELECT user_id, id, 0 FROM conversations");
    tamper("INSERT INTO tombstones SELECT user_id, 'memory', id FROM memories");
    tamper(`
      UPDATE conversations SET due_at = 0, revision = 0, state = json_remove(state, '$.state.summary')
      WHERE listed = 1`);
    const found = findSqliteFaults(service.directory);
    for (const fault of SQLITE_FAULT_NAMES)
      expect(
        found.some((line) => line.startsWith(fault)),
        fault,
      ).to.equal(true);
  });
});
