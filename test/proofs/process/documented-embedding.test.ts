import { execFile } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { readBlocksOf } from "../../support/documentation-blocks.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";

const run = promisify(execFile);
const [contractExample] = readBlocksOf("test/proofs/process/documented-embedding.test.ts");

/** A store that passes the contract. The reader of the page has their own. */
const MY_STORE = `
import { openInMemoryStore } from "mneme/adapters/in-memory";
import type { Store } from "mneme/ports";

export async function openMyStore(): Promise<{ readonly subject: Store; close(): Promise<void> }> {
  const store = openInMemoryStore();
  return { subject: store, close: () => store.close() };
}
`;
const COMPILER_OPTIONS = {
  target: "es2024",
  module: "nodenext",
  types: ["node", "mocha"],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  skipLibCheck: true,
};

/** Creates a package that has mneme, and the packages that the block imports, among its dependencies. */
async function createPackage(directory: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(join(directory, "node_modules"));
  await symlink(resolve("."), join(directory, "node_modules/mneme"));
  for (const name of ["mocha", "@types"])
    await symlink(resolve("node_modules", name), join(directory, "node_modules", name));
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
}

describe("the documented examples of embedding", function () {
  this.timeout(300_000);

  it("type-check, and run the contract on a store", async () => {
    await withTemporaryDirectory(async (directory) => {
      await createPackage(directory, {
        "package.json": JSON.stringify({ type: "module" }),
        "tsconfig.json": JSON.stringify({ compilerOptions: COMPILER_OPTIONS }),
        "my-store.ts": MY_STORE,
        "store.test.ts": contractExample?.code ?? "",
      });
      const compiler = resolve("node_modules/typescript/bin/tsc");
      await run(process.execPath, [compiler, "--project", directory]).catch((error: unknown) => {
        throw new Error((error as { readonly stdout?: string }).stdout, { cause: error });
      });
      const mocha = resolve("node_modules/mocha/bin/mocha.js");
      const args = [mocha, "--no-config", "--timeout", "60000", "--reporter", "min", "store.test.js"];
      const { stdout } = await run(process.execPath, args, { cwd: directory });
      expect(Number(/(\d+) passing/.exec(stdout)?.[1])).to.be.greaterThan(100);
    });
  });
});
