import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { expect } from "chai";
import { storeContract, type StoreContractOptions } from "../../../src/testing/index.js";
import { openNewInMemoryStore } from "../../support/stores.js";

const mocha = createRequire(import.meta.url).resolve("mocha/bin/mocha.js");
const MAX_REPORT_BYTES = 2 ** 26;

/** The titles of the tests that the contract registers, each after the titles of its suites. */
function contractTitles(options?: StoreContractOptions): string[] {
  const titles: string[] = [];
  let outer: readonly string[] = [];
  const describe = (title: string, suite: () => void) => {
    const before = outer;
    outer = [...before, title];
    suite();
    outer = before;
  };
  const it = (title: string) => titles.push([...outer, title].join(" "));
  storeContract({ describe, it }, openNewInMemoryStore, options);
  return titles.sort();
}

/** The titles of all tests in the files that call `storeContract`, as mocha registers them. */
async function registeredTitles(): Promise<string[]> {
  const files = globSync("dist/test/{unit,integration}/**/*.test.js").filter((file) =>
    readFileSync(file, "utf8").includes("storeContract("),
  );
  const { stdout } = await promisify(execFile)(process.execPath, [mocha, "--dry-run", "--reporter", "json", ...files], {
    maxBuffer: MAX_REPORT_BYTES,
  });
  const report = JSON.parse(stdout) as { readonly tests: readonly { readonly fullTitle: string }[] };
  return report.tests.map(({ fullTitle }) => fullTitle);
}

describe("storeContract", () => {
  it("registers only the selected suites", () => {
    const only = contractTitles({ only: ["goals", "users"] });
    expect(only).to.deep.equal(contractTitles().filter((title) => /^(goals|users) /.test(title)));
    expect(only).not.to.have.length(0);
  });

  it("runs each of its tests exactly once per store across all test files", async () => {
    const expected = contractTitles();
    const byStore = new Map<string, string[]>();
    for (const registered of await registeredTitles()) {
      const title = expected.find((each) => registered.endsWith(` ${each}`));
      if (title === undefined) continue;
      const store = registered.slice(0, -title.length - 1);
      byStore.set(store, [...(byStore.get(store) ?? []), title]);
    }
    expect([...byStore.keys()]).to.include.members(["in memory", "SQLite"]);
    for (const [store, titles] of byStore) expect(titles.sort(), store).to.deep.equal(expected);
  });
});
