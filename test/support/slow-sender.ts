import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { SlowClientCommand, SlowOutcome, SlowPart } from "./slow-clients.js";

const CLIENT_INTERVAL_MS = 1;
const BYTE_INTERVAL_MS = 1_000;

const [url = "", credential = "", target = ""] = process.argv.slice(2);
const { hostname, port } = new URL(url);

const requestStarts: Readonly<Record<SlowPart, string>> = {
  headers: `GET ${target} HTTP/1.1\r\nHost: ${hostname}\r\nX-Padding: `,
  body: `POST ${target} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${credential}\r\nContent-Length: 100000\r\n\r\n{`,
};

const sockets = new Set<Socket>();

/** Sends one byte per second and never closes its side: the server must close the connection. */
async function sendSlowly(part: SlowPart): Promise<{ readonly outcome: Promise<SlowOutcome> }> {
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  sockets.add(socket);
  let received = "";
  socket.setEncoding("latin1").on("data", (text: string) => (received += text));
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  const startMs = performance.now();
  socket.write(requestStarts[part]);
  const timer = setInterval(() => socket.write(" "), BYTE_INTERVAL_MS);
  let answeredAfterMs: number | null = null;
  socket.once("end", () => (answeredAfterMs = performance.now() - startMs));
  const outcome = new Promise<SlowOutcome>((resolve) => {
    // A server resets a connection that its client does not close.
    socket
      .on("error", () => undefined)
      .once("close", () => {
        clearInterval(timer);
        sockets.delete(socket);
        resolve({ part, answer: received, answeredAfterMs, closedAfterMs: performance.now() - startMs });
      });
  });
  return { outcome };
}

let pendingOutcomes: Promise<SlowOutcome>[] = [];

const commandHandlers: Readonly<Record<SlowClientCommand["command"], (count: number) => Promise<unknown>>> = {
  async open(count) {
    pendingOutcomes = [];
    for (let client = 0; client < count; client += 1) {
      pendingOutcomes.push((await sendSlowly(client % 2 === 0 ? "headers" : "body")).outcome);
      await sleep(CLIENT_INTERVAL_MS);
    }
    return count;
  },
  async drop() {
    for (const socket of sockets) socket.destroy();
    return (await Promise.all(pendingOutcomes)).length;
  },
  wait: () => Promise.all(pendingOutcomes),
};

process.on("message", ({ command, count }: SlowClientCommand) => {
  void commandHandlers[command](count).then((result) => process.send?.({ result }));
});
