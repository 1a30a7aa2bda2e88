import { startStandIn } from "./mongodb-server.js";

/** A test process that fails, when it receives a message, while its own server is running. */
const server = await startStandIn();
process.once("message", () => {
  throw new Error("The test failed");
});
process.send?.({ pid: server.pid, directory: server.program.directory });
