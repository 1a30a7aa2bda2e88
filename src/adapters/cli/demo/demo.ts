import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SingleBar } from "cli-progress";
import {
  renderConversation,
  type ConversationOutput,
  renderMemories,
  type MemoryOutput,
  type SearchOutput,
} from "../render-text.js";
import type { ServiceHandle, CliEnvironment, ListeningAddresses, SettingOverrides } from "../service-handle.js";

/** Shares no content words with the memory that answers it. */
const QUESTION = "Which medicine must I avoid?";
const STEP_COUNT = 5;
const MIN_POLL_MS = 50;
/** Polling backs off to this interval, so that a slow machine does not reach the rate limit. */
const MAX_POLL_MS = 2_000;
const MAX_WAIT_MS = 180_000;

interface DemoResult {
  readonly conversation: ConversationOutput;
  readonly memories: readonly MemoryOutput[];
  readonly search: SearchOutput;
}

interface DemoOptions {
  readonly once: boolean;
  readonly json: boolean;
}

/**
 * Runs the main scenario over HTTP on an empty store: creates a key, sends a conversation, and prints its summary, the
 * memories of the user and a search result. Then serves until it receives a stop request.
 * @throws Error if a request fails or the conversation is not summarised in time.
 */
export async function runDemo(environment: CliEnvironment, { once, json }: DemoOptions): Promise<void> {
  const { print, waitForStopRequest } = environment;
  const directory = await mkdtemp(join(tmpdir(), "mneme-demo-"));
  const overrides = { MNEME_DATA_DIR: directory, MNEME_LOG_LEVEL: "error", MNEME_METRICS_PORT: "" };
  const service = await openOnFreePort(environment, overrides);
  try {
    const { url, address } = await service.listen();
    const { key, result } = await runScenario(service, address, process.stderr.isTTY && !json);
    print(json ? JSON.stringify(result, null, 2) : renderResult(result));
    if (once) return;
    if (!json) {
      print(renderCurlExamples(url, key, result.conversation.id));
      print(`mneme is still listening at ${url} (documentation: ${url}/docs). Press Ctrl-C to stop.`);
    }
    await waitForStopRequest();
  } finally {
    await service.close();
    await rm(directory, { recursive: true, force: true });
  }
}

const renderResult = ({ conversation, memories, search }: DemoResult): string =>
  `${renderConversation(conversation)}\n${renderMemories(memories, search)}`;

async function runScenario(
  service: ServiceHandle,
  url: string,
  isProgressShown: boolean,
): Promise<{ key: string; result: DemoResult }> {
  const bar = new SingleBar({
    format: "{bar} {step}",
    hideCursor: true,
    clearOnComplete: true,
    stream: process.stderr,
  });
  let completedSteps = 0;
  const advanceProgress = (name: string): void => {
    if (isProgressShown) bar.update((completedSteps += 1), { step: name });
  };
  if (isProgressShown) bar.start(STEP_COUNT, 0, { step: "starting" });
  try {
    advanceProgress("creating an API key");
    const key = await createKey(service, url);
    advanceProgress("sending the conversation");
    const headers = { Authorization: `Bearer ${key}`, Prefer: "respond-async" };
    const body = await readFile(DEMO_CONVERSATION_URL, "utf8");
    const { id } = await readJsonResponse<{ id: string }>(
      fetch(`${url}/v1/dev/user/conversations/from-segments`, { method: "POST", headers, body }),
    );
    advanceProgress("summarising");
    const conversation = await waitUntilCompleted(`${url}/v1/dev/user/conversations/${id}`, headers);
    advanceProgress("reading memories");
    const memories = await readJsonResponse<MemoryOutput[]>(fetch(`${url}/v1/dev/user/memories`, { headers }));
    const search = await searchMemories(url, headers);
    advanceProgress("done");
    return { key, result: { conversation, memories, search } };
  } finally {
    bar.stop();
  }
}

/** Creates an API key over HTTP with an identity token. */
async function createKey(service: ServiceHandle, url: string): Promise<string> {
  const token = await issueDemoToken(service);
  const scopes = ["conversations:read", "conversations:write", "memories:read"];
  const { key } = await readJsonResponse<{ key: string }>(
    fetch(`${url}/v1/dev/keys`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify({ name: "demo", scopes }),
    }),
  );
  return key;
}

async function waitUntilCompleted(url: string, headers: Record<string, string>): Promise<ConversationOutput> {
  let delayMs = MIN_POLL_MS;
  for (let waitedMs = 0; waitedMs < MAX_WAIT_MS; waitedMs += delayMs) {
    const conversation = await readJsonResponse<ConversationOutput>(fetch(url, { headers }));
    if (conversation.status === "completed") return conversation;
    if (conversation.status === "failed") break;
    delayMs = Math.min(delayMs * 1.5, MAX_POLL_MS);
    await sleep(delayMs);
  }
  throw new Error("The demo conversation was not summarised");
}

async function searchMemories(url: string, headers: Record<string, string>): Promise<SearchOutput> {
  const query = new URLSearchParams({ query: QUESTION, limit: "1" });
  const pendingResponse = fetch(`${url}/v1/dev/user/memories/vector/search?${query.toString()}`, { headers });
  const { items } = await readJsonResponse<{ items: MemoryOutput[] }>(pendingResponse);
  return { query: QUESTION, items };
}

function renderCurlExamples(url: string, key: string, conversationId: string): string {
  const curl = `curl -s -H "Authorization: Bearer ${key}" ${url}/v1/dev/user`;
  return [
    "Try it with curl:",
    "",
    `  ${curl}/conversations/${conversationId}`,
    `  ${curl}/ask -d '{"question": "Who can lend us a tent?"}'`,
    "",
  ].join("\n");
}

/** Owner of the demo data. */
export const DEMO_USER_ID = "maya";
const TOKEN_LIFETIME_SECONDS = 300;

/** Opens a service that listens at the configured port, or at a free one if that is in use. */
export async function openOnFreePort({ open }: CliEnvironment, overrides: SettingOverrides): Promise<ServiceHandle> {
  const service = await open(overrides);
  const listen = async (): Promise<ListeningAddresses> => {
    try {
      return await service.listen();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
      return service.listen({ port: 0 });
    }
  };
  return { ...service, listen };
}

/**
 * Registers the demo user and issues an identity token that is valid for five minutes.
 * @throws Error if the service does not issue tokens itself.
 */
export async function issueDemoToken(service: ServiceHandle): Promise<string> {
  await service.application.users.register({ id: DEMO_USER_ID, displayName: "Maya" });
  const token = await service.issueToken?.({ userId: DEMO_USER_ID, lifetimeSeconds: TOKEN_LIFETIME_SECONDS });
  if (token === undefined) throw new Error("The demo needs tokens of the local issuer: unset MNEME_OIDC_ISSUER");
  return token;
}

/** Parses the JSON body of a response. @throws Error unless the status is 2xx. */
export async function readJsonResponse<T>(pendingResponse: Promise<Response>): Promise<T> {
  const response = await pendingResponse;
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

export const DEMO_CONVERSATION_URL = new URL("../../../../../examples/demo-conversation.json", import.meta.url);
