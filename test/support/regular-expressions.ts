import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import ts from "typescript";

/** A regular expression of `src/`, with the files that contain it. */
export interface FoundExpression {
  readonly source: string;
  readonly flags: string;
  /** The source files that contain it, relative to the project. */
  readonly files: readonly string[];
}

/** A regular expression that a module builds from strings, as `constructed-expressions.ts` prints it. */
export interface ConstructedExpression {
  readonly source: string;
  readonly flags: string;
  readonly file: string;
}

const MAX_OUTPUT_BYTES = 2 ** 26;

/** Collects every regular expression of `src/`, literal or constructed, without duplicates. */
export async function collectExpressions(): Promise<FoundExpression[]> {
  const expressionsByKey = new Map<string, { source: string; flags: string; files: Set<string> }>();
  for (const { source, flags, file } of [...findLiteralExpressions(), ...(await loadConstructedExpressions())]) {
    const key = `/${source}/${flags}`;
    const existing = expressionsByKey.get(key);
    if (existing) existing.files.add(file);
    else expressionsByKey.set(key, { source, flags, files: new Set([file]) });
  }
  return Array.from(expressionsByKey.values(), ({ files, ...expression }) => ({ ...expression, files: [...files] }));
}

/** Finds the regular expression literals in the source files of `src/`. */
function* findLiteralExpressions(): Generator<ConstructedExpression> {
  for (const file of globSync("src/**/*.ts").toSorted()) {
    const parsed = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.ESNext);
    const pending: ts.Node[] = [parsed];
    for (let node = pending.pop(); node; node = pending.pop()) {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf("/");
        yield { source: node.text.slice(1, end), flags: node.text.slice(end + 1), file };
      }
      ts.forEachChild(node, (child) => void pending.push(child));
    }
  }
}

/** Loads the expressions that the modules build when they are loaded and used, in a separate process. */
async function loadConstructedExpressions(): Promise<ConstructedExpression[]> {
  const program = fileURLToPath(new URL("./constructed-expressions.js", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program], { maxBuffer: MAX_OUTPUT_BYTES });
  return JSON.parse(stdout) as ConstructedExpression[];
}
