import { CreateFromSegments } from "../src/adapters/http/conversations.dto.js";
import { read } from "../src/adapters/http/field.js";
import { neutral } from "../src/adapters/http/wire-names.js";
import { Refused } from "../src/domain/rules.js";
import { requestsPerSecond } from "./support/load.js";
import { median, times, type Figure } from "./support/measure.js";
import { startServer } from "./support/server-process.js";
import { madeUpSegments } from "./support/transcripts.js";

const ROUNDS = 5;
const SECONDS = 3;
const TURNS = 500;

/** GET of one conversation beside a bare Koa application that answers the same bytes, in turn, in one run. */
export async function getConversation(): Promise<Figure[]> {
  const { url, key, stop } = await startService();
  const headers = { Authorization: `Bearer ${key}` };
  const { id } = await create(url, key, madeUpSegments(20));
  const address = `${url}/v1/dev/user/conversations/${id}`;
  const body = await (await fetch(address, { headers })).text();
  const bare = await startServer("./bare-koa.js", { BODY: body });
  try {
    await requestsPerSecond(address, 1, headers);
    await requestsPerSecond(bare.url, 1, headers);
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const ours = await requestsPerSecond(address, SECONDS, headers);
      ratios.push((100 * ours) / (await requestsPerSecond(bare.url, SECONDS, headers)));
    }
    const name = "GET of one conversation, as a share of a bare Koa application's requests per second";
    return [{ name, value: median(ratios), unit: "%", goal: { atLeast: 45 } }];
  } finally {
    await bare.stop();
    await stop();
  }
}

/** Reading a body of 500 segments, from its text to the checked input. */
export async function bodyValidation(): Promise<Figure[]> {
  const text = JSON.stringify({ transcript_segments: madeUpSegments(TURNS) });
  const taken = await times(200, () => {
    if (read(CreateFromSegments, "body", JSON.parse(text), neutral) instanceof Refused) throw new Error("refused");
  });
  return [
    { name: "Validation of a body of 500 segments, median", value: median(taken), unit: "ms", goal: { atMost: 5 } },
  ];
}

/** 500 segments over HTTP, durably stored and summarised before the answer. */
export async function summarising(): Promise<Figure[]> {
  const { url, key, stop } = await startService();
  try {
    const taken = await times(40, async () => {
      const { status } = await create(url, key, madeUpSegments(TURNS));
      if (status !== "completed") throw new Error(`The conversation is ${status}`);
    });
    const name = "500 segments stored and summarised, over HTTP, median";
    return [{ name, value: median(taken), unit: "ms", goal: { atMost: 60 } }];
  } finally {
    await stop();
  }
}

async function startService(): Promise<{ url: string; key: string; stop: () => Promise<void> }> {
  const { url: told, stop } = await startServer("./service.js");
  const [url = "", key = ""] = told.split("#");
  return { url, key, stop };
}

async function create(url: string, key: string, segments: object[]): Promise<{ id: string; status: string }> {
  const response = await fetch(`${url}/v1/dev/user/conversations/from-segments`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}` },
    body: JSON.stringify({ transcript_segments: segments }),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as { id: string; status: string };
}
