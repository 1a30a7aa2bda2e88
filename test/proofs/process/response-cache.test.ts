import { expect } from "chai";
import type { ApiClient } from "../../support/api-client.js";
import { CONVERSATIONS_PATH as conversations, recordConversation } from "../../support/conversation-requests.js";
import { createKey, ServerProcess } from "../../support/server-process.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";

const ROUNDS = 200;
const memories = "/v1/dev/user/memories";
const actionItems = "/v1/dev/user/action-items";

/** What one process changes and the other shows. */
interface Subject {
  readonly name: string;
  /** Makes it. @returns the path that it is changed at, and those that show it. */
  readonly make: (client: ApiClient) => Promise<{ readonly path: string; readonly shownAt: readonly string[] }>;
  /** A change that bears the number. */
  readonly numbered: (number: number) => object;
}

const subjects: readonly Subject[] = [
  {
    name: "a conversation",
    make: async (client) => {
      const path = `${conversations}/${(await recordConversation(client)).id}`;
      return { path, shownAt: [path, conversations] };
    },
    numbered: (number) => ({ title: `Number ${number}` }),
  },
  {
    name: "an action item of a conversation",
    make: async (client) => {
      const { id, structured } = await recordConversation(client);
      const path = `${actionItems}/${structured.action_items[0]?.id}`;
      return { path, shownAt: [path, actionItems, `${conversations}/${id}`, conversations] };
    },
    numbered: (number) => ({ description: `Number ${number}` }),
  },
  {
    name: "a memory",
    make: async (client) => {
      const path = `${memories}/${((await client.post(memories, { content: "I row" })).body as { id: string }).id}`;
      return { path, shownAt: [path, memories] };
    },
    numbered: (number) => ({ content: `Number ${number}` }),
  },
];

/** The number that is shown at a path. */
async function numberAt(client: ApiClient, path: string): Promise<number> {
  const { status, body } = await client.get(path);
  expect(status).to.equal(200);
  return Number(/Number (\d+)/.exec(JSON.stringify(body))?.[1]);
}

describe("a cached response", () => {
  afterEach(() => ServerProcess.killAll());

  for (const { name, make, numbered } of subjects) {
    it(`is never older than a write acknowledged by another process: ${name}`, async () => {
      await withTemporaryDirectory(async (directory) => {
        const key = await createKey(directory);
        const [writer, reader] = (await ServerProcess.startAll(directory, 2)).map((server) =>
          server.clientFor(key),
        ) as [ApiClient, ApiClient];
        const { path, shownAt } = await make(writer);
        let acknowledged = 0;
        const write = async (number: number): Promise<void> => {
          expect((await writer.patch(path, numbered(number))).status).to.equal(200);
          acknowledged = number;
        };
        const read = async (at: string): Promise<void> => {
          const before = acknowledged;
          expect(await numberAt(reader, at), at).to.be.at.least(before);
        };
        await write(1);
        // Somebody asks all the time: so it is remembered, and forgotten in every moment of a write.
        const poll = async (at: string): Promise<void> => {
          while (acknowledged < ROUNDS) await read(at);
        };
        const change = async (): Promise<void> => {
          for (let number = 2; number <= ROUNDS; number += 1) {
            await write(number);
            await Promise.all(shownAt.map(read));
          }
        };
        await Promise.all([change(), ...shownAt.map(poll)]);
      });
    });
  }
});
