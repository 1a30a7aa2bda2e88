import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import ts from "typescript";
import { architectureRules } from "../support/architecture-rules.js";

async function violationsIn(baseDir: string): Promise<{ modules: string[]; violated: string[] }> {
  const { output } = await cruise(["src"], {
    baseDir,
    validate: true,
    ruleSet: { forbidden: architectureRules },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
  });
  const { modules, summary } = output as ICruiseResult;
  return {
    modules: modules.map(({ source }) => source).filter((source) => source.startsWith("src/")),
    violated: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
  };
}

const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name));

const holding = (pattern: RegExp, files: readonly string[]): string[] =>
  files.filter((file) => pattern.test(readFileSync(file, "utf8")));

describe("the architecture", () => {
  it("keeps every dependency pointing inward", async () => {
    const { modules, violated } = await violationsIn(process.cwd());
    expect(violated).to.deep.equal([]);
    expect(modules.length).to.be.greaterThan(80);
    for (const layer of [
      "domain",
      "ports",
      "application",
      "adapters/http",
      "adapters/sqlite",
      "adapters/mongodb",
      "adapters/store-support",
      "adapters/outbound",
      "adapters/redis",
      "composition",
    ]) {
      expect(
        modules.some((source) => source.startsWith(`src/${layer}/`)),
        layer,
      ).to.equal(true);
    }
  });

  it("is really checked: a planted violation of each kind is found", async () => {
    const { violated } = await violationsIn("test/fixtures/architecture");
    expect(violated).to.include("domain-imports-inward: src/domain/planted.ts -> src/adapters/one/one.ts");
    expect(violated.some((found) => found.startsWith("domain-imports-nothing-from-outside:"))).to.equal(true);
    expect(violated.some((found) => found.startsWith("adapters-do-not-import-each-other:"))).to.equal(true);
    for (const [rule, from, to] of [
      ["adapters-do-not-import-each-other", "store-support/planted", "one/one"],
      ["only-stores-import-store-support", "one/shared", "store-support/planted"],
    ] as const) {
      expect(violated).to.include(`${rule}: src/adapters/${from}.ts -> src/adapters/${to}.ts`);
    }
    expect(violated.filter((found) => found.includes("sqlite/allowed"))).to.deep.equal([]);
    expect(violated.some((found) => found.startsWith("what-is-made-of-a-conversation-is-made-apart:"))).to.equal(true);
  });

  it("lets the core compile with the language's own library alone: no DOM, no Node, no packages", () => {
    const program = ts.createProgram(
      [...sources("src/domain"), ...sources("src/ports"), ...sources("src/application")],
      {
        lib: ["lib.es2024.d.ts"],
        types: [],
        target: ts.ScriptTarget.ES2024,
        module: ts.ModuleKind.NodeNext,
        strict: true,
        noEmit: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
      },
    );
    const faults = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
    expect(faults).to.deep.equal([]);
    expect(program.getSourceFiles().filter(({ fileName }) => fileName.includes("src/")).length).to.be.greaterThan(40);
  });

  it("writes each limit once", () => {
    const files = sources("src");
    for (const limit of ["100_000", "500", "200"]) {
      const declared = holding(new RegExp(`(min|max|usual|most): ${limit}\\b`), files);
      expect(declared, limit).to.deep.equal(["src/domain/limits.ts"]);
    }
  });

  it("speaks of HTTP statuses only at the HTTP edge", () => {
    // What others answer to the service is told in their statuses.
    const others = ["outbound-client", "push-channel"].map((port) => `src/testing/contracts/${port}.contract.ts`);
    const elsewhere = sources("src").filter((file) => !file.startsWith("src/adapters/http/") && !others.includes(file));
    expect(holding(/\bstatus(Code)?\b[^\n]{0,20}\b[2-5]\d\d\b/, elsewhere)).to.deep.equal([]);
    expect(holding(/\b422\b/, sources("src/adapters/http"))).not.to.deep.equal([]);
  });

  it("takes time, chance and identity from the system adapter alone", () => {
    const elsewhere = sources("src").filter((file) => !file.startsWith("src/adapters/system/"));
    expect(holding(/new Date\(\)|Date\.now|randomUUID|Math\.random/, elsewhere)).to.deep.equal([]);
    expect(holding(/new Date\(\)/, sources("src/adapters/system"))).not.to.deep.equal([]);
  });

  it("has one way out to addresses that users and apps gave, which no other code goes round", () => {
    expect(holding(/from "undici"|import\("undici"\)/, sources("src"))).to.deep.equal([
      join("src", "adapters", "outbound", "exchange.ts"),
    ]);
    expect(
      holding(/"node:(https|tls|http2|dgram)"|\bhttp\.request\(|\bcreateConnection\(/, sources("src")),
    ).to.deep.equal([]);
  });

  it("opens SQLite files in one place, which holds every connection to what durability needs", () => {
    const place = join("src", "adapters", "sqlite", "connection.ts");
    expect(holding(/new DatabaseSync\b|from "better-sqlite3"/, sources("src"))).to.deep.equal([place]);
    // Whatever else knows the class knows it as a type, and is handed a connection.
    const others = sources("src").filter((file) => file !== place);
    expect(holding(/import (?!type\b)[^;]*"node:sqlite"|import\("node:sqlite"\)/, others)).to.deep.equal([]);
    expect(holding(/import type [^;]*"node:sqlite"/, others)).not.to.deep.equal([]);
    expect(holding(/import (?!type\b)[^;]*"node:sqlite"/, [place])).to.deep.equal([place]);
  });
});
