// An app for mneme, whole: it hears what is said while it is said, and asks for a notification when medicine comes up.
//
//   WEBHOOK_SECRET=whsec_… PORT=8090 node examples/medicine-app.js
//
// It needs nothing but Node and the `standardwebhooks` package. docs/apps.md says how it is registered and tested.
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

/** What `mneme apps create` has shown as the signing secret. */
const secret = process.env.WEBHOOK_SECRET;
if (!secret) throw new Error("WEBHOOK_SECRET is missing: the app's signing secret, whsec_…");
const webhook = new Webhook(secret);

/** A call holds 500 segments at most: what is longer than this is none of mneme's. */
const MOST_BYTES = 4 * 1024 * 1024;
const MEDICINE = /\b(?:pharmac\w+|dentist|doctor|prescri\w+|antibiotics?|medicines?|painkillers?)\b/i;

/** Variables in double braces are filled by mneme, as far as the user has granted them. */
const PROMPT = "Remind {{user_name}} of what matters when a medicine is chosen. Known about them: {{user_facts}}";

/** A call may come twice, with the same id: when our answer was lost on its way. Then it is answered alike. */
const answered = new Map();
const REMEMBERED = 1000;

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
  const text = await bodyOf(request);
  if (text === undefined) return { status: 413, body: { detail: "Too long" } };
  let call;
  try {
    // Over the very bytes that came, before anything of them is believed. It throws for a wrong signature, and for a
    // time that is more than five minutes off.
    call = webhook.verify(text, request.headers);
  } catch (error) {
    return { status: 401, body: { detail: error.message } };
  }
  const id = request.headers["webhook-id"];
  const answer = answered.get(id) ?? answerTo(call);
  answered.set(id, answer);
  if (answered.size > REMEMBERED) answered.delete(answered.keys().next().value);
  return { status: 200, body: answer };
}

/**
 * @param call `{session_id, segments: [{text, speaker, is_user}]}`: what was said since the call before.
 * @returns `{session_id}`, with `notification` when one is to be sent.
 */
function answerTo({ session_id, segments }) {
  console.log(`heard ${segments.length} new segments`);
  const telling = segments.find(({ text }) => MEDICINE.test(text));
  if (!telling) return { session_id };
  console.log(`asks for a notification, because of: ${telling.text}`);
  return { session_id, notification: { prompt: PROMPT, params: ["user_name", "user_facts"] } };
}

async function bodyOf(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

server.listen(Number(process.env.PORT ?? 8090), "127.0.0.1", () => {
  console.log(`listening at http://127.0.0.1:${server.address().port}`);
});
process.once("SIGTERM", () => server.close());
