import { globSync, readFileSync } from "node:fs";
import { expect } from "chai";
import {
  findAmbiguousFileNames,
  findCrowdedFolders,
  findDuplicateExports,
  findHttpVocabulary,
  findLongFiles,
  findMissingCitations,
  findRedeclaredLimits,
  findRepeatedBounds,
  findRepeatedDefaults,
  listWireNames,
  readSources,
  type SourceFile,
} from "../support/source-rules.js";

const MAX_LINES = 400;
/** Longer with a reason. */
const LONG_FILES = [
  // Grows with each migration; the old ones never change.
  "src/adapters/sqlite/database/migrations.ts",
];

const FILE_NAME_EXCEPTIONS = [
  // The errors of a layer or an adapter, each in its folder.
  "errors.ts",
  // The adapter reads and writes the secret; the composition decides where it comes from.
  "master-secret.ts",
];

const MAX_FILES_PER_FOLDER = 22;
/** They hold one file for each of the many ports that they implement or test. */
const CROWDED_FOLDERS = ["src/testing/contracts"];

/** Values of closed lists that are spelled like the names of fields. */
const ENUM_VALUES = ["action_items", "external_integration", "proactive_notification"];
/** The owner of the app reads what the webhook responded. */
const STATUSES_IN_TEXTS = ["src/application/workers/webhook-delivery-worker.ts: 410"];

/** Each adapter has a backoff of its own. */
const INDEPENDENT_LIMITS = ["MIN_BACKOFF_MS", "MAX_BACKOFF_MS"];

// The built-in language has a layout of its own.
const sources = readSources(globSync("src/**/*.ts").filter((path) => !path.startsWith("src/adapters/language/")));

const readSource = (path: string): SourceFile => ({ path, text: readFileSync(path, "utf8") });
const isCore = ({ path }: SourceFile): boolean => /^src\/(?:domain|application)\//.test(path);

