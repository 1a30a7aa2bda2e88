import { startStandIn } from "./mongodb-server.js";

/** A test process that fails, when it is told to, while a server of its own runs. */
const server = await startStandIn();
process.once("message", () => {
  throw new Error("The test failed");
});
process.send?.({ pid: server.pid, directory: server.program.directory });
