import { expect } from "chai";
import type { ClientResponse, ApiClient } from "../../support/api-client.js";
import {
  CONVERSATIONS_PATH,
  planningConversation,
  type ConversationReceipt,
  type WireConversation,
} from "../../support/conversation-requests.js";
import { serveEachTestWithNewUser, type TestService } from "../../support/service.js";

const path = "/v1/dev/user/sessions/morning";

const piece = (...texts: readonly string[]) => ({
  transcript_segments: texts.map((text, index) => ({ text, start: index, end: index + 1 })),
});

describe("/v1/dev/user/sessions", () => {
  let service: TestService;
  let client: ApiClient;
  let userId: string;
  serveEachTestWithNewUser(
    ["conversations:read", "conversations:write", "memories:read"],
    (newcomer) => ({ service, client, userId } = newcomer),
  );

  const append = (body: object, at = path): Promise<ClientResponse> => client.post(`${at}/segments`, body);
  const whole = async (id: string): Promise<WireConversation> =>
    (await client.get(`${CONVERSATIONS_PATH}/${id}?include_transcript=true`)).body as WireConversation;
  const textsOf = async (id: string) => (await whole(id)).transcript_segments?.map(({ text }) => text);

  it("appends segments, reports progress and becomes a regular conversation when finished", async () => {
    const { transcript_segments, started_at } = planningConversation;
    const { status, body } = await append({
      transcript_segments: transcript_segments.slice(0, 2),
      started_at,
      offset: 0,
    });
    const { conversation_id: id } = body as { conversation_id: string };
    expect([status, body]).to.deep.equal([
      200,
      { conversation_id: id, status: "in_progress", segment_count: 2, next_offset: 2 },
    ]);
    await append({ transcript_segments: transcript_segments.slice(1), offset: 1 });
    const all = transcript_segments.length;
    expect((await client.get(path)).body).to.deep.equal({
      conversation_id: id,
      status: "in_progress",
      segment_count: all,
      next_offset: all,
    });
    const finished = (await client.post(`${path}/finish`)).body as ConversationReceipt;
    expect(finished).to.deep.equal({ id, discarded: false, status: "completed" });
    const atOnce = (await client.post(`${CONVERSATIONS_PATH}/from-segments`, planningConversation))
      .body as ConversationReceipt;
    const [live, recorded] = [await whole(id), await whole(atOnce.id)];
    const unnamed = ({ structured: { title, overview, category }, ...rest }: WireConversation) => ({
      ...{ title, overview, category },
      ...{ started: rest.started_at, finished: rest.finished_at, created: rest.created_at },
    });
    expect(unnamed(live)).to.deep.equal(unnamed(recorded));
    expect((await client.get(`${CONVERSATIONS_PATH}?total=true`)).headers.get("X-Total-Count")).to.equal("2");
  });

  it("uses the detected language when the first request names none", async () => {
    const said = piece("Ich bin Vegetarier und wohne in Berlin.", "Morgen muss ich die Rechnung bezahlen.");
    const { conversation_id: id } = (await append(said)).body as { conversation_id: string };
    await append({ ...piece("Bis morgen!"), language: "en" });
    await client.post(`${path}/finish`);
    const { structured, language } = (await whole(id)) as WireConversation & { readonly language: string };
    expect(language).to.equal("en");
    expect(structured.action_items.map(({ description }) => description)).to.deep.equal(["Die Rechnung bezahlen"]);
  });

  it("hides a session from lists while it is in progress and shows it by ID", async () => {
    const { conversation_id: id } = (await append(piece("I will call Bob."))).body as { conversation_id: string };
    expect((await client.get(CONVERSATIONS_PATH)).body).to.deep.equal([]);
    const shown = await whole(id);
    expect([shown.status, shown.structured.title]).to.deep.equal(["in_progress", ""]);
    expect(shown.transcript_segments?.map(({ text }) => text)).to.deep.equal(["I will call Bob."]);
    const patched = await client.patch(`${CONVERSATIONS_PATH}/${id}`, { title: "Mine", starred: true });
    expect((patched.body as WireConversation).structured.title).to.equal("Mine");
    expect((await client.post(`${CONVERSATIONS_PATH}/${id}/reprocess`)).status).to.equal(409);
    await append(piece("And Tom."));
    await client.post(`${path}/finish`);
    expect((await whole(id)).structured.title).to.equal("Mine");
  });

  it("ignores repeated segments and returns 409 for gaps and conflicting segments", async () => {
    const { conversation_id: id } = (await append({ ...piece("one", "two"), offset: 0 })).body as {
      conversation_id: string;
    };
    await append({ ...piece("one", "two"), offset: 0 });
    const gap = await append({ ...piece("four"), offset: 3 });
    expect([gap.status, gap.body]).to.deep.equal([
      409,
      { detail: "offset 3 leaves a gap: the session has 2 segments" },
    ]);
    const other = await append({ ...piece("uno"), offset: 0 });
    expect([other.status, other.body]).to.deep.equal([
      409,
      { detail: "transcript_segments: segment 0 of the session says something else" },
    ]);
    expect(await textsOf(id)).to.deep.equal(["one", "two"]);
  });

  it("appends segments without an offset once per idempotency key", async () => {
    const key = { "Idempotency-Key": "the first" };
    const first = await client.post(`${path}/segments`, piece("one"), key);
    const again = await client.post(`${path}/segments`, piece("one"), key);
    expect(again.body).to.deep.equal(first.body);
    expect(again.headers.get("Idempotent-Replayed")).to.equal("true");
    expect((await client.get(path)).body).to.include({ segment_count: 1 });
  });

  it("accepts one of two concurrent appends at the same offset", async () => {
    await append({ ...piece("one"), offset: 0 });
    const answers = await Promise.all(["two", "zwei"].map((text) => append({ ...piece(text), offset: 1 })));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    expect((await client.get(path)).body).to.include({ segment_count: 2 });
  });

  it("either accepts or rejects an append that races with finish", async () => {
    for (let round = 0; round < 10; round += 1) {
      const at = `/v1/dev/user/sessions/round-${round}`;
      const { conversation_id: id } = (await append(piece("one"), at)).body as { conversation_id: string };
      const [more, end] = await Promise.all([append(piece("two"), at), client.post(`${at}/finish`)]);
      expect(end.status).to.equal(200);
      expect(more.status).to.be.oneOf([200, 409]);
      expect(await textsOf(id)).to.deep.equal(more.status === 200 ? ["one", "two"] : ["one"]);
    }
  });

  it("returns the same result for a repeated finish and rejects later appends", async () => {
    await append(piece("I will call Bob about the boat."));
    const { body: finished } = await client.post(`${path}/finish`);
    const again = await client.post(`${path}/finish`);
    expect([again.status, again.body]).to.deep.equal([200, finished]);
    const more = await append(piece("more"));
    expect([more.status, more.body]).to.deep.equal([409, { detail: "Session is finished: it has 1 segment" }]);
  });

  it("finishes in the background for Prefer: respond-async", async () => {
    await append(piece("I will call Bob about the boat."));
    const { headers, body } = await client.post(`${path}/finish`, undefined, { Prefer: "respond-async" });
    expect(headers.get("Preference-Applied")).to.equal("respond-async");
    expect(body).to.include({ status: "processing" });
  });

  it("shares its conversation with an import under the same session ID", async () => {
    const { conversation_id: id } = (await append(piece("one"))).body as { conversation_id: string };
    const atOnce = { ...planningConversation, client_session_id: "morning" };
    const open = await client.post(`${CONVERSATIONS_PATH}/from-segments`, atOnce);
    expect([open.status, open.body]).to.deep.equal([409, { detail: "Conversation creation already in progress" }]);
    await client.post(`${path}/finish`);
    const late = await client.post(`${CONVERSATIONS_PATH}/from-segments`, atOnce);
    expect([late.status, (late.body as ConversationReceipt).id]).to.deep.equal([200, id]);
    expect(await textsOf(id)).to.deep.equal(["one"]);
  });

  it("returns 404 after the conversation is deleted", async () => {
    const { conversation_id: id } = (await append(piece("one"))).body as { conversation_id: string };
    await client.delete(`${CONVERSATIONS_PATH}/${id}`);
    for (const refused of [
      await append({ ...piece("two"), offset: 1 }),
      await append(piece("two")),
      await client.post(`${path}/finish`),
      await client.get(path),
    ]) {
      expect([refused.status, refused.body]).to.deep.equal([404, { detail: "Session not found" }]);
    }
    expect((await client.get(`${CONVERSATIONS_PATH}/${id}`)).status).to.equal(404);
  });

  it("keeps sessions of different users with the same ID apart", async () => {
    const hers = (await append(piece("hers"))).body as { conversation_id: string };
    const other = await service.clientWithKey(`${userId}-friend`);
    expect((await other.get(path)).status).to.equal(404);
    expect((await other.post(`${path}/finish`)).status).to.equal(404);
    const his = (await other.post(`${path}/segments`, { ...piece("his"), offset: 0 })).body as {
      conversation_id: string;
    };
    expect(his.conversation_id).not.to.equal(hers.conversation_id);
    expect(await textsOf(hers.conversation_id)).to.deep.equal(["hers"]);
  });

  it("reports path and body violations together, and rule violations afterwards", async () => {
    const both = await append({ transcript_segments: [], offset: -1 }, `/v1/dev/user/sessions/${"s".repeat(201)}`);
    expect(both.status).to.equal(422);
    const { detail } = both.body as { detail: { loc: unknown }[] };
    expect(detail.map(({ loc }) => loc)).to.deep.equal([
      ["path", "client_session_id"],
      ["body", "transcript_segments"],
      ["body", "offset"],
    ]);
    const tooMany = await append(piece(...Array.from({ length: 501 }, () => "word")));
    expect(JSON.stringify(tooMany.body)).to.match(/at most 500 items/);
    const blank = await append(piece("one"), "/v1/dev/user/sessions/%20");
    expect([blank.status, blank.body]).to.deep.equal([422, { detail: "client_session_id cannot be empty" }]);
    const late = await append({ ...piece("one", " "), offset: 7 });
    expect(late.body).to.deep.equal({ detail: "Segment 1: text cannot be empty" });
    expect((await client.get(path)).status).to.equal(404);
  });

  it("accepts any client session ID", async () => {
    for (const id of ["a b", "ä/ö?#", "👩‍👩‍👧", "..%2f", "\u0000"]) {
      const at = `/v1/dev/user/sessions/${encodeURIComponent(id)}`;
      expect((await append(piece("one"), at)).status, id).to.equal(200);
      expect((await client.get(at)).body, id).to.include({ segment_count: 1 });
    }
  });

  it("accepts 20,000 segments and rejects more", async () => {
    const texts = Array.from({ length: 500 }, (_, index) => `We talk about boat ${index}.`);
    for (let offset = 0; offset < 20_000; offset += 500) {
      expect((await append({ ...piece(...texts), offset })).status).to.equal(200);
    }
    const full = { detail: "transcript_segments: a session holds at most 20000 segments, and has 20000" };
    const more = await append(piece("more"));
    expect([more.status, more.body]).to.deep.equal([409, full]);
    expect((await append({ ...piece("more"), offset: 20_000 })).body).to.deep.equal(full);
    const last = { ...piece(...texts), offset: 19_500 };
    expect((await append(last)).body).to.include({ segment_count: 20_000 });
    expect((await client.post(`${path}/finish`, undefined, { Prefer: "wait=25" })).status).to.equal(200);
    const { conversation_id: id } = (await client.get(path)).body as { conversation_id: string };
    expect(await textsOf(id)).to.have.length(20_000);
  });
});