describe("The source code", () => {
  it("exports no name from two files", () => {
    expect(sources.length).to.be.greaterThan(300);
    expect(findDuplicateExports(sources)).to.deep.equal([]);
  });

  it("has no files of the same name with different meanings", () => {
    const isException = (fault: string) => FILE_NAME_EXCEPTIONS.some((name) => fault.startsWith(`${name}:`));
    expect(findAmbiguousFileNames(sources).filter((fault) => !isException(fault))).to.deep.equal([]);
  });

  it("has no long files without a documented reason", () => {
    expect(findLongFiles(sources, MAX_LINES)).to.have.members(LONG_FILES);
  });

  it("has no crowded folders without a documented reason", () => {
    expect(findCrowdedFolders(sources, MAX_FILES_PER_FOLDER)).to.have.members(CROWDED_FOLDERS);
  });

  it("cites only documented decisions", () => {
    // This file plants citations that are missing.
    const others = globSync("{test,bench,examples}/**/*.ts").filter((path) => !path.endsWith("source-rules.test.ts"));
    const files = [...sources, ...readSources(others)];
    expect(findMissingCitations(files, readFileSync("docs/decisions.md", "utf8"))).to.deep.equal([]);
  });

  it("has no HTTP status, wire name or wording of the HTTP contract in the domain and the application", () => {
    const wireNames = listWireNames(JSON.parse(readFileSync("test/fixtures/openapi.json", "utf8")));
    expect(wireNames.size).to.be.greaterThan(80);
    const found = findHttpVocabulary(sources.filter(isCore), wireNames);
    const isEnumValue = (fault: string) => ENUM_VALUES.some((value) => fault.endsWith(`: ${value}`));
    expect(new Set(found.filter((fault) => !isEnumValue(fault)))).to.deep.equal(new Set(STATUSES_IN_TEXTS));
  });

  it("declares each limit and each default once", () => {
    const isIndependent = (fault: string) => INDEPENDENT_LIMITS.some((name) => fault.startsWith(`${name}:`));
    expect(findRedeclaredLimits(sources).filter((fault) => !isIndependent(fault))).to.deep.equal([]);
    expect(findRepeatedBounds(readSource("src/domain/limits.ts"), sources)).to.deep.equal([]);
    const application = readSource("src/application/create-application.ts");
    expect(findRepeatedDefaults(application, readSource("src/composition/settings.ts"))).to.deep.equal([]);
  });

  it("finds planted HTTP vocabulary", () => {
    const wireNames = listWireNames({ properties: { due_at: {}, title: {} }, parameters: [{ name: "goal_id" }] });
    const planted = [
      'throw invalidInput("due_at");',
      "/** The ID in `goal_id`; `due_at_text` and `title` are no wire names. */",
      "const retryable = [408, 425];",
      "const status = 200;",
      "/** The client gets a 500. */",
      'return "Input should be a valid string";',
      "export const title = text({ min: 1, max: 500 });",
    ];
    expect(findHttpVocabulary([{ path: "one.ts", text: planted.join("\n") }], wireNames)).to.deep.equal([
      "one.ts: due_at",
      "one.ts: goal_id",
      "one.ts: 408",
      "one.ts: status = 200",
      "one.ts: a 500",
      "one.ts: Input should",
    ]);
  });

  it("finds planted limits and defaults that are declared twice", () => {
    const limits = { path: "limits.ts", text: "export const MAX_A = 1;\nexport const title = text({ max: 5_000 });\n" };
    const one = {
      path: "one.ts",
      text: "const MAX_A = 2;\nconst MIN_B = 3;\nconst MIN_C = 1;\nread({ max: 5000 });\n",
    };
    const two = { path: "two.ts", text: "const MIN_B = 3;\nconst MIN_C = 2;\nread({ max: 50 });\n" };
    expect(findRedeclaredLimits([limits, one, two])).to.deep.equal([
      "MAX_A: limits.ts, one.ts",
      "MIN_B: one.ts, two.ts",
    ]);
    expect(findRepeatedBounds(limits, [limits, one, two])).to.deep.equal(["one.ts: 5000"]);
    const application = {
      path: "application.ts",
      text: "export const DEFAULT_APPLICATION_OPTIONS: Options = {\n  limits: { perDay: 10_000 },\n  waitMs: 5_000,\n};\n",
    };
    const settings = {
      path: "settings.ts",
      text: "class Settings {\n  readonly perDay: number = 10_000;\n  readonly waitMs: number = 5000;\n  port: number = 80;\n}\n",
    };
    expect(findRepeatedDefaults(application, settings)).to.deep.equal(["10000", "5000"]);
  });

  it("check finds a planted violation of each rule", () => {
    const one = { path: "src/one.ts", text: 'export const limit = 1;\nexport { other } from "./other.js";\n' };
    const two = { path: "src/two.ts", text: "export function limit() {}\nexport interface Other {}\n" };
    expect(findDuplicateExports([one, two])).to.deep.equal(["limit: src/one.ts, src/two.ts"]);
    expect(findLongFiles([one, { path: "src/long.ts", text: "\n".repeat(3) }], 2)).to.deep.equal(["src/long.ts"]);
    const namesakes = [
      "src/ports/a.ts",
      "src/adapters/sqlite/a.ts",
      "src/adapters/mongodb/a.ts",
      "src/b.ts",
      "src/c/b.ts",
    ];
    expect(findAmbiguousFileNames(namesakes.map((path) => ({ path, text: "" })))).to.deep.equal([
      "b.ts: src/b.ts, src/c/b.ts",
    ]);
    expect(findCrowdedFolders([one, two, { path: "src/a/index.ts", text: "" }], 1)).to.deep.equal(["src"]);
    const text = "// Decision 1.1, decision 1.9, design 7 and scale.md.";
    expect(findMissingCitations([{ path: "src/one.ts", text }], "# Decisions\n\n### 1.1 Keys\n")).to.deep.equal([
      "src/one.ts: decision 1.9",
      "src/one.ts: design 7",
      "src/one.ts: scale.md",
    ]);
  });
});
