import { globSync, readFileSync } from "node:fs";

/** A fenced block of a Markdown page. */
export interface CodeBlock {
  /** `page, heading, language number`; the number counts the blocks of this language under the heading, from 1. */
  readonly name: string;
  readonly language: string;
  readonly code: string;
}

/**
 * The tests that run the blocks of the documentation. A test obtains its blocks from `readBlocksOf`, in this order.
 */
export const BLOCK_RUNNERS = {
  "test/proofs/process/readme-tour.test.ts": [
    "README.md, A tour with curl, sh 1",
    "README.md, A tour with curl, sh 2",
    "docs/api.md, Action items, sh 1",
    "docs/api.md, Memories and search, sh 1",
    "docs/api.md, Ask, sh 1",
    "docs/api.md, Goals, sh 1",
    "docs/api.md, Repeating a write, sh 1",
    "docs/live-sessions.md, Live sessions, sh 1",
    "docs/notifications.md, Apps, sh 1",
    "docs/notifications.md, Notifications, sh 1",
    "docs/notifications.md, Where notifications go, sh 1",
    "docs/apps.md, Register and install, sh 1",
    "docs/apps.md, Register and install, sh 2",
    "docs/apps.md, Notify directly, sh 1",
    "docs/apps.md, Try it locally, sh 1",
  ],
  "test/proofs/process/documented-commands.test.ts": [
    "docs/export-import.md, Export and import, sh 1",
    "docs/export-import.md, Format, json 1",
    "docs/operations.md, Back up and restore, sh 1",
    "docs/operations.md, Metrics and alerts, sh 1",
    "docs/operations.md, Install in containers, sh 1",
    "docs/operations.md, Back up and restore, sh 2",
  ],
  "test/proofs/process/documented-embedding.test.ts": ["docs/embedding.md, A store of your own, ts 1"],
  "test/integration/http/readme.test.ts": [
    "README.md, A tour with curl, json 1",
    "README.md, A tour with curl, json 2",
  ],
  "test/integration/http/documented-examples.test.ts": [
    "docs/apps.md, Receive transcripts, json 1",
    "docs/apps.md, Respond with a notification, json 1",
    "docs/apps.md, Verify the signature, js 1",
    "docs/apps.md, Verify the signature, python 1",
    "docs/notifications.md, Where notifications go, js 1",
    "docs/notifications.md, Where notifications go, js 2",
  ],
  "test/unit/mongodb/documentation.test.ts": ["docs/operations.md, Shard by user, js 1"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The names of all blocks that a test runs. */
export const RUN_BLOCK_NAMES: readonly string[] = Object.values(BLOCK_RUNNERS).flatMap((names) => [...names]);

/** The blocks that no test runs, each with the reason. Their form is checked instead. */
export const UNRUN_BLOCKS: Readonly<Record<string, string>> = {
  "README.md, Two commands, sh 1": "installs the packages and runs all tests, as .ci/run does",
  "README.md, Architecture, mermaid 1": "a picture, which the Git host renders",
  "CONTRIBUTING.md, Tests, sh 1": "installs system packages, as .ci/run does",
  "docs/operations.md, Install in containers, sh 2": "needs Docker, with the images of MongoDB and Redis",
  "docs/operations.md, Back up and restore, sh 3": "needs Docker, with the image of MongoDB",
  "docs/operations.md, Upgrade, sh 1": "needs Docker, with the images of MongoDB and Redis",
};

const FENCED_BLOCK_OR_HEADING =
  /^#+ (?<heading>.+)$|^(?<indent> *)(?<fence>```+|~~~+)(?<language>[^\n`]*)\n(?<code>[^]*?)^\k<indent>\k<fence>$/gm;

/** Extracts the fenced blocks of a Markdown text, without the indentation of a list. */
export function extractCodeBlocks(page: string, markdown: string): readonly CodeBlock[] {
  const counts = new Map<string, number>();
  const blocks: CodeBlock[] = [];
  let heading = "";
  for (const { groups = {} } of markdown.matchAll(FENCED_BLOCK_OR_HEADING)) {
    if (groups["heading"] !== undefined) {
      heading = groups["heading"];
      continue;
    }
    const { language = "", code = "", indent = "" } = groups;
    const prefix = `${page}, ${heading}, ${language.trim()}`;
    const count = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, count);
    const lines = code.split("\n").map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
    blocks.push({ name: `${prefix} ${count}`, language: language.trim(), code: lines.join("\n") });
  }
  return blocks;
}

/** Reads all fenced blocks of the documentation. */
export function readDocumentationBlocks(): readonly CodeBlock[] {
  const pages = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ...globSync("docs/**/*.md")];
  return pages.flatMap((page) => extractCodeBlocks(page, readFileSync(page, "utf8")));
}

/** Reads the blocks that a test runs, in the order of `BLOCK_RUNNERS`. @throws Error if a block does not exist. */
export function readBlocksOf(runner: keyof typeof BLOCK_RUNNERS): readonly CodeBlock[] {
  const blocks = readDocumentationBlocks();
  return BLOCK_RUNNERS[runner].map((name) => findBlock(blocks, name));
}

/** @throws Error if the block does not exist. */
export function findBlock(blocks: readonly CodeBlock[], name: string): CodeBlock {
  const block = blocks.find((candidate) => candidate.name === name);
  if (!block) throw new Error(`The documentation has no block "${name}"`);
  return block;
}

/** Returns the names of blocks that belong to no test and have no reason, or to several of these. */
export function findUnassignedBlocks(blocks: readonly CodeBlock[]): readonly string[] {
  const assigned = [...RUN_BLOCK_NAMES, ...Object.keys(UNRUN_BLOCKS)];
  return blocks.map(({ name }) => name).filter((name) => assigned.filter((other) => other === name).length !== 1);
}
