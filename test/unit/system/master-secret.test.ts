import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { MasterSecret, openMasterSecret, readMasterSecret } from "../../../src/adapters/system/index.js";

const module = new URL("../../../src/adapters/system/master-secret.js", import.meta.url).href;

const keyOf = async (directory: string): Promise<string> =>
  (await openMasterSecret(directory)).deriveKey("test").toString("hex");

async function keyInAnotherProcess(directory: string): Promise<string> {
  const program = `
    import { openMasterSecret } from ${JSON.stringify(module)};
    const secret = await openMasterSecret(${JSON.stringify(directory)});
    console.log(secret.deriveKey("test").toString("hex"));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program]);
  return stdout.trim();
}

describe("The master secret", () => {
  let parent: string;
  let directory: string;

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), "mneme-secret-"));
    directory = join(parent, "data");
  });
  afterEach(() => rm(parent, { recursive: true }));

  it("is created on the first start and read on the next", async () => {
    const first = await keyOf(directory);
    expect(await keyOf(directory)).to.equal(first);
    expect(await keyOf(join(parent, "elsewhere"))).not.to.equal(first);
  });

  it("is readable by its owner only", async () => {
    await openMasterSecret(directory);
    expect((await stat(directory)).mode & 0o777).to.equal(0o700);
    expect((await stat(join(directory, "secret"))).mode & 0o777).to.equal(0o600);
  });

  it("is the same for all processes that start concurrently", async () => {
    const here = Array.from({ length: 20 }, () => keyOf(directory));
    const elsewhere = Array.from({ length: 4 }, () => keyInAnotherProcess(directory));
    expect(new Set(await Promise.all([...here, ...elsewhere]))).to.have.length(1);
    expect(await readdir(directory)).to.deep.equal(["secret"]);
  });

  it("is not created by a read", async () => {
    expect(await readMasterSecret(directory)).to.equal(undefined);
    expect(await readdir(parent)).to.deep.equal([]);
    const key = await keyOf(directory);
    expect((await readMasterSecret(directory))?.deriveKey("test").toString("hex")).to.equal(key);
  });

  it("does not overwrite a damaged file", async () => {
    await openMasterSecret(directory);
    await writeFile(join(directory, "secret"), "");
    const outcome = await openMasterSecret(directory).catch((error: unknown) => error);
    expect(outcome).to.be.an("error").with.property("message").that.contains(join(directory, "secret"));
    expect(await readFile(join(directory, "secret"), "utf8")).to.equal("");
  });

  it("is rejected when it is too short", () => {
    expect(() => new MasterSecret("x".repeat(31))).to.throw("at least 32 characters");
    expect(() => new MasterSecret(`${"x".repeat(31)} `)).to.throw("at least 32 characters");
  });

  it("derives a 32-byte key per purpose, the same in every release", () => {
    const secret = new MasterSecret("x".repeat(32));
    expect(secret.deriveKey("pepper")).to.have.length(32);
    expect(secret.deriveKey("pepper").equals(secret.deriveKey("issuer"))).to.equal(false);
    expect(secret.deriveKey("pepper").toString("hex")).to.equal(
      "19663aac3271eab597ae23b39affa257f278fadd6d8f85e9fca49528314d9d22",
    );
  });
});
