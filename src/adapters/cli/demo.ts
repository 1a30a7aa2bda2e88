import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SingleBar } from "cli-progress";
import { answer, demoConversation, demoToken, openSomewhere } from "./demo-service.js";
import type { Program, Surroundings } from "./program.js";
import { renderConversation, type ShownConversation } from "./render-conversation.js";
import { renderMemories, type ShownMemory, type ShownSearch } from "./render-memories.js";

/** In other words than the memory that answers it. */
const QUESTION = "Which medicine must I avoid?";
const STEPS = 5;
const MIN_POLL_MS = 50;
/** So that a slow machine does not use up the limit of requests per minute by polling. */
const MAX_POLL_MS = 2_000;
const MAX_WAIT_MS = 180_000;

interface Shown {
  readonly conversation: ShownConversation;
  readonly memories: readonly ShownMemory[];
  readonly search: ShownSearch;
}

interface DemoOptions {
  readonly once: boolean;
  readonly json: boolean;
}

/**
 * The main job, as a newcomer sees it: the service on a fresh store, a key, a conversation sent over HTTP, what became
 * of it, what is known of the user since, and a question that this answers; then it serves on until it is asked to stop.
 * @throws Error when an answer is not what it should be.
 */
export async function demo(surroundings: Surroundings, { once, json }: DemoOptions): Promise<void> {
  const { print, untilAskedToStop } = surroundings;
  const directory = await mkdtemp(join(tmpdir(), "mneme-demo-"));
  const overrides = { MNEME_DATA_DIR: directory, MNEME_LOG_LEVEL: "error", MNEME_METRICS_PORT: "" };
  const program = await openSomewhere(surroundings, overrides);
  try {
    const { url, address } = await program.listen();
    const { key, shown } = await play(program, address, process.stderr.isTTY && !json);
    print(json ? JSON.stringify(shown, null, 2) : rendered(shown));
    if (once) return;
    if (!json) {
      print(asCommand(url, key, shown.conversation.id));
      print(`mneme goes on serving at ${url} (documentation: ${url}/docs). Ctrl-C ends it.`);
    }
    await untilAskedToStop();
  } finally {
    await program.close();
    await rm(directory, { recursive: true, force: true });
  }
}

const rendered = ({ conversation, memories, search }: Shown): string =>
  `${renderConversation(conversation)}\n${renderMemories(memories, search)}`;

async function play(program: Program, url: string, showProgress: boolean): Promise<{ key: string; shown: Shown }> {
  const bar = new SingleBar({
    format: "{bar} {step}",
    hideCursor: true,
    clearOnComplete: true,
    stream: process.stderr,
  });
  let done = 0;
  const step = (name: string): void => {
    if (showProgress) bar.update((done += 1), { step: name });
  };
  if (showProgress) bar.start(STEPS, 0, { step: "starting" });
  try {
    step("minting a key");
    const key = await mintKey(program, url);
    step("sending the conversation");
    const headers = { Authorization: `Bearer ${key}`, Prefer: "respond-async" };
    const body = await readFile(demoConversation, "utf8");
    const { id } = await answer<{ id: string }>(
      fetch(`${url}/v1/dev/user/conversations/from-segments`, { method: "POST", headers, body }),
    );
    step("summarising");
    const conversation = await whenCompleted(`${url}/v1/dev/user/conversations/${id}`, headers);
    step("remembering");
    const memories = await answer<ShownMemory[]>(fetch(`${url}/v1/dev/user/memories`, { headers }));
    const search = await ask(url, headers);
    step("done");
    return { key, shown: { conversation, memories, search } };
  } finally {
    bar.stop();
  }
}

/** As a user would: an identity token makes a key. */
async function mintKey(program: Program, url: string): Promise<string> {
  const token = await demoToken(program);
  const scopes = ["conversations:read", "conversations:write", "memories:read"];
  const { key } = await answer<{ key: string }>(
    fetch(`${url}/v1/dev/keys`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify({ name: "demo", scopes }),
    }),
  );
  return key;
}

async function whenCompleted(address: string, headers: Record<string, string>): Promise<ShownConversation> {
  let delayMs = MIN_POLL_MS;
  for (let waitedMs = 0; waitedMs < MAX_WAIT_MS; waitedMs += delayMs) {
    const conversation = await answer<ShownConversation>(fetch(address, { headers }));
    if (conversation.status === "completed") return conversation;
    if (conversation.status === "failed") break;
    delayMs = Math.min(delayMs * 1.5, MAX_POLL_MS);
    await sleep(delayMs);
  }
  throw new Error("The demo conversation was not summarised");
}

async function ask(url: string, headers: Record<string, string>): Promise<ShownSearch> {
  const query = new URLSearchParams({ query: QUESTION, limit: "1" });
  const found = fetch(`${url}/v1/dev/user/memories/vector/search?${query.toString()}`, { headers });
  const { items } = await answer<{ items: ShownMemory[] }>(found);
  return { query: QUESTION, items };
}

function asCommand(url: string, key: string, id: string): string {
  const curl = `curl -s -H "Authorization: Bearer ${key}" ${url}/v1/dev/user`;
  return [
    "The same with one command, and a question of your own:",
    "",
    `  ${curl}/conversations/${id}`,
    `  ${curl}/ask -d '{"question": "Who can lend us a tent?"}'`,
    "",
  ].join("\n");
}
