import { spawn, type ChildProcess } from "node:child_process";
import { once as event } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { answer, DEMO_USER, demoConversation, demoToken, openSomewhere } from "./demo-service.js";
import type { Surroundings } from "./program.js";

const SESSION = "book-festival";
/** What was known of the user before. */
const KNOWN = ["Is allergic to penicillin", "Is learning the cello since January"];
/** So many segments are sent at once, so often: two minutes of talk in ten seconds. */
const SEGMENTS = 4;
const PAUSE_MS = 350;
const MAX_WAIT_MS = 120_000;
const LISTENING = /^listening at (?<url>\S+)$/;

interface Said {
  readonly text: string;
  readonly speaker: string;
}

interface ShownNotification {
  readonly id: string;
  readonly text: string;
}

interface Shown {
  readonly notifications: readonly ShownNotification[];
  readonly deliveries: readonly { readonly state: string }[];
}

/**
 * What apps are for, as their author would see it: an example app with an address of its own hears a conversation while
 * it is held, answers with a prompt, and the notification that this becomes is in the inbox. Everything goes over HTTP,
 * on a fresh store.
 * @throws Error when nothing was notified.
 */
export async function appDemo(surroundings: Surroundings, { json }: { json: boolean }): Promise<void> {
  const { print } = surroundings;
  const tell = (who: string, what: string): void => {
    if (!json) print(`${who.padEnd(6)} │ ${what}`);
  };
  const directory = await mkdtemp(join(tmpdir(), "mneme-demo-"));
  const program = await openSomewhere(surroundings, {
    MNEME_DATA_DIR: directory,
    MNEME_LOG_LEVEL: "error",
    MNEME_METRICS_PORT: "",
    // The example listens on this machine, which no app's address may name otherwise.
    MNEME_WEBHOOK_ALLOW_HTTP: "yes",
    MNEME_WEBHOOK_ALLOW_NETWORKS: "127.0.0.1",
  });
  let app: ChildProcess | undefined;
  try {
    const { address } = await program.listen();
    const api = apiOf(address, await demoToken(program));
    tell("mneme", `serves at ${address}`);
    const { id, signing_secret: secret } = await register(api);
    const begun = beginApp(secret);
    app = begun.process;
    const url = await begun.listening;
    begun.lines((line) => tell("app", line));
    await install(api, id, url);
    tell("mneme", `the app Medicine cabinet is installed, its webhook is ${url}`);
    const shown = await play(api, id, tell);
    if (json) print(JSON.stringify(shown, null, 2));
  } finally {
    await ended(app);
    await program.close();
    await rm(directory, { recursive: true, force: true });
  }
}

type Api = ReturnType<typeof apiOf>;

function apiOf(address: string, token: string) {
  const headers = { Authorization: `Bearer ${token}` };
  return {
    get: <T>(path: string): Promise<T> => answer<T>(fetch(`${address}${path}`, { headers })),
    send: <T>(method: "POST" | "PATCH", path: string, body: unknown): Promise<T> =>
      answer<T>(fetch(`${address}${path}`, { method, headers, body: JSON.stringify(body) })),
    /** Server-sent events, one after the other, until `signal` ends them. */
    events: (path: string, signal: AbortSignal): Promise<Response> => fetch(`${address}${path}`, { headers, signal }),
  };
}

const register = (api: Api): Promise<{ id: string; signing_secret: string }> =>
  api.send("POST", "/v1/dev/apps", {
    name: "Medicine cabinet",
    capabilities: ["proactive_notification"],
    proactive_notification: { scopes: ["user_name", "user_facts"] },
  });

/** Its address is known only once it listens, and it listens only once it knows its secret. */
async function install(api: Api, id: string, url: string): Promise<void> {
  await api.send("PATCH", `/v1/dev/apps/${id}`, {
    capabilities: ["external_integration", "proactive_notification"],
    external_integration: { triggers_on: "transcript_processed", webhook_url: url },
  });
  await api.send("POST", `/v1/dev/apps/${id}/install`, { scopes: ["user_name", "user_facts"] });
}

