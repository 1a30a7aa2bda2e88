import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { parse } from "yaml";
import { createCli } from "../../src/adapters/cli/create-cli.js";
// Declares the settings.
import "../../src/composition/settings.js";
import { getSettingNames } from "../../src/composition/setting-types.js";
import {
  BLOCK_RUNNERS,
  extractCodeBlocks,
  findBlock,
  findUnassignedBlocks,
  readDocumentationBlocks,
  RUN_BLOCK_NAMES,
  UNRUN_BLOCKS,
} from "../support/documentation-blocks.js";
import { findProgramAbsence, skipWhen } from "../support/backends.js";

const read = (path: string): string => readFileSync(path, "utf8");
const blocks = readDocumentationBlocks();
const pages = [...new Set(blocks.map(({ name }) => name.split(",")[0] ?? ""))];
const unrunBlocks = Object.keys(UNRUN_BLOCKS).map((name) => findBlock(blocks, name));
const unrunCommands = unrunBlocks.filter(({ language }) => language === "sh");

/** Service names in `docker compose` commands: of `exec`, `run`, `stop`, `start`, `cp` and `for server in`. */
const COMPOSE_SERVICE =
  /\b(?:exec(?: -T)?|run --rm|stop|start|cp) (?<service>[a-z][\w-]*)|for server in (?<all>[^;]+)/g;
const MERMAID_LINE = /^ {2,}(?:\w+(?:\["[^"]+"\])? --> \w+(?:\["[^"]+"\])?|subgraph \w+|end)$/;

describe("The code blocks of the documentation", () => {
  it("are each run by a test, or listed with a reason", () => {
    expect(blocks).to.have.length.greaterThan(25);
    expect(findUnassignedBlocks(blocks)).to.deep.equal([]);
    for (const reason of Object.values(UNRUN_BLOCKS)) expect(reason).to.match(/^\w.{10,}/);
  });

  it("are read by the tests that run them", () => {
    expect(blocks.map(({ name }) => name)).to.include.members([...RUN_BLOCK_NAMES]);
    for (const runner of Object.keys(BLOCK_RUNNERS)) expect(read(runner)).to.include(`readBlocksOf("${runner}")`);
  });

  it("check finds planted blocks that no test runs", () => {
    const planted = "## One\n\n```sh\n# a comment\nls\n```\n\n- item\n\n  ```yaml\n  a: 1\n  ```\n\n~~~\ntext\n~~~\n";
    expect(extractCodeBlocks("docs/planted.md", planted)).to.deep.equal([
      { name: "docs/planted.md, One, sh 1", language: "sh", code: "# a comment\nls\n" },
      { name: "docs/planted.md, One, yaml 1", language: "yaml", code: "a: 1\n" },
      { name: "docs/planted.md, One,  1", language: "", code: "text\n" },
    ]);
    const api = read("docs/api.md");
    const withBlock = `${api}\n\`\`\`sh\nls\n\`\`\`\n`;
    expect(findUnassignedBlocks(extractCodeBlocks("docs/api.md", api))).to.deep.equal([]);
    expect(findUnassignedBlocks(extractCodeBlocks("docs/api.md", withBlock))).to.deep.equal([
      "docs/api.md, Repeating a write, sh 2",
    ]);
  });

  it("are valid shell scripts, also when no test runs them", function () {
    skipWhen(findProgramAbsence("bash", "--version"), this);
    expect(unrunCommands).to.have.length.greaterThan(0);
    for (const { code } of unrunCommands)
      execFileSync("bash", ["-n"], { input: code, stdio: ["pipe", "ignore", "pipe"] });
  });

  it("name only services of the Compose files", () => {
    const commands = blocks.filter(({ language, code }) => language === "sh" && code.includes("docker compose"));
    expect(commands.length).to.be.greaterThan(3);
    for (const { name, code } of commands) {
      const file = code.includes("compose.scale.yaml") ? "compose.scale.yaml" : "compose.yaml";
      const { services } = parse(read(file), { merge: true }) as { readonly services: object };
      for (const { groups } of code.matchAll(COMPOSE_SERVICE)) {
        const named = groups?.["service"] ?? groups?.["all"] ?? "";
        expect(Object.keys(services), name).to.include.members(named.split(" "));
      }
    }
  });

  it("install the same version of SecantusDB as CI", () => {
    const requirement = /'SecantusDB[^']*'/.exec(findBlock(blocks, "CONTRIBUTING.md, Tests, sh 1").code)?.[0];
    expect(read(".ci/run")).to.include(requirement ?? "no requirement");
  });

  it("draw a picture with known elements of Mermaid", () => {
    const [first, ...lines] = findBlock(blocks, "README.md, Architecture, mermaid 1").code.trimEnd().split("\n");
    expect(first).to.match(/^flowchart (?:LR|TB)$/);
    for (const line of lines) expect(line).to.match(MERMAID_LINE);
    const count = (pattern: RegExp): number => lines.filter((line) => pattern.test(line)).length;
    expect(count(/^ *subgraph /)).to.equal(count(/^ *end$/));
  });
});

describe("The commands that the documentation mentions", () => {
  const mentions = (pattern: RegExp): string[] => [
    ...new Set(pages.flatMap((page) => Array.from(read(page).matchAll(pattern), ([, name = ""]) => name))),
  ];

  it("are scripts of package.json", () => {
    const { scripts } = JSON.parse(read("package.json")) as { readonly scripts: object };
    const names = mentions(/\bnpm run (?:--silent )?([a-z][\w:]*)/g);
    expect(names).to.include.members(["demo", "test:proofs", "mneme"]);
    expect(Object.keys(scripts)).to.include.members(names);
  });

  it("are commands of mneme", () => {
    const unused = (): never => {
      throw new Error("No command runs");
    };
    const cli = createCli({ open: unused, print: unused, waitForStopRequest: unused, version: "0" } as never);
    const names = mentions(/`mneme ([a-z]+)/g);
    expect(names).to.include.members(["backup", "export", "reprocess", "status"]);
    expect(cli.commands.map((command) => command.name())).to.include.members(names);
  });

  it("use existing settings, and configuration.md describes every setting", () => {
    const names = mentions(/\b(MNEME_[A-Z_]+)\b/g).filter((name) => name !== "MNEME_SERVERS");
    expect(getSettingNames()).to.include.members(names);
    const described = Array.from(read("docs/configuration.md").matchAll(/`([A-Z_]+)`/g), ([, name]) => name);
    expect(described).to.include.members([...getSettingNames()]);
  });
});
