import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Koa from "koa";

/** The yardstick: a Koa application that does nothing but answer given bytes as JSON. */
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
