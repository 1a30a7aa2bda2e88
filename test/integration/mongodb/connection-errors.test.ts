import { expect } from "chai";
import { skipWhen } from "../../support/backends.js";
import { findFreePort, type LocalServer } from "../../support/local-server.js";
import { findStandInAbsence, startStandIn } from "../../support/mongodb-server.js";
import { runCommandWithOutput, ServerProcess } from "../../support/server-process.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";

const PASSWORD = "correct-horse";
const SECRET = "0123456789abcdef0123456789abcdef";

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command that must fail. */
async function failureOf(url: string, command: string): Promise<Ended> {
  return withTemporaryDirectory(async (directory) => {
    const environment = {
      MNEME_STORE: "mongodb",
      MONGODB_URL: url,
      MNEME_SECRET: SECRET,
      // The driver would log what it does at its most talkative level.
      MNEME_LOG_LEVEL: "debug",
    };
    const ended = await runCommandWithOutput(directory, [command], { environment }).catch(
      (error: unknown) => error as Ended,
    );
    if (!("code" in ended)) throw new Error(`"${command}" did not fail: ${ended.stdout}`);
    return ended;
  });
}

describe("starting without a usable MongoDB server", () => {
  let server: LocalServer | undefined;

  afterEach(async () => {
    await ServerProcess.killAll();
    await server?.close();
    server = undefined;
  });

  /** Every command tells it in the same line, and nothing else; without the password. */
  const expectRefusal = async (url: string, message: string): Promise<void> => {
    for (const command of ["status", "serve"]) {
      const { code, stdout, stderr } = await failureOf(url, command);
      expect(code).to.equal(1);
      expect(stdout + stderr, command).to.equal(`mneme: MONGODB_URL: ${message}\n`);
      expect(stdout + stderr).to.not.include(PASSWORD);
    }
  };

  it("reports the hosts that do not respond and the reason", async () => {
    const [one, other] = [await findFreePort(), await findFreePort()];
    const hosts = `127.0.0.1:${one},127.0.0.1:${other}`;
    await expectRefusal(
      `mongodb://ada:${PASSWORD}@${hosts}/mneme`,
      `MongoDB at ${hosts} does not answer (ECONNREFUSED)`,
    );
  });

  it("reports a host name that does not resolve", async () => {
    const url = `mongodb://ada:${PASSWORD}@no-such-host.invalid/mneme`;
    const { stdout, stderr } = await failureOf(url, "status");
    // ENOTFOUND, or EAI_AGAIN where no name server can be asked.
    expect(stdout + stderr).to.match(
      /^mneme: MONGODB_URL: MongoDB at no-such-host\.invalid:27017 does not answer \((ENOTFOUND|EAI_AGAIN)\)\n$/,
    );
  });

  it("does not repeat an invalid connection string", async () => {
    const url = `mongodb://ada:${PASSWORD}@127.0.0.1:1/mneme?noSuchOption=${PASSWORD}`;
    await expectRefusal(url, "not a MongoDB connection string");
  });

  it("rejects a standalone server", async function () {
    skipWhen(findStandInAbsence(), this);
    server = await startStandIn(["--standalone"]);
    await expectRefusal(
      `${server.url}/mneme`,
      `MongoDB at 127.0.0.1:${server.port} is a standalone server, and transactions need a replica set: ` +
        "start mongod with --replSet and run rs.initiate()",
    );
  });

  it("reports a replica set that the server does not belong to", async function () {
    skipWhen(findStandInAbsence(), this);
    server = await startStandIn();
    await expectRefusal(
      `${server.url}/mneme?replicaSet=rs0`,
      `MongoDB at 127.0.0.1:${server.port} has no primary of the replica set rs0`,
    );
  });

  it("reports rejected credentials", async function () {
    skipWhen(findStandInAbsence(), this);
    server = await startStandIn();
    await expectRefusal(
      `mongodb://ada:${PASSWORD}@127.0.0.1:${server.port}/mneme`,
      `MongoDB at 127.0.0.1:${server.port} refuses the credentials`,
    );
  });
});