/** The example as a process of its own, as its author would start it. */
function beginApp(secret: string): {
  process: ChildProcess;
  listening: Promise<string>;
  lines: (tell: (line: string) => void) => void;
} {
  const path = fileURLToPath(new URL("../../../../examples/medicine-app.js", import.meta.url));
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: "0" };
  const child = spawn(process.execPath, [path], { env, stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  const listening = new Promise<string>((resolve, reject) => {
    lines.once("line", (line) => {
      const url = LISTENING.exec(line)?.groups?.["url"];
      if (url === undefined) reject(new Error(`The example app said: ${line}`));
      else resolve(url);
    });
    child.once("error", reject);
    child.once("exit", (code) => {
      reject(new Error(`The example app ended with ${code ?? "a signal"}`));
    });
  });
  return { process: child, listening, lines: (tell) => lines.on("line", tell) };
}

async function ended(child: ChildProcess | undefined): Promise<void> {
  if (child?.exitCode !== null || child.signalCode !== null) return;
  const exit = event(child, "exit");
  child.kill("SIGTERM");
  await exit;
}

async function play(api: Api, appId: string, tell: (who: string, what: string) => void): Promise<Shown> {
  await api.send("POST", "/v1/dev/user/memories/batch", { memories: KNOWN.map((content) => ({ content })) });
  const over = new AbortController();
  const stream = await api.events("/v1/dev/user/notifications/events", over.signal);
  const first = Promise.withResolvers<undefined>();
  const reading = readEvents(stream, ({ text }) => {
    tell("inbox", text);
    first.resolve(undefined);
  });
  try {
    await say(api, tell);
    await Promise.race([first.promise, sleep(MAX_WAIT_MS, undefined, { ref: false })]);
  } finally {
    over.abort();
    await reading;
  }
  const notifications = await api.get<readonly ShownNotification[]>("/v1/dev/user/notifications");
  if (notifications.length === 0) throw new Error(`Nothing was notified to ${DEMO_USER}`);
  const deliveries = await api.get<readonly { state: string }[]>(`/v1/dev/apps/deliveries?app_id=${appId}`);
  tell("mneme", `${deliveries.length} calls to the app, ${notifications.length} notification in the inbox`);
  return { notifications, deliveries };
}

/** Holds the demo's conversation, part by part. */
async function say(api: Api, tell: (who: string, what: string) => void): Promise<void> {
  const { transcript_segments: segments } = JSON.parse(await readFile(demoConversation, "utf8")) as {
    transcript_segments: readonly Said[];
  };
  for (let offset = 0; offset < segments.length; offset += SEGMENTS) {
    const part = segments.slice(offset, offset + SEGMENTS);
    await api.send("POST", `/v1/dev/user/sessions/${SESSION}/segments`, { transcript_segments: part, offset });
    for (const { speaker, text } of part) tell("said", `${speaker}: ${text}`);
    await sleep(PAUSE_MS);
  }
  await api.send("POST", `/v1/dev/user/sessions/${SESSION}/finish`, {});
}

const NOTIFICATION = /^event: notification$[^]*?^data: (?<data>.*)$/m;

/** Until the stream ends, or is ended by us. */
async function readEvents(stream: Response, tell: (shown: ShownNotification) => void): Promise<void> {
  if (!stream.body) throw new Error("No stream of notifications");
  let rest = "";
  try {
    for await (const chunk of stream.body.pipeThrough(new TextDecoderStream())) {
      const events = (rest + chunk).split("\n\n");
      rest = events.pop() ?? "";
      for (const each of events) {
        const data = NOTIFICATION.exec(each)?.groups?.["data"];
        if (data !== undefined) tell(JSON.parse(data) as ShownNotification);
      }
    }
  } catch (error) {
    if ((error as Error).name !== "AbortError") throw error;
  }
}
