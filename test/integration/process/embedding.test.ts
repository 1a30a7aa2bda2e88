import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "chai";

const run = promisify(execFile);

/** Prints which of the modules that a fresh process loads for these imports are neither ours nor Node's. */
const loadedFor = (specifiers: readonly string[]): string => `
  import { registerHooks } from "node:module";
  const foreign = [];
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      if (resolved.url.includes("/node_modules/")) foreign.push(specifier);
      return resolved;
    },
  });
  for (const specifier of ${JSON.stringify(specifiers)}) await import(specifier);
  console.log(JSON.stringify(foreign));
`;

async function thirdPartyModulesOf(...specifiers: string[]): Promise<unknown> {
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", loadedFor(specifiers)]);
  return JSON.parse(stdout);
}

describe("mneme as an embedded library", () => {
  it("runs the embedding example", async () => {
    const { stdout } = await run(process.execPath, ["dist/examples/embedding.js"]);
    const { title, toDo } = JSON.parse(stdout) as { title: string; toDo: string[] };
    expect(title).not.to.equal("");
    expect(toDo.join()).to.match(/send grace the test report/i);
  });

  it("loads no third-party module with the core", async () => {
    expect(await thirdPartyModulesOf("mneme", "mneme/domain", "mneme/ports")).to.deep.equal([]);
  });

  it("loads koa with the HTTP adapter, which the module check detects", async () => {
    expect(await thirdPartyModulesOf("mneme/adapters/http")).to.include("koa");
  });
});
