import { spawn, type ChildProcess } from "node:child_process";
import { once as onceEvent } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { readJsonResponse, DEMO_USER_ID, DEMO_CONVERSATION_URL, issueDemoToken, openOnFreePort } from "./demo.js";
import type { CliEnvironment } from "../service-handle.js";

const SESSION_ID = "book-festival";
/** Memories of the user that exist before the session. */
const KNOWN_MEMORIES = ["Is allergic to penicillin", "Is learning the cello since January"];
/** Batches are sent faster than speech: two minutes of conversation take ten seconds. */
const SEGMENTS_PER_BATCH = 4;
const BATCH_INTERVAL_MS = 350;
const MAX_WAIT_MS = 120_000;
const LISTENING_PATTERN = /^listening at (?<url>\S+)$/;

interface SpokenSegment {
  readonly text: string;
  readonly speaker: string;
}

interface NotificationOutput {
  readonly id: string;
  readonly text: string;
}

interface AppDemoResult {
  readonly notifications: readonly NotificationOutput[];
  readonly deliveries: readonly { readonly state: string }[];
}

/**
 * Runs an example app over HTTP on an empty store: its webhook receives a live transcript and answers with a prompt,
 * and the resulting notification appears in the inbox of the user.
 * @throws Error if no notification was sent.
 */
export async function runAppDemo(environment: CliEnvironment, { json }: { json: boolean }): Promise<void> {
  const { print } = environment;
  const printLine = (source: string, message: string): void => {
    if (!json) print(`${source.padEnd(6)} │ ${message}`);
  };
  const directory = await mkdtemp(join(tmpdir(), "mneme-demo-"));
  const service = await openOnFreePort(environment, {
    MNEME_DATA_DIR: directory,
    MNEME_LOG_LEVEL: "error",
    MNEME_METRICS_PORT: "",
    // The example app listens on the loopback interface, which webhook URLs may not address by default.
    MNEME_WEBHOOK_ALLOW_HTTP: "yes",
    MNEME_WEBHOOK_ALLOW_NETWORKS: "127.0.0.1",
  });
  let appProcess: ChildProcess | undefined;
  try {
    const { address } = await service.listen();
    const api = createApiClient(address, await issueDemoToken(service));
    printLine("mneme", `listening at ${address}`);
    const { id, signing_secret: secret } = await registerApp(api);
    const runningApp = startApp(secret);
    appProcess = runningApp.process;
    const url = await runningApp.listeningUrl;
    runningApp.onLine((line) => printLine("app", line));
    await installApp(api, id, url);
    printLine("mneme", `the app Medicine cabinet is installed, its webhook is ${url}`);
    const result = await runScenario(api, id, printLine);
    if (json) print(JSON.stringify(result, null, 2));
  } finally {
    await stopApp(appProcess);
    await service.close();
    await rm(directory, { recursive: true, force: true });
  }
}

type ApiClient = ReturnType<typeof createApiClient>;

function createApiClient(address: string, token: string) {
  const headers = { Authorization: `Bearer ${token}` };
  return {
    get: <T>(path: string): Promise<T> => readJsonResponse<T>(fetch(`${address}${path}`, { headers })),
    send: <T>(method: "POST" | "PATCH", path: string, body: unknown): Promise<T> =>
      readJsonResponse<T>(fetch(`${address}${path}`, { method, headers, body: JSON.stringify(body) })),
    /** Opens a stream of server-sent events; `signal` closes it. */
    openEventStream: (path: string, signal: AbortSignal): Promise<Response> =>
      fetch(`${address}${path}`, { headers, signal }),
  };
}

const registerApp = (api: ApiClient): Promise<{ id: string; signing_secret: string }> =>
  api.send("POST", "/v1/dev/apps", {
    name: "Medicine cabinet",
    capabilities: ["proactive_notification"],
    proactive_notification: { scopes: ["user_name", "user_facts"] },
  });

/** Sets the webhook after registration: the app needs the signing secret before it listens at its URL. */
async function installApp(api: ApiClient, id: string, url: string): Promise<void> {
  await api.send("PATCH", `/v1/dev/apps/${id}`, {
    capabilities: ["external_integration", "proactive_notification"],
    external_integration: { triggers_on: "transcript_processed", webhook_url: url },
  });
  await api.send("POST", `/v1/dev/apps/${id}/install`, { scopes: ["user_name", "user_facts"] });
}

