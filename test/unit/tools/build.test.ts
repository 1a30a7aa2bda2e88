import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { createTemporaryDirectory } from "../../support/temporary-directory.js";

const build = resolve("tools/build.ts");

describe("The build", () => {
  let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
  const at = (file: string): string => join(folder.path, file);
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(dirname(at(file)), { recursive: true });
    await writeFile(at(file), text);
  };
  const run = async (...options: string[]): Promise<void> => {
    await promisify(execFile)(process.execPath, [build, ...options], { cwd: folder.path });
  };
  const output = (file: string): Promise<string> => readFile(at(`dist/${file}`), "utf8");
  const writtenAt = async (file: string): Promise<number> => (await stat(at(`dist/${file}`))).mtimeMs;

  beforeEach(async () => {
    folder = await createTemporaryDirectory();
    for (const file of ["tsconfig.json", "tsconfig.src.json"]) {
      const config = JSON.parse(await readFile(file, "utf8")) as { compilerOptions: object };
      await write(file, JSON.stringify({ ...config, compilerOptions: { ...config.compilerOptions, types: [] } }));
    }
    await write("package.json", '{ "type": "module" }');
    await write("src/one.ts", "export const one = 1;\n");
    await write("src/two.ts", "export const two = 2;\n");
    await write("test/one.test.ts", 'import { one } from "../src/one.js";\nexport const tested = one;\n');
  });
  afterEach(() => folder.remove());

  it("compiles only src for a start, and everything for tests", async () => {
    await run("src");
    expect([existsSync(at("dist/src/one.js")), existsSync(at("dist/test/one.test.js"))]).to.deep.equal([true, false]);
    await run();
    expect(existsSync(at("dist/test/one.test.js"))).to.equal(true);
  });

  for (const scope of [["src"], []]) {
    const name = scope[0] ?? "everything";

    it(`writes only changed files: ${name}`, async () => {
      await run(...scope);
      const before = await Promise.all(["src/one.js", "src/two.js"].map(writtenAt));
      await run(...scope);
      expect(await Promise.all(["src/one.js", "src/two.js"].map(writtenAt))).to.deep.equal(before);
      await write("src/one.ts", "export const one = 11;\n");
      await run(...scope);
      expect(await output("src/one.js")).to.include("11");
      expect(await writtenAt("src/two.js")).to.equal(before[1]);
    });

    it(`compiles a new file and removes the output of a deleted one: ${name}`, async () => {
      await run(...scope);
      await write("src/three.ts", "export const three = 3;\n");
      await rm(at("src/two.ts"));
      await run(...scope);
      expect(await output("src/three.js")).to.include("3");
      for (const extension of ["js", "js.map", "d.ts"]) {
        expect(existsSync(at(`dist/src/two.${extension}`)), extension).to.equal(false);
      }
    });

    it(`restores deleted output in dist: ${name}`, async () => {
      await run(...scope);
      await rm(at("dist/src/one.js"));
      await run(...scope);
      expect(await output("src/one.js")).to.include("1");
      await rm(at("dist"), { recursive: true });
      await run(...scope);
      expect(await output("src/one.js")).to.include("1");
    });
  }

  it("removes the output of a deleted test", async () => {
    await run();
    await rm(at("test/one.test.ts"));
    await run("src");
    expect(existsSync(at("dist/test/one.test.js"))).to.equal(false);
  });

  it("keeps all output up to date for a start after everything was compiled", async () => {
    await run();
    await write("src/one.ts", 'export const one = "changed";\n');
    await run("src");
    expect(await output("src/one.js")).to.include("changed");
    await run();
    expect(await output("src/one.js")).to.include("changed");
  });

  it("supports concurrent runs", async () => {
    await Promise.all([run("src"), run("src"), run()]);
    expect(await output("test/one.test.js")).to.include("tested");
  });

  it("fails for a type error until it is fixed", async () => {
    await run("src");
    await write("src/one.ts", "export const one: string = 1;\n");
    for (let time = 0; time < 2; time += 1) {
      const failure: unknown = await run("src").catch((error: unknown) => error);
      expect(failure).to.have.property("stdout").that.includes("src/one.ts");
    }
    await write("src/one.ts", 'export const one: string = "1";\n');
    await run("src");
  });

  it("fails when an imported file is deleted", async () => {
    await run();
    await rm(at("src/one.ts"));
    const failure: unknown = await run().catch((error: unknown) => error);
    expect(failure).to.have.property("stdout").that.includes("test/one.test.ts");
  });
});
