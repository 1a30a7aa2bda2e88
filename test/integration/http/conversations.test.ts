import { DatabaseSync } from "node:sqlite";
import { expect } from "chai";
import type { ApiClient } from "../../support/api-client.js";
import {
  CONVERSATIONS_PATH,
  planningConversation,
  recordConversation,
  singleSegmentBody,
  type ConversationReceipt,
  type WireConversation,
} from "../../support/conversation-requests.js";
import { serveEachTestWithNewUser, type TestService } from "../../support/service.js";
import { sqliteFilePath } from "../../support/sqlite-file.js";
import { waitUntil } from "../../support/eventually.js";

/** As if they had never been summarised. */
function failAll(directory: string, ids: readonly string[]): void {
  const db = new DatabaseSync(sqliteFilePath(directory), { timeout: 5_000 });
  const fail = db.prepare(`
    UPDATE conversations SET status = 'failed', listed = 0,
      state = json_set(state, '$.state.status', 'failed', '$.state.summary', NULL, '$.dates', json('[
        ["createdAt"], ["updatedAt"], ["startedAt"], ["finishedAt"]
      ]'))
    WHERE id = ?`);
  for (const id of ids) fail.run(id);
  db.close();
}

describe("/v1/dev/user/conversations", () => {
  let service: TestService;
  let client: ApiClient;
  serveEachTestWithNewUser(
    ["conversations:read", "conversations:write"],
    (newcomer) => ({ service, client } = newcomer),
  );

  const list = async (query = ""): Promise<WireConversation[]> =>
    (await client.get(`${CONVERSATIONS_PATH}${query}`)).body as WireConversation[];

  it("summarises a conversation with its action items, events and folder", async () => {
    const { status, structured, folder_name } = await recordConversation(client);
    expect(status).to.equal("completed");
    expect(structured.title).not.to.equal("");
    expect(structured.overview).to.match(/\.$/);
    expect(structured.action_items.map(({ description }) => description).join()).to.match(/send .*budget/i);
    expect(structured.action_items[0]?.due_at).to.match(/^2026-01-09T/);
    expect(structured.events.map(({ start }) => start)).to.deep.equal(["2026-01-08T15:00:00.000Z"]);
    expect(folder_name).to.be.oneOf(["Work", "Personal", "Social"]);
  });

  it("returns the transcript as it was sent", async () => {
    const { transcript_segments: segments } = await recordConversation(client);
    const words = (each: Record<string, unknown>): unknown[] => [each["text"], each["start"], each["end"]];
    expect(segments?.map(words)).to.deep.equal(planningConversation.transcript_segments.map(words));
  });

  it("preserves every character of a transcript", async () => {
    const text = "NUL \u0000, emoji 👩‍👩‍👧, combining e\u0301, right-to-left שלום, BOM \ufeff and \u2028.";
    const { transcript_segments: segments } = await recordConversation(client, singleSegmentBody(text));
    expect(segments?.[0]?.["text"]).to.equal(text);
  });

  it("creates a conversation with a single segment from plain text", async () => {
    const { body } = await client.post(CONVERSATIONS_PATH, {
      text: "Remember that the boiler is serviced on Monday. I promised Tom to call the plumber tomorrow.",
      started_at: "2026-01-05T09:00:00Z",
    });
    const { id, discarded, status } = body as ConversationReceipt;
    expect({ discarded, status }).to.deep.equal({ discarded: false, status: "completed" });
    const got = (await client.get(`${CONVERSATIONS_PATH}/${id}?include_transcript=true`)).body as WireConversation;
    expect(got.finished_at).to.equal("2026-01-05T09:05:00.000Z");
    expect(got.transcript_segments).to.have.length(1);
    expect(got.transcript_segments?.[0]).to.include({ start: 0, end: 300, speaker_id: 0 });
  });

  it("discards a conversation without usable content until the user restores it", async () => {
    const { id, discarded } = await recordConversation(client, singleSegmentBody("Um. Yeah."));
    expect(discarded).to.equal(true);
    expect(await list()).to.deep.equal([]);
    await client.patch(`${CONVERSATIONS_PATH}/${id}`, { discarded: false });
    expect((await list()).map((each) => each.id)).to.deep.equal([id]);
  });

  it("reports why a conversation is discarded", async () => {
    const reasons = async (id: string) => {
      const { discarded, discard_reason } = (await client.get(`${CONVERSATIONS_PATH}/${id}`)).body as WireConversation;
      return [discarded, discard_reason];
    };
    const { id } = await recordConversation(client, singleSegmentBody("Um. Yeah."));
    expect(await reasons(id)).to.deep.equal([true, "no_usable_content"]);
    await client.patch(`${CONVERSATIONS_PATH}/${id}`, { discarded: false });
    expect(await reasons(id)).to.deep.equal([false, null]);
    await client.patch(`${CONVERSATIONS_PATH}/${id}`, { discarded: true });
    expect(await reasons(id)).to.deep.equal([true, "user"]);
  });

  it("keeps a short conversation that yields an action item", async () => {
    const { discarded, structured } = await recordConversation(
      client,
      singleSegmentBody("I will print the photos tomorrow."),
    );
    expect(discarded).to.equal(false);
    expect(structured.action_items.map(({ description }) => description)).to.deep.equal(["Print the photos"]);
    expect(await list()).to.have.length(1);
  });

  it("filters by status and shows the status in lists", async () => {
    const { id: completed } = await recordConversation(client);
    const live = "/v1/dev/user/sessions/walk/segments";
    const { conversation_id: open } = (await client.post(live, singleSegmentBody("We are talking."))).body as Record<
      string,
      string
    >;
    const found = async (status: string, rest = "") =>
      (await list(`?status=${status}${rest}`)).map((each) => [each.id, each.status]);
    expect(await found("completed")).to.deep.equal([[completed, "completed"]]);
    expect(await found("in_progress")).to.deep.equal([[open, "in_progress"]]);
    expect(await found("in_progress", "&starred=true")).to.deep.equal([]);
    expect(await found("processing")).to.deep.equal([]);
    expect((await list()).map((each) => [each.id, each.status])).to.deep.equal([[completed, "completed"]]);
    expect(await client.get(`${CONVERSATIONS_PATH}?status=deleting`)).to.deep.include({
      status: 422,
      body: {
        detail: [
          {
            loc: ["query", "status"],
            msg: "Input should be 'in_progress', 'processing', 'completed' or 'failed'",
            type: "enum",
          },
        ],
      },
    });
  });

  it("pages through failed conversations and reprocesses them on request", async () => {
    const ids: string[] = [];
    for (let day = 1; day <= 5; day += 1) {
      ids.unshift((await recordConversation(client, { ...planningConversation, started_at: `2026-01-0${day}` })).id);
    }
    failAll(service.directory, ids.slice(0, 4));
    await client.patch(`${CONVERSATIONS_PATH}/${ids[0] ?? ""}`, { discarded: true });
    expect((await list()).map(({ id }) => id)).to.deep.equal(ids.slice(4));
    const seen: string[] = [];
    let path: string | undefined = `${CONVERSATIONS_PATH}?status=failed&limit=2&total=true`;
    while (path) {
      const { body, headers } = await client.get(path);
      expect(headers.get("x-total-count")).to.equal("3");
      for (const { id, status, structured } of body as WireConversation[]) {
        expect([status, structured.title, structured.action_items]).to.deep.equal(["failed", "", []]);
        seen.push(id);
      }
      path = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1]?.slice(service.url.length);
    }
    expect(seen).to.deep.equal(ids.slice(1, 4));
    expect((await client.post(`${CONVERSATIONS_PATH}/${seen[0] ?? ""}/reprocess`, {})).body).to.include({
      status: "completed",
    });
    expect((await list("?status=failed")).map(({ id }) => id)).to.deep.equal(ids.slice(2, 4));
    expect((await list()).map(({ id }) => id)).to.deep.equal([ids[1], ids[4]]);
  });

  it("returns the first conversation for a repeated client_session_id", async () => {
    const first = (
      await client.post(`${CONVERSATIONS_PATH}/from-segments`, { ...planningConversation, client_session_id: " s-1 " })
    ).body as ConversationReceipt;
    const again = await client.post(`${CONVERSATIONS_PATH}/from-segments`, {
      ...singleSegmentBody("Something else entirely."),
      client_session_id: "s-1",
    });
    expect(again.status).to.equal(200);
    expect((again.body as ConversationReceipt).id).to.equal(first.id);
    expect(await list()).to.have.length(1);
  });

  it("does not recreate a deleted conversation for a repeated client_session_id", async () => {
    const body = { ...planningConversation, client_session_id: "s-2" };
    const { id } = (await client.post(`${CONVERSATIONS_PATH}/from-segments`, body)).body as ConversationReceipt;
    expect((await client.delete(`${CONVERSATIONS_PATH}/${id}`)).body).to.deep.equal({ success: true });
    const late = await client.post(`${CONVERSATIONS_PATH}/from-segments`, body);
    expect(late.body).to.include({ id, discarded: true });
    expect((await client.get(`${CONVERSATIONS_PATH}/${id}`)).status).to.equal(404);
    expect((await client.delete(`${CONVERSATIONS_PATH}/${id}`)).status).to.equal(404);
    expect(await list()).to.deep.equal([]);
  });

  it("lists by date, newest first, and filters by date, category, folder and star", async () => {
    const days = ["2026-01-03", "2026-01-01", "2026-01-02"];
    const ids: string[] = [];
    for (const day of days)
      ids.push((await recordConversation(client, { ...planningConversation, started_at: day })).id);
    const [third, first, second] = ids as [string, string, string];
    const found = async (query: string): Promise<string[]> => (await list(query)).map(({ id }) => id);
    expect(await found("")).to.deep.equal([third, second, first]);
    expect(await found("?start_date=2026-01-02&end_date=2026-01-02")).to.deep.equal([second]);
    expect(await found("?start_date=2026-01-03&end_date=2026-01-01")).to.deep.equal([]);
    expect(await found("?limit=0")).to.deep.equal([third]);
    expect(await found("?offset=1&limit=1")).to.deep.equal([second]);
    await client.patch(`${CONVERSATIONS_PATH}/${first}`, { starred: true });
    expect(await found("?starred=true")).to.deep.equal([first]);
    expect(await found("?starred=false")).to.deep.equal([third, second]);
    const { structured, folder_id } = (await list())[0] as WireConversation;
    expect(await found(`?categories=,${structured.category},`)).to.have.length(3);
    expect(await found(`?categories=${structured.category === "music" ? "sports" : "music"}`)).to.deep.equal([]);
    expect(await found(`?folder_id=${folder_id}`)).to.have.length(3);
    expect(await found("?folder_id=unknown")).to.deep.equal([]);
    expect(await client.get(`${CONVERSATIONS_PATH}?categories=work,nonsense`)).to.deep.include({
      status: 400,
      body: { detail: "Invalid category 'nonsense'" },
    });
  });

  it("neither skips nor repeats conversations when following next links during inserts", async () => {
    for (let day = 1; day <= 7; day += 1)
      await recordConversation(client, { ...planningConversation, started_at: `2026-01-0${day}` });
    const seen: string[] = [];
    let path: string | undefined = `${CONVERSATIONS_PATH}?limit=3&total=true`;
    while (path) {
      const { body, headers } = await client.get(path);
      seen.push(...(body as WireConversation[]).map(({ created_at }) => created_at.slice(8, 10)));
      if (seen.length === 3) {
        expect(headers.get("x-total-count")).to.equal("7");
        await recordConversation(client, { ...planningConversation, started_at: "2026-01-09" });
      }
      path = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1]?.slice(service.url.length);
    }
    expect(seen).to.deep.equal(["07", "06", "05", "04", "03", "02", "01"]);
  });

  it("keeps next links short regardless of the length of the query", async () => {
    for (const day of ["2026-01-01", "2026-01-02"])
      await recordConversation(client, { ...planningConversation, started_at: day });
    const { category } = ((await list())[0] as WireConversation).structured;
    const query = `?limit=${"0".repeat(9_000)}1&categories=${`${category},`.repeat(1_000)}&start_date=2026-01-01&${"ignored=&".repeat(2_000)}`;
    const { headers } = await client.get(CONVERSATIONS_PATH + query);
    const link = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1] ?? "";
    expect(link.length).to.be.below(500);
    expect(Object.fromEntries(new URL(link).searchParams)).to.deep.include({
      limit: "1",
      categories: category,
      start_date: "2026-01-01T00:00:00.000Z",
    });
    const { body } = await client.get(link.slice(service.url.length));
    expect((body as WireConversation[]).map(({ created_at }) => created_at.slice(0, 10))).to.deep.equal(["2026-01-01"]);
  });

  it("rejects an invalid cursor", async () => {
    const { status, body } = await client.get(`${CONVERSATIONS_PATH}?cursor=%00nonsense`);
    expect(status).to.equal(422);
    expect((body as { detail: { loc: unknown }[] }).detail.map(({ loc }) => loc)).to.deep.equal([["query", "cursor"]]);
  });

  it("preserves user edits when a conversation is reprocessed", async () => {
    const { id } = await recordConversation(client);
    const { body: folders } = await client.get("/v1/dev/user/folders");
    const social = (folders as { id: string; name: string }[]).find(({ name }) => name === "Social")?.id;
    await client.patch(`${CONVERSATIONS_PATH}/${id}`, { title: "  Garden app  ", folder_id: social, starred: true });
    const again = await client.post(`${CONVERSATIONS_PATH}/${id}/reprocess`);
    expect(again.body).to.deep.equal({ id, discarded: false, status: "completed" });
    const after = (await client.get(`${CONVERSATIONS_PATH}/${id}`)).body as WireConversation;
    expect(after.structured.title).to.equal("Garden app");
    expect(after.structured.action_items).to.have.length(1);
    expect(after).to.include({ folder_name: "Social", starred: true });
    expect((await client.patch(`${CONVERSATIONS_PATH}/${id}`, { folder_id: null })).body).to.include({
      folder_id: null,
    });
  });

  it("reports patch errors in order: schema, rules, unknown conversation, unknown folder", async () => {
    const { id } = await recordConversation(client);
    const refused = async (path: string, body: object): Promise<unknown[]> => {
      const answered = await client.patch(`${CONVERSATIONS_PATH}/${path}`, body);
      return [answered.status, (answered.body as { detail: unknown }).detail];
    };
    expect(await refused("nothing", {})).to.deep.equal([422, "At least one field (title, discarded) must be provided"]);
    expect(await refused(id, { title: "  " })).to.deep.equal([422, "title cannot be empty"]);
    expect(await refused(id, { title: "é".repeat(501) })).to.deep.equal([
      422,
      "title must have at most 500 characters",
    ]);
    expect(await refused("nothing", { folder_id: "unknown" })).to.deep.equal([404, "Conversation not found"]);
    expect(await refused(id, { folder_id: "unknown" })).to.deep.equal([422, "Folder not found"]);
    expect((await client.patch(`${CONVERSATIONS_PATH}/${id}`, { title: null, discarded: null })).status).to.equal(200);
  });

  it("keeps folder counts up to date", async () => {
    const counted = async (): Promise<number> =>
      ((await client.get("/v1/dev/user/folders")).body as { conversation_count: number }[]).reduce(
        (sum, folder) => sum + folder.conversation_count,
        0,
      );
    expect((await client.get("/v1/dev/user/folders")).body).to.deep.equal([]);
    const { id } = await recordConversation(client);
    expect(await counted()).to.equal(1);
    await client.patch(`${CONVERSATIONS_PATH}/${id}`, { discarded: true });
    expect(await counted()).to.equal(0);
    await client.patch(`${CONVERSATIONS_PATH}/${id}`, { discarded: false });
    expect(await counted()).to.equal(1);
    await client.delete(`${CONVERSATIONS_PATH}/${id}`);
    expect(await counted()).to.equal(0);
  });

  it("responds with status processing for Prefer: respond-async and completes soon after", async () => {
    const answered = await client.post(`${CONVERSATIONS_PATH}/from-segments`, planningConversation, {
      Prefer: "respond-async; because=busy",
    });
    expect(answered.headers.get("preference-applied")).to.equal("respond-async");
    const { id, status } = answered.body as ConversationReceipt;
    expect(status).to.equal("processing");
    const read = async () => ((await client.get(`${CONVERSATIONS_PATH}/${id}`)).body as WireConversation).status;
    await waitUntil(async () => (await read()) === "completed");
  });

  it("reports each violated rule as a sentence", async () => {
    const detail = async (path: string, body: object): Promise<unknown> =>
      (await client.post(CONVERSATIONS_PATH + path, body)).body;
    const segment = { text: "Hello there", start: 0, end: 1 };
    const segments = (...broken: object[]): object => ({ transcript_segments: [segment, ...broken] });
    expect(await detail("", { text: " \n" })).to.deep.equal({ detail: "text cannot be empty" });
    expect(await detail("/from-segments", segments({ ...segment, text: " " }))).to.deep.equal({
      detail: "Segment 1: text cannot be empty",
    });
    expect(await detail("/from-segments", segments({ ...segment, start: -1 }))).to.deep.equal({
      detail: "Segment 1: start time cannot be negative",
    });
    expect(await detail("/from-segments", segments({ ...segment, end: 0 }))).to.deep.equal({
      detail: "Segment 1: end time must be after start time",
    });
    const times = { started_at: "2026-01-02", finished_at: "2026-01-01" };
    expect(await detail("", { text: "Hello", ...times })).to.deep.equal({
      detail: "finished_at must be after started_at",
    });
    expect(await detail("/from-segments", { ...segments(), ...times })).to.deep.equal({
      detail: "finished_at must be after started_at",
    });
    expect(await detail("", { text: "Hello", language: "english" })).to.deep.equal({
      detail: "language must be an ISO 639-1 code",
    });
    expect(await detail("", { text: "Hello", language: "" })).to.deep.equal({
      detail: "language must be an ISO 639-1 code",
    });
    expect(await list()).to.deep.equal([]);
  });

  it("summarises a conversation in any valid language", async () => {
    for (const language of ["en_US", "pt-BR", "zh", "ar", "ti", "aa", "es-419"]) {
      const { status } = await recordConversation(
        client,
        singleSegmentBody("One two three four five six seven eight.", { language }),
      );
      expect(status, language).to.equal("completed");
    }
  });

  it("uses the detected language for processing and still returns en when none was given", async () => {
    const text = "Ich bin Vegetarier und wohne in Berlin. Morgen muss ich die Rechnung bezahlen.";
    const shown = async (language?: string) => {
      const { body } = await client.post(CONVERSATIONS_PATH, { text, ...(language === undefined ? {} : { language }) });
      const whole = await client.get(`${CONVERSATIONS_PATH}/${(body as ConversationReceipt).id}`);
      const { language: shownLanguage, structured } = whole.body as WireConversation & { readonly language: string };
      return [shownLanguage, structured.action_items.map(({ description }) => description)];
    };
    expect(await shown()).to.deep.equal(["en", ["Die Rechnung bezahlen"]]);
    expect(await shown("de_AT")).to.deep.equal(["de-at", ["Die Rechnung bezahlen"]]);
    // A sentence is read in its own language, whatever the client named.
    expect(await shown("en_US")).to.deep.equal(["en-us", ["Die Rechnung bezahlen"]]);
  });

  it("returns 404 for conversations of other users and unknown IDs", async () => {
    const { id } = await recordConversation(client);
    const other = await service.clientWithKey("somebody-else");
    for (const path of [id, "unknown", "%00", "a%2Fb", "x".repeat(2000)]) {
      expect(await other.get(`${CONVERSATIONS_PATH}/${path}`)).to.deep.include({
        status: 404,
        body: { detail: "Conversation not found" },
      });
    }
    expect((await other.delete(`${CONVERSATIONS_PATH}/${id}`)).status).to.equal(404);
    expect((await other.post(`${CONVERSATIONS_PATH}/${id}/reprocess`)).status).to.equal(404);
    expect((await client.get(`${CONVERSATIONS_PATH}/${id}`)).status).to.equal(200);
  });
});
