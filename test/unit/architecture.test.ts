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

describe("The architecture", () => {
  it("has only inward dependencies", async () => {
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
      "adapters/outbound-support",
      "adapters/text-analysis",
      "adapters/search",
      "adapters/outbound",
      "adapters/redis",
      "adapters/runtime",
      "composition",
    ]) {
      expect(
        modules.some((source) => source.startsWith(`src/${layer}/`)),
        layer,
      ).to.equal(true);
    }
  });

  it("check finds a planted violation of each rule", async () => {
    const { violated } = await violationsIn("test/fixtures/architecture");
    expect(violated).to.include("domain-imports-inward: src/domain/planted.ts -> src/adapters/one/one.ts");
    expect(violated.some((found) => found.startsWith("domain-imports-nothing-from-outside:"))).to.equal(true);
    expect(violated.some((found) => found.startsWith("adapters-do-not-import-each-other:"))).to.equal(true);
    for (const [rule, from, to] of [
      ["adapters-do-not-import-each-other", "store-support/planted", "one/one"],
      ["only-stores-import-store-support", "one/shared", "store-support/planted"],
      ["only-senders-import-outbound-support", "two/sender", "outbound-support/planted"],
      ["adapters-do-not-import-each-other", "text-analysis/planted", "one/one"],
      ["only-search-and-nlp-import-text-analysis", "one/shared", "text-analysis/planted"],
      ["adapters-do-not-import-each-other", "search/planted", "runtime/thread-pool"],
      ["only-search-and-nlp-import-cooperative-yield", "one/shared", "runtime/cooperative-yield"],
    ] as const) {
      expect(violated).to.include(`${rule}: src/adapters/${from}.ts -> src/adapters/${to}.ts`);
    }
    expect(violated.filter((found) => found.includes("two/internals"))).to.deep.equal([
      "adapters-do-not-import-application-internals: src/adapters/two/internals.ts -> src/application/workers/planted.ts",
    ]);
    for (const allowed of ["sqlite/allowed", "search/allowed"])
      expect(violated.filter((found) => found.includes(allowed))).to.deep.equal([]);
    expect(violated.some((found) => found.startsWith("nlp-extraction-and-summarization-are-independent:"))).to.equal(
      true,
    );
  });

  it("has a core that compiles with the standard library only, without DOM, Node.js or packages", () => {
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

  it("has limiters, circuit breakers and caches in the adapters only", () => {
    const implementation = /\bclass \w*(Limiter|Semaphore|Bulkhead|Breakers?|Cache)\b/;
    const core = [...sources("src/domain"), ...sources("src/ports"), ...sources("src/application")];
    expect(holding(implementation, core)).to.deep.equal([]);
    expect(holding(implementation, sources("src/adapters/runtime"))).to.have.lengthOf(6);
  });

  it("uses HTTP status codes only in the HTTP adapter", () => {
    // What others answer to the service is told in their statuses.
    const others = ["src/testing/contracts/delivery.contract.ts"];
    const elsewhere = sources("src").filter((file) => !file.startsWith("src/adapters/http/") && !others.includes(file));
    expect(holding(/\bstatus(Code)?\b[^\n]{0,20}\b[2-5]\d\d\b/, elsewhere)).to.deep.equal([]);
    expect(holding(/\b422\b/, sources("src/adapters/http"))).not.to.deep.equal([]);
  });

  it("uses the current time and random values only in the system adapter", () => {
    const elsewhere = sources("src").filter((file) => !file.startsWith("src/adapters/system/"));
    expect(holding(/new Date\(\)|Date\.now|randomUUID|Math\.random/, elsewhere)).to.deep.equal([]);
    expect(holding(/new Date\(\)/, sources("src/adapters/system"))).not.to.deep.equal([]);
  });

  it("has a single module for requests to addresses from users and apps", () => {
    expect(holding(/from "undici"|import\("undici"\)/, sources("src"))).to.deep.equal([
      join("src", "adapters", "outbound", "send-request.ts"),
    ]);
    expect(
      holding(/"node:(https|tls|http2|dgram)"|\bhttp\.request\(|\bcreateConnection\(/, sources("src")),
    ).to.deep.equal([]);
  });

  it("opens SQLite files in a single module", () => {
    const place = join("src", "adapters", "sqlite", "database", "connection.ts");
    expect(holding(/new DatabaseSync\b|from "better-sqlite3"/, sources("src"))).to.deep.equal([place]);
    // Whatever else knows the class knows it as a type, and is handed a connection.
    const others = sources("src").filter((file) => file !== place);
    expect(holding(/import (?!type\b)[^;]*"node:sqlite"|import\("node:sqlite"\)/, others)).to.deep.equal([]);
    expect(holding(/import type [^;]*"node:sqlite"/, others)).not.to.deep.equal([]);
    expect(holding(/import (?!type\b)[^;]*"node:sqlite"/, [place])).to.deep.equal([place]);
  });
});