/** Starts the example app as a separate process. */
function startApp(secret: string): {
  process: ChildProcess;
  listeningUrl: Promise<string>;
  onLine: (listener: (line: string) => void) => void;
} {
  const path = fileURLToPath(new URL("../../../../../examples/medicine-app.js", import.meta.url));
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: "0" };
  const child = spawn(process.execPath, [path], { env, stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  const listeningUrl = new Promise<string>((resolve, reject) => {
    lines.once("line", (line) => {
      const url = LISTENING_PATTERN.exec(line)?.groups?.["url"];
      if (url === undefined) reject(new Error(`Unexpected output of the example app: ${line}`));
      else resolve(url);
    });
    child.once("error", reject);
    child.once("exit", (code) => {
      reject(new Error(`The example app exited with ${code ?? "a signal"}`));
    });
  });
  return { process: child, listeningUrl, onLine: (listener) => lines.on("line", listener) };
}

async function stopApp(child: ChildProcess | undefined): Promise<void> {
  if (child?.exitCode !== null || child.signalCode !== null) return;
  const exited = onceEvent(child, "exit");
  child.kill("SIGTERM");
  await exited;
}

async function runScenario(
  api: ApiClient,
  appId: string,
  printLine: (source: string, message: string) => void,
): Promise<AppDemoResult> {
  await api.send("POST", "/v1/dev/user/memories/batch", { memories: KNOWN_MEMORIES.map((content) => ({ content })) });
  const streamController = new AbortController();
  const stream = await api.openEventStream("/v1/dev/user/notifications/events", streamController.signal);
  const firstNotification = Promise.withResolvers<undefined>();
  const readCompletion = readNotificationEvents(stream, ({ text }) => {
    printLine("inbox", text);
    firstNotification.resolve(undefined);
  });
  try {
    await sendConversation(api, printLine);
    await Promise.race([firstNotification.promise, sleep(MAX_WAIT_MS, undefined, { ref: false })]);
  } finally {
    streamController.abort();
    await readCompletion;
  }
  const notifications = await api.get<readonly NotificationOutput[]>("/v1/dev/user/notifications");
  if (notifications.length === 0) throw new Error(`No notification was sent to ${DEMO_USER_ID}`);
  const deliveries = await api.get<readonly { state: string }[]>(`/v1/dev/apps/deliveries?app_id=${appId}`);
  printLine("mneme", `${deliveries.length} webhook calls, ${notifications.length} notifications in the inbox`);
  return { notifications, deliveries };
}

/** Sends the demo conversation to a live session in batches. */
async function sendConversation(api: ApiClient, printLine: (source: string, message: string) => void): Promise<void> {
  const { transcript_segments: segments } = JSON.parse(await readFile(DEMO_CONVERSATION_URL, "utf8")) as {
    transcript_segments: readonly SpokenSegment[];
  };
  for (let offset = 0; offset < segments.length; offset += SEGMENTS_PER_BATCH) {
    const batch = segments.slice(offset, offset + SEGMENTS_PER_BATCH);
    await api.send("POST", `/v1/dev/user/sessions/${SESSION_ID}/segments`, { transcript_segments: batch, offset });
    for (const { speaker, text } of batch) printLine("live", `${speaker}: ${text}`);
    await sleep(BATCH_INTERVAL_MS);
  }
  await api.send("POST", `/v1/dev/user/sessions/${SESSION_ID}/finish`, {});
}

const NOTIFICATION_EVENT_PATTERN = /^event: notification$[^]*?^data: (?<data>.*)$/m;

/** Reads notification events until the stream ends or is aborted. */
async function readNotificationEvents(
  stream: Response,
  onNotification: (notification: NotificationOutput) => void,
): Promise<void> {
  if (!stream.body) throw new Error("The notification stream has no body");
  let incompleteEvent = "";
  try {
    for await (const chunk of stream.body.pipeThrough(new TextDecoderStream())) {
      const events = (incompleteEvent + chunk).split("\n\n");
      incompleteEvent = events.pop() ?? "";
      for (const eventText of events) {
        const data = NOTIFICATION_EVENT_PATTERN.exec(eventText)?.groups?.["data"];
        if (data !== undefined) onNotification(JSON.parse(data) as NotificationOutput);
      }
    }
  } catch (error) {
    if ((error as Error).name !== "AbortError") throw error;
  }
}
