import { expect } from "chai";
import { createHttpApi, listen, type RunningServer } from "../../../src/adapters/http/index.js";
import { openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import { openSqliteStore } from "../../../src/adapters/sqlite/index.js";
import type { Store } from "../../../src/ports/driven/index.js";
import { aConversation, withTranscript, SequentialIds } from "../../../src/testing/index.js";
import { ApiClient, type ClientResponse } from "../../support/api-client.js";
import { CONVERSATIONS_PATH } from "../../support/conversation-requests.js";
import { withOverrides, openCore, silentEventLog } from "../../support/test-core.js";
import { RawConnection } from "../../support/raw-connection.js";
import { createTemporaryDirectory } from "../../support/temporary-directory.js";
import { retryUntilPassing } from "../../support/eventually.js";

const MEBIBYTE = 1024 * 1024;
/** Beside 40 of two mebibytes each some small ones, so that batches hold several. */
const LARGE = 40;
const SMALL = 20;

const CREDENTIAL = "user.ada.Ada";

interface WireConversation {
  readonly id: string;
  readonly transcript_segments: readonly { readonly text: string }[] | null;
}

const stores: Readonly<Record<string, () => Promise<{ store: Store; close: () => Promise<void> }>>> = {
  "in memory": () => {
    const store = openInMemoryStore();
    return Promise.resolve({ store, close: () => store.close() });
  },
  "in SQLite": async () => {
    const folder = await createTemporaryDirectory();
    const store = await openSqliteStore({ directory: folder.path });
    const close = async (): Promise<void> => {
      await store.close();
      await folder.remove();
    };
    return { store, close };
  },
};

const itemsOf = ({ status, body }: ClientResponse): readonly WireConversation[] => {
  expect(status).to.equal(200);
  return body as readonly WireConversation[];
};
const nextOf = ({ headers }: ClientResponse): string | undefined =>
  /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1];

