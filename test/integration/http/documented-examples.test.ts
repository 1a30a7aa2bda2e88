import { execFile } from "node:child_process";
import { once } from "node:events";
import { symlink, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { runInNewContext } from "node:vm";
import { expect } from "chai";
import type { ApiClient } from "../../support/api-client.js";
import { findProgramAbsence, skipWhen } from "../../support/backends.js";
import { findBlock, readBlocksOf } from "../../support/documentation-blocks.js";
import { retryUntilPassing } from "../../support/eventually.js";
import { startService, type TestService } from "../../support/service.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";
import { TestBrowser } from "../../support/test-browser.js";
import { LOCAL_WEBHOOK_ENVIRONMENT } from "../../support/webhook-app.js";

const run = promisify(execFile);
const blocks = readBlocksOf("test/integration/http/documented-examples.test.ts");
const readCode = (name: string): string => findBlock(blocks, name).code;

interface DocumentedCall {
  readonly session_id: string;
  readonly segments: readonly object[];
}

/** A call that the service made to the webhook of an app. */
interface WebhookCall {
  readonly secret: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

describe("the documented examples of apps and browsers", () => {
  const documentedCall = JSON.parse(readCode("docs/apps.md, Receive transcripts, json 1")) as DocumentedCall;
  let service: TestService;
  let user: ApiClient;
  let receiver: Server;
  let call: WebhookCall;

  before(async () => {
    service = await startService(LOCAL_WEBHOOK_ENVIRONMENT);
    user = await service.clientWithToken("ada");
    const received: Omit<WebhookCall, "secret">[] = [];
    receiver = createServer((request, response) => {
      void buffer(request).then((body) => {
        received.push({ headers: request.headers, body: body.toString() });
        response.end(readCode("docs/apps.md, Respond with a notification, json 1"));
      });
    }).listen(0, "127.0.0.1");
    await once(receiver, "listening");
    const scopes = ["user_name", "user_facts"];
    const registered = await user.post("/v1/dev/apps", {
      name: "Medicine cabinet",
      capabilities: ["external_integration", "proactive_notification"],
      external_integration: {
        triggers_on: "transcript_processed",
        webhook_url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`,
      },
      proactive_notification: { scopes },
    });
    const { id, signing_secret: secret } = registered.body as { readonly id: string; readonly signing_secret: string };
    await user.post(`/v1/dev/apps/${id}/install`, { scopes });
    await user.post("/v1/dev/user/memories", { content: "Is allergic to penicillin" });
    await user.post(`/v1/dev/user/sessions/${documentedCall.session_id}/segments`, {
      transcript_segments: documentedCall.segments.map((segment) => ({ ...segment, start: 0, end: 2 })),
    });
    call = await retryUntilPassing(() => {
      const [first] = received;
      if (!first) throw new Error("The webhook was not called");
      return { ...first, secret };
    });
  });
  after(async () => {
    receiver.close();
    await service.close();
  });

  it("show the actual body of a webhook call", () => {
    expect(JSON.parse(call.body)).to.deep.equal(documentedCall);
  });

  it("show a response of an app that results in a notification", async () => {
    await retryUntilPassing(async () => {
      const { body } = await user.get("/v1/dev/user/notifications");
      expect(JSON.stringify(body)).to.include("penicillin");
    });
  });

  it("verify the signature of an actual call in JavaScript", async () => {
    const code = readCode("docs/apps.md, Verify the signature, js 1");
    const verify = (body: string): Promise<unknown> =>
      withTemporaryDirectory(async (directory) => {
        await symlink(resolve("node_modules"), join(directory, "node_modules"));
        const file = join(directory, "verify.mjs");
        const input = `const rawBody = ${JSON.stringify(body)}, request = ${JSON.stringify({ headers: call.headers })};`;
        await writeFile(file, `${input}\n${code}\nconsole.log(JSON.stringify(call));`);
        const { stdout } = await run(process.execPath, [file], { env: { WEBHOOK_SECRET: call.secret } });
        return JSON.parse(stdout) as unknown;
      });

    expect(await verify(call.body)).to.deep.equal(documentedCall);
    const error: unknown = await verify(`${call.body} `).catch((thrown: unknown) => thrown);
    expect(String(error)).to.include("WebhookVerificationError");
  });

  it("verify the signature of an actual call in Python without a library", async function () {
    skipWhen(findProgramAbsence("python3", "--version"), this);
    const code = readCode("docs/apps.md, Verify the signature, python 1");
    const isAuthentic = async (body: string, headers: object): Promise<boolean> => {
      const main = "import json, sys\nprint(is_authentic(sys.argv[1].encode(), json.loads(sys.argv[2])))";
      const args = ["-c", `${code}\n${main}`, body, JSON.stringify(headers)];
      const { stdout } = await run("python3", args, { env: { ...process.env, WEBHOOK_SECRET: call.secret } });
      return stdout.trim() === "True";
    };

    expect(await isAuthentic(call.body, call.headers)).to.equal(true);
    expect(await isAuthentic(`${call.body} `, call.headers)).to.equal(false);
    const { "webhook-signature": signature } = call.headers;
    const rotated = { ...call.headers, "webhook-signature": `v1,b3RoZXI= ${String(signature)}` };
    expect(await isAuthentic(call.body, rotated)).to.equal(true);
    expect(await isAuthentic(call.body, { ...call.headers, "webhook-timestamp": "1" })).to.equal(false);
  });

  it("register a browser for Web Push", async () => {
    const url = "https://push.example/subscription";
    const keys: unknown = new TestBrowser().keys;
    let applicationServerKey: unknown;
    const pushManager = {
      subscribe: (options: { readonly applicationServerKey: unknown }) => {
        ({ applicationServerKey } = options);
        return Promise.resolve({ toJSON: () => ({ endpoint: url, keys }) });
      },
    };
    const navigator = { serviceWorker: { register: () => Promise.resolve({ pushManager }) } };
    const page = readCode("docs/notifications.md, Where notifications go, js 1");
    expect(page).to.include("http://127.0.0.1:8080");
    const code = page.replace("http://127.0.0.1:8080", service.url);
    await (runInNewContext(`(async () => {${code}})()`, { fetch, navigator, token: user.credential }) as Promise<void>);

    const targets = (await user.get("/v1/dev/user/push-targets")).body as readonly { readonly url: string }[];
    expect(targets.map((target) => target.url)).to.deep.equal([url]);
    const vapidKey = (await user.get("/v1/dev/user/push-targets/vapid-key")).body;
    expect(vapidKey).to.deep.include({ public_key: applicationServerKey });
  });

  it("show a pushed notification in the service worker", async () => {
    const message = { title: "Garden", body: "Water the roses", tag: "notification-1" };
    const shown: unknown[] = [];
    const finished: Promise<void>[] = [];
    const registration = {
      showNotification: (title: string, options: object) => {
        shown.push({ title, ...options });
        return Promise.resolve();
      },
    };
    const handlers = new Map<string, (event: object) => void>();
    const addEventListener = (name: string, handler: (event: object) => void) => handlers.set(name, handler);
    const worker = readCode("docs/notifications.md, Where notifications go, js 2");
    runInNewContext(worker, { self: { addEventListener, registration } });
    handlers.get("push")?.({
      data: { json: () => message },
      waitUntil: (work: Promise<void>) => finished.push(work),
    });
    await Promise.all(finished);
    expect(finished).to.have.length(1);
    expect(shown).to.deep.equal([message]);
  });
});
