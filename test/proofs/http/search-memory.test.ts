import { readFile } from "node:fs/promises";
import { expect } from "chai";
import type { ApiClient } from "../../support/api-client.js";
import { CONVERSATIONS_PATH } from "../../support/conversation-requests.js";
import { createKey, ServerProcess } from "../../support/server-process.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";
import { retryUntilPassing } from "../../support/eventually.js";

const MEBIBYTE = 1024 * 1024;
const LARGE = 8;
const SEGMENTS = 100;
const SEGMENT_LENGTH = 18_000;
const ASKS = 4;
/** With the default of `MNEME_SEARCH_MEMORY_MB`, which is 256. Summaries of the conversations are made as well. */
const MAX_RESIDENT_BYTES = 600 * MEBIBYTE;
/** The index takes some 80 MB of it. */
const MAX_RESIDENT_BYTES_AFTER_RESTART = 450 * MEBIBYTE;

async function peakBytes(pid: number): Promise<number> {
  return Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;
}

/** A conversation of words that are all different, and from those of other numbers. */
function distinctWords(number: number): object {
  let at = 0;
  const segments = Array.from({ length: SEGMENTS }, (_, segment) => {
    let text = "";
    for (; text.length < SEGMENT_LENGTH; at += 1) text += `${wordOf(at * LARGE + number)} `;
    return { text, start: segment * 60, end: segment * 60 + 59, speaker_id: segment % 2 };
  });
  return { transcript_segments: segments };
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

function wordOf(number: number): string {
  let rest = Math.imul(number, 2_654_435_761) >>> 0;
  let word = "";
  for (let letter = 0; letter < 7; letter += 1) {
    word += LETTERS.charAt(rest % LETTERS.length);
    rest = Math.floor(rest / LETTERS.length);
  }
  return word;
}

describe("search over 8 conversations of 1.8 MB of distinct words", () => {
  afterEach(() => ServerProcess.killAll());

  const ask = async (client: ApiClient, question: string): Promise<readonly { readonly text: string }[]> => {
    const { status, body } = await client.post("/v1/dev/user/ask", { question });
    expect(status).to.equal(200);
    return (body as { readonly sources: readonly { readonly text: string }[] }).sources;
  };

  it("finds the text within 600 MiB, and within 450 MiB after a restart", async function () {
    this.timeout(600_000);
    await withTemporaryDirectory(async (directory) => {
      const key = await createKey(directory);
      const stop = async (server: ServerProcess, most: number): Promise<void> => {
        expect(await peakBytes(server.pid)).to.be.lessThan(most);
        expect(await server.stop()).to.equal(0);
        expect(server.readErrors()).to.equal("");
      };
      const server = await ServerProcess.start(directory);
      const client = server.clientFor(key);
      for (let number = 0; number < LARGE; number += 1) {
        const { status } = await client.post(`${CONVERSATIONS_PATH}/from-segments`, distinctWords(number));
        expect(status).to.be.within(200, 299);
      }
      await retryUntilPassing(async () => {
        const { body } = await client.get(`${CONVERSATIONS_PATH}?status=processing`);
        expect(body).to.deep.equal([]);
      });
      for (let count = 0; count < ASKS; count += 1) await ask(client, "Where is the telescope?");
      await stop(server, MAX_RESIDENT_BYTES);

      // 16 MB have room for the index of one of the conversations: the one that was made last.
      for (const megabytes of ["256", "16"]) {
        const restarted = await ServerProcess.start(directory, { environment: { MNEME_SEARCH_MEMORY_MB: megabytes } });
        const word = wordOf(LARGE - 1);
        const sources = await ask(restarted.clientFor(key), `What about ${word}?`);
        expect(sources.some(({ text }) => text.includes(word))).to.equal(true);
        await stop(restarted, MAX_RESIDENT_BYTES_AFTER_RESTART);
      }
    });
  });
});
