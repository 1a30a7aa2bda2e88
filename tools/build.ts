import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * `node tools/build.ts [src] [compiler options]` compiles the project in the current directory into dist/, only what
 * changed since the last run: with `src` what a service needs, otherwise tests, benchmarks and tools as well.
 * Afterwards dist/ holds an output for each source file and none for deleted ones.
 */
const DIST = "dist";
const FOLDERS = ["src", "test", "bench", "examples", "tools"];
const LOCK_TIMEOUT_MS = 600_000;
const compiler = createRequire(import.meta.url).resolve("typescript/package.json");

const [scope, ...rest] = process.argv.slice(2);
const options = scope === "src" || scope === undefined ? rest : [scope, ...rest];
// Once everything has been compiled it is kept up to date: two projects must not write the same outputs in turn.
const isSourceOnly = scope === "src" && !existsSync(join(DIST, ".tsbuildinfo"));
const project = isSourceOnly ? "tsconfig.src.json" : "tsconfig.json";
/** The compiler's record of its last run, as the project names it, and the time of the last run that succeeded. */
const record = join(DIST, isSourceOnly ? ".tsbuildinfo-src" : ".tsbuildinfo");
const stamp = `${record}.succeeded`;

/** Source files without extension, relative to the project. */
function sourceFiles(): string[] {
  const folders = isSourceOnly ? ["src"] : FOLDERS;
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.ts`, { exclude: (name) => name.endsWith(".d.ts") }))
    .map((file) => file.slice(0, -".ts".length));
}

/** @returns whether outputs were removed, in which case their importers must be compiled again. */
function removeStaleOutputs(): boolean {
  const stale = FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.{js,js.map,d.ts}`, { cwd: DIST })).filter(
    (output) => !existsSync(output.replace(/\.(js|js\.map|d\.ts)$/, ".ts")),
  );
  for (const output of stale) rmSync(join(DIST, output));
  return stale.length > 0;
}

/** Avoids loading the compiler (about a second) if no input is newer than the last successful run. */
function isUpToDate(sources: readonly string[]): boolean {
  if (!existsSync(stamp) || options.length > 0) return false;
  const { mtimeMs } = statSync(stamp);
  const configuration = ["tsconfig.json", "tsconfig.src.json", "package.json", "package-lock.json"];
  const data = globSync("src/**/*.json");
  const inputs = [...configuration.filter((file) => existsSync(file)), ...data, ...sources.map((file) => `${file}.ts`)];
  return inputs.every((file) => statSync(file).mtimeMs < mtimeMs);
}

const areAllCompiled = (sources: readonly string[]): boolean =>
  sources.every((file) => existsSync(join(DIST, `${file}.js`)));

function compile(): void {
  const { status } = spawnSync(process.execPath, [join(compiler, "../bin/tsc"), "-b", project, ...options], {
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}

mkdirSync(DIST, { recursive: true });
// Held until this process ends, so that concurrent commands wait for the build.
const lock = new DatabaseSync(join(DIST, ".build-lock"), { timeout: LOCK_TIMEOUT_MS });
lock.exec("BEGIN EXCLUSIVE");
const startedAt = new Date();
const sources = sourceFiles();
const isStale = removeStaleOutputs();
if (options.includes("--watch")) lock.close();
if (isStale || !isUpToDate(sources) || !areAllCompiled(sources)) {
  rmSync(stamp, { force: true });
  compile();
  // The compiler trusts its record of the last run and does not notice that an output was deleted.
  if (!areAllCompiled(sources)) {
    rmSync(record);
    compile();
  }
  // Dated at the start, so that files changed while the compiler runs count as newer.
  writeFileSync(stamp, "");
  utimesSync(stamp, startedAt, startedAt);
}
