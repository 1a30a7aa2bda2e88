import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Koa from "koa";

/** Baseline: a Koa application that responds to every request with the JSON text in `BODY`. */
const body = process.env["BODY"] ?? "{}";
const app = new Koa();
app.use((context) => {
  context.type = "application/json; charset=utf-8";
  context.body = body;
});
const handle = app.callback();
const server = createServer((request, response) => void handle(request, response));
server.listen(0, "127.0.0.1", () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.once("SIGTERM", () => process.exit());
