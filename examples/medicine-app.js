// A complete app for mneme: receives live transcript segments and requests a notification when they mention medicine.
//
//   WEBHOOK_SECRET=whsec_… PORT=8090 node examples/medicine-app.js
//
// Requires Node and the `standardwebhooks` package. docs/apps.md describes how to register and test it.
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

/** The signing secret that `mneme apps create` printed. */
const secret = process.env.WEBHOOK_SECRET;
if (!secret) throw new Error("WEBHOOK_SECRET is missing: the app's signing secret, whsec_…");
const webhook = new Webhook(secret);

/** A call contains at most 500 segments; larger bodies are rejected. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
const MEDICINE = /\b(?:pharmac\w+|dentist|doctor|prescri\w+|antibiotics?|medicines?|painkillers?)\b/i;

/** mneme fills the variables in double braces, as far as the user granted the scopes. */
const PROMPT = "Remind {{user_name}} of what matters when a medicine is chosen. Known about them: {{user_facts}}";

/** Responses by webhook ID: a retried call has the same ID and must receive the same response. */
const responses = new Map();
const MAX_CACHED_RESPONSES = 1000;

const server = createServer((request, response) => {
  receive(request).then(
    ({ status, body }) => response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body)),
    (error) => {
      console.error(error);
      response.writeHead(500).end();
    },
  );
});

async function receive(request) {
  if (request.method !== "POST") return { status: 405, body: { detail: "POST only" } };
  const text = await readBody(request);
  if (text === undefined) return { status: 413, body: { detail: "Too long" } };
  let call;
  try {
    // Verifies the raw body before it is parsed. Throws if the signature is wrong or the timestamp differs by more than
    // five minutes.
    call = webhook.verify(text, request.headers);
  } catch (error) {
    return { status: 401, body: { detail: error.message } };
  }
  const id = request.headers["webhook-id"];
  const result = responses.get(id) ?? createResponse(call);
  responses.set(id, result);
  if (responses.size > MAX_CACHED_RESPONSES) responses.delete(responses.keys().next().value);
  return { status: 200, body: result };
}

/**
 * @param call `{session_id, segments: [{text, speaker, is_user}]}`: the segments since the previous call.
 * @returns `{session_id}`, with `notification` if mneme should send one.
 */
function createResponse({ session_id, segments }) {
  console.log(`received ${segments.length} new segments`);
  const match = segments.find(({ text }) => MEDICINE.test(text));
  if (!match) return { session_id };
  console.log(`requests a notification because of: ${match.text}`);
  return { session_id, notification: { prompt: PROMPT, params: ["user_name", "user_facts"] } };
}

async function readBody(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

server.listen(Number(process.env.PORT ?? 8090), "127.0.0.1", () => {
  console.log(`listening at http://127.0.0.1:${server.address().port}`);
});
process.once("SIGTERM", () => server.close());
