import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "chai";
import { findProgramAbsence, skipWhen } from "../../support/backends.js";

const run = promisify(execFile);

/** @returns what the program prints. @throws Error with that text when it finds a fault. */
async function check(program: string, ...words: string[]): Promise<string> {
  const environment = { ...process.env, SITE_ADDRESS: ":80", MNEME_SERVERS: "mneme-1:8080 mneme-2:8080" };
  const { stdout, stderr } = await run(program, words, { env: environment });
  return stdout + stderr;
}

describe("The deployment files (checked by external tools)", () => {
  it("include a Dockerfile that passes hadolint", async function () {
    skipWhen(findProgramAbsence("hadolint", "--version"), this);
    expect(await check("hadolint", "--no-color", "Dockerfile")).to.equal("");
  });

  it("include a valid and formatted Caddyfile", async function () {
    skipWhen(findProgramAbsence("caddy", "version"), this);
    expect(await check("caddy", "validate", "--adapter", "caddyfile", "--config", "deploy/Caddyfile")).to.include(
      "Valid configuration",
    );
    await check("caddy", "fmt", "--diff", "deploy/Caddyfile");
  });

  it("include valid Prometheus alert rules that fire as expected", async function () {
    skipWhen(findProgramAbsence("promtool", "--version"), this);
    expect(await check("promtool", "check", "rules", "deploy/alerts.yaml")).to.include("SUCCESS");
    expect(await check("promtool", "test", "rules", "test/fixtures/deployment/alerts.test.yaml")).to.include("SUCCESS");
  });
});