for (const [where, openStore] of Object.entries(stores)) {
  describe(`pages of conversations with 80 MiB of transcripts, stored ${where}`, () => {
    let listening: RunningServer;
    let client: ApiClient;
    let close: () => Promise<void>;
    /** How many conversations' transcripts were read at once, and their characters. */
    let reads: { readonly count: number; readonly characters: number }[];
    /** How many pages with transcripts were begun. */
    let pages: number;
    const ids: string[] = [];

    before(async () => {
      const opened = await openStore();
      close = opened.close;
      const text = "x".repeat(2 * MEBIBYTE);
      ids.length = 0;
      for (let index = 0; index < LARGE + SMALL; index += 1) {
        const isLarge = index % 3 < 2;
        // The newest is listed first.
        const createdAt = new Date(Date.parse("2026-03-02T09:00:00Z") - index * 60_000);
        const conversation = aConversation({ id: `c${index}`, createdAt });
        await opened.store.conversations.insertOrGet(withTranscript(conversation, isLarge ? text : "short"));
        ids.push(conversation.state.id);
      }
      const conversations = withOverrides(opened.store.conversations, {
        getTranscriptSizes: (userId, asked) => {
          pages += 1;
          return opened.store.conversations.getTranscriptSizes(userId, asked);
        },
        getTranscripts: async (userId, asked) => {
          const found = await opened.store.conversations.getTranscripts(userId, asked);
          const texts = [...found.values()].flatMap(({ segments }) => segments.map(({ text: each }) => each.length));
          reads.push({ count: asked.length, characters: texts.reduce((sum, length) => sum + length, 0) });
          return found;
        },
      });
      const limits = { perMinute: 0, perDay: 0, failuresPerMinute: 0 };
      const core = openCore({ store: { ...opened.store, conversations }, options: { accessLimits: limits } });
      const apiIds = new SequentialIds();
      const api = createHttpApi({
        application: core,
        clock: core.clock,
        ids: apiIds,
        log: silentEventLog,
        health: opened.store.health,
      });
      listening = await listen(api, { host: "127.0.0.1", port: 0, ids: apiIds });
      await core.users.register({ id: "ada" });
      const document = (await (await fetch(`${listening.url}/openapi.json`)).json()) as object;
      client = new ApiClient(listening.url, document, CREDENTIAL);
    });
    beforeEach(() => {
      reads = [];
      pages = 0;
    });
    after(async () => {
      await listening.close(0);
      await close();
    });

    const page = (query: string): Promise<ClientResponse> =>
      client.get(`${CONVERSATIONS_PATH}?include_transcript=true&${query}`);

    it("are shorter than the limit, and their next links reach every conversation once", async () => {
      const seen: WireConversation[] = [];
      const counts: number[] = [];
      let next: string | undefined = `${CONVERSATIONS_PATH}?include_transcript=true&limit=100&total=true`;
      while (next !== undefined) {
        const answered = await client.get(next);
        expect(answered.headers.get("X-Total-Count")).to.equal(String(LARGE + SMALL));
        const items = itemsOf(answered);
        counts.push(items.length);
        seen.push(...items);
        next = nextOf(answered);
      }
      expect(seen.map(({ id }) => id)).to.deep.equal(ids);
      expect(counts).to.have.length(2);
      expect(counts[0]).to.be.within(40, 50);
      const lengths = seen.map(({ transcript_segments }) => transcript_segments?.[0]?.text.length);
      expect(lengths).to.deep.equal(ids.map((_, index) => (index % 3 < 2 ? 2 * MEBIBYTE : 5)));
    });

    it("reach every conversation once when the offset grows by the number of received items", async () => {
      const seen: string[] = [];
      for (;;) {
        const items = itemsOf(await page(`limit=100&offset=${seen.length}`));
        if (items.length === 0) break;
        seen.push(...items.map(({ id }) => id));
      }
      expect(seen).to.deep.equal(ids);
    });

    it("have the requested size when it fits, and no next link on the last page", async () => {
      const first = await page("limit=25");
      expect(itemsOf(first).map(({ id }) => id)).to.deep.equal(ids.slice(0, 25));
      expect(nextOf(first)).to.be.a("string");
      const last = await page("limit=25&offset=50");
      expect(itemsOf(last).map(({ id }) => id)).to.deep.equal(ids.slice(50));
      expect(nextOf(last)).to.equal(undefined);
    });

    it("are read in small batches that do not exceed the page", async () => {
      const shown = itemsOf(await page("limit=100")).length;
      expect(reads.reduce((sum, { count }) => sum + count, 0)).to.equal(shown);
      for (const { count, characters } of reads) {
        expect(count === 1 || characters <= MEBIBYTE, `${count} with ${characters} characters`).to.equal(true);
      }
    });

    it("are refused with 503 while clients that do not read hold too much data", async () => {
      const request = `GET ${CONVERSATIONS_PATH}?include_transcript=true&limit=100 HTTP/1.1\r\nHost: mneme\r\nAuthorization: Bearer ${CREDENTIAL}\r\n\r\n`;
      const deaf = await Promise.all(Array.from({ length: 20 }, () => RawConnection.open(listening.url)));
      for (const connection of deaf) connection.send(request);
      await retryUntilPassing(() => expect(pages).to.equal(deaf.length));
      await retryUntilPassing(async () => {
        const { status, headers, body } = await page("limit=100");
        expect([status, headers.get("Retry-After"), body]).to.deep.equal([
          503,
          "1",
          { detail: "Too much data is in transfer" },
        ]);
      });
      expect((await client.get(`${CONVERSATIONS_PATH}?limit=100`)).status).to.equal(200);
      for (const connection of deaf) connection.destroy();
      await retryUntilPassing(async () => expect((await page("limit=100")).status).to.equal(200));
    });

    it("have full size without transcripts", async () => {
      const answered = await client.get(`${CONVERSATIONS_PATH}?limit=100`);
      expect(itemsOf(answered).map(({ id }) => id)).to.deep.equal(ids);
      expect(reads).to.deep.equal([]);
    });
  });
}
