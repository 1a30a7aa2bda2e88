import { expect } from "chai";
import type { Answered, Client } from "../../support/client.js";
import { collection, planning, type Receipt, type WireConversation } from "../../support/conversations.js";
import { eachWithNewcomer, type TestService } from "../../support/service.js";

const path = "/v1/dev/user/sessions/morning";

const piece = (...texts: readonly string[]) => ({
  transcript_segments: texts.map((text, index) => ({ text, start: index, end: index + 1 })),
});

describe("live sessions over HTTP", () => {
  let service: TestService;
  let client: Client;
  let userId: string;
  eachWithNewcomer(
    ["conversations:read", "conversations:write", "memories:read"],
    (newcomer) => ({ service, client, userId } = newcomer),
  );

  const append = (body: object, at = path): Promise<Answered> => client.post(`${at}/segments`, body);
  const whole = async (id: string): Promise<WireConversation> =>
    (await client.get(`${collection}/${id}?include_transcript=true`)).body as WireConversation;
  const textsOf = async (id: string) => (await whole(id)).transcript_segments?.map(({ text }) => text);

  it("grow, tell how far they have come, and become conversations like those that are recorded at once", async () => {
    const { transcript_segments, started_at } = planning;
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
    const finished = (await client.post(`${path}/finish`)).body as Receipt;
    expect(finished).to.deep.equal({ id, discarded: false, status: "completed" });
    const atOnce = (await client.post(`${collection}/from-segments`, planning)).body as Receipt;
    const [live, recorded] = [await whole(id), await whole(atOnce.id)];
    const unnamed = ({ structured: { title, overview, category }, ...rest }: WireConversation) => ({
      ...{ title, overview, category },
      ...{ started: rest.started_at, finished: rest.finished_at, created: rest.created_at },
    });
    expect(unnamed(live)).to.deep.equal(unnamed(recorded));
    expect((await client.get(`${collection}?total=true`)).headers.get("X-Total-Count")).to.equal("2");
  });

  it("are processed in the detected language when the first piece names none", async () => {
    const said = piece("Ich bin Vegetarier und wohne in Berlin.", "Morgen muss ich die Rechnung bezahlen.");
    const { conversation_id: id } = (await append(said)).body as { conversation_id: string };
    await append({ ...piece("Bis morgen!"), language: "en" });
    await client.post(`${path}/finish`);
    const { structured, language } = (await whole(id)) as WireConversation & { readonly language: string };
    expect(language).to.equal("en");
    expect(structured.action_items.map(({ description }) => description)).to.deep.equal(["Die Rechnung bezahlen"]);
  });

  it("are no part of any list while they go on, and are shown as they are", async () => {
    const { conversation_id: id } = (await append(piece("I will call Bob."))).body as { conversation_id: string };
    expect((await client.get(collection)).body).to.deep.equal([]);
    const shown = await whole(id);
    expect([shown.status, shown.structured.title]).to.deep.equal(["in_progress", ""]);
    expect(shown.transcript_segments?.map(({ text }) => text)).to.deep.equal(["I will call Bob."]);
    const patched = await client.patch(`${collection}/${id}`, { title: "Mine", starred: true });
    expect((patched.body as WireConversation).structured.title).to.equal("Mine");
    expect((await client.post(`${collection}/${id}/reprocess`)).status).to.equal(409);
    await append(piece("And Tom."));
    await client.post(`${path}/finish`);
    expect((await whole(id)).structured.title).to.equal("Mine");
  });

  it("count once what comes twice, and refuse gaps and contradictions", async () => {
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

  it("count once under a key what names no place", async () => {
    const key = { "Idempotency-Key": "the first" };
    const first = await client.post(`${path}/segments`, piece("one"), key);
    const again = await client.post(`${path}/segments`, piece("one"), key);
    expect(again.body).to.deep.equal(first.body);
    expect(again.headers.get("Idempotent-Replayed")).to.equal("true");
    expect((await client.get(path)).body).to.include({ segment_count: 1 });
  });

  it("take one of two different pieces that come for the same place at once", async () => {
    await append({ ...piece("one"), offset: 0 });
    const answers = await Promise.all(["two", "zwei"].map((text) => append({ ...piece(text), offset: 1 })));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    expect((await client.get(path)).body).to.include({ segment_count: 2 });
  });

  it("have either taken a piece or refused it when their end comes at the same time", async () => {
    for (let round = 0; round < 10; round += 1) {
      const at = `/v1/dev/user/sessions/round-${round}`;
      const { conversation_id: id } = (await append(piece("one"), at)).body as { conversation_id: string };
      const [more, end] = await Promise.all([append(piece("two"), at), client.post(`${at}/finish`)]);
      expect(end.status).to.equal(200);
      expect(more.status).to.be.oneOf([200, 409]);
      expect(await textsOf(id)).to.deep.equal(more.status === 200 ? ["one", "two"] : ["one"]);
    }
  });

  it("are finished once and for all", async () => {
    await append(piece("I will call Bob about the boat."));
    const { body: finished } = await client.post(`${path}/finish`);
    const again = await client.post(`${path}/finish`);
    expect([again.status, again.body]).to.deep.equal([200, finished]);
    const more = await append(piece("more"));
    expect([more.status, more.body]).to.deep.equal([409, { detail: "Session is finished: it has 1 segment" }]);
  });

  it("are finished without waiting where the client prefers that", async () => {
    await append(piece("I will call Bob about the boat."));
    const { headers, body } = await client.post(`${path}/finish`, undefined, { Prefer: "respond-async" });
    expect(headers.get("Preference-Applied")).to.equal("respond-async");
    expect(body).to.include({ status: "processing" });
  });

  it("are one and the same with what is recorded at once under their id", async () => {
    const { conversation_id: id } = (await append(piece("one"))).body as { conversation_id: string };
    const atOnce = { ...planning, client_session_id: "morning" };
    const open = await client.post(`${collection}/from-segments`, atOnce);
    expect([open.status, open.body]).to.deep.equal([409, { detail: "Conversation creation already in progress" }]);
    await client.post(`${path}/finish`);
    const late = await client.post(`${collection}/from-segments`, atOnce);
    expect([late.status, (late.body as Receipt).id]).to.deep.equal([200, id]);
    expect(await textsOf(id)).to.deep.equal(["one"]);
  });

  it("stop when their conversation is deleted, and leave nothing", async () => {
    const { conversation_id: id } = (await append(piece("one"))).body as { conversation_id: string };
    await client.delete(`${collection}/${id}`);
    for (const refused of [
      await append({ ...piece("two"), offset: 1 }),
      await append(piece("two")),
      await client.post(`${path}/finish`),
      await client.get(path),
    ]) {
      expect([refused.status, refused.body]).to.deep.equal([404, { detail: "Session not found" }]);
    }
    expect((await client.get(`${collection}/${id}`)).status).to.equal(404);
  });

  it("of another user under the same id are another's", async () => {
    const hers = (await append(piece("hers"))).body as { conversation_id: string };
    const other = await service.keyed(`${userId}-friend`);
    expect((await other.get(path)).status).to.equal(404);
    expect((await other.post(`${path}/finish`)).status).to.equal(404);
    const his = (await other.post(`${path}/segments`, { ...piece("his"), offset: 0 })).body as {
      conversation_id: string;
    };
    expect(his.conversation_id).not.to.equal(hers.conversation_id);
    expect(await textsOf(hers.conversation_id)).to.deep.equal(["hers"]);
  });

  it("say what is wrong with the path and the body together, and with a rule afterwards", async () => {
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

  it("have whatever id their client gives them", async () => {
    for (const id of ["a b", "ä/ö?#", "👩‍👩‍👧", "..%2f", "\u0000"]) {
      const at = `/v1/dev/user/sessions/${encodeURIComponent(id)}`;
      expect((await append(piece("one"), at)).status, id).to.equal(200);
      expect((await client.get(at)).body, id).to.include({ segment_count: 1 });
    }
  });

  it("accept 20,000 segments and no more", async () => {
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
