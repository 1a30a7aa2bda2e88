import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { SlowOrder, SlowOutcome, SlowPart } from "./slow-clients.js";

const BETWEEN_CLIENTS_MS = 1;
const BETWEEN_BYTES_MS = 1_000;

const [url = "", credential = "", target = ""] = process.argv.slice(2);
const { hostname, port } = new URL(url);

const beginnings: Readonly<Record<SlowPart, string>> = {
  headers: `GET ${target} HTTP/1.1\r\nHost: ${hostname}\r\nX-Padding: `,
  body: `POST ${target} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${credential}\r\nContent-Length: 100000\r\n\r\n{`,
};

const sockets = new Set<Socket>();

/** Sends a byte a second, and never ends its side: it is for the server to end the connection. */
async function dribble(part: SlowPart): Promise<{ readonly outcome: Promise<SlowOutcome> }> {
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  sockets.add(socket);
  let answer = "";
  socket.setEncoding("latin1").on("data", (text: string) => (answer += text));
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  const begun = performance.now();
  socket.write(beginnings[part]);
  const timer = setInterval(() => socket.write(" "), BETWEEN_BYTES_MS);
  let answeredAfterMs: number | null = null;
  socket.once("end", () => (answeredAfterMs = performance.now() - begun));
  const outcome = new Promise<SlowOutcome>((resolve) => {
    // A reset is how a server ends what is not ended by its client.
    socket
      .on("error", () => undefined)
      .once("close", () => {
        clearInterval(timer);
        sockets.delete(socket);
        resolve({ part, answer, answeredAfterMs, closedAfterMs: performance.now() - begun });
      });
  });
  return { outcome };
}

let outcomes: Promise<SlowOutcome>[] = [];

const orders: Readonly<Record<SlowOrder["order"], (count: number) => Promise<unknown>>> = {
  async open(count) {
    outcomes = [];
    for (let client = 0; client < count; client += 1) {
      outcomes.push((await dribble(client % 2 === 0 ? "headers" : "body")).outcome);
      await sleep(BETWEEN_CLIENTS_MS);
    }
    return count;
  },
  async drop() {
    for (const socket of sockets) socket.destroy();
    return (await Promise.all(outcomes)).length;
  },
  wait: () => Promise.all(outcomes),
};

process.on("message", ({ order, count }: SlowOrder) => {
  void orders[order](count).then((result) => process.send?.({ result }));
});
