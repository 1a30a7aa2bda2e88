import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import ts from "typescript";

/** A regular expression of `src/`, and where it stands first. */
export interface FoundExpression {
  readonly source: string;
  readonly flags: string;
  /** The source files that have it, relative to the project. */
  readonly files: readonly string[];
}

/** A regular expression that a module has built from strings, as `constructed-expressions.ts` prints it. */
export interface ConstructedExpression {
  readonly source: string;
  readonly flags: string;
  readonly file: string;
}

const MAX_OUTPUT_BYTES = 2 ** 26;

/** Every regular expression of `src/`, literal or constructed, each once. */
export async function collectExpressions(): Promise<FoundExpression[]> {
  const found = new Map<string, { source: string; flags: string; files: Set<string> }>();
  for (const { source, flags, file } of [...literalExpressions(), ...(await constructedExpressions())]) {
    const key = `/${source}/${flags}`;
    const known = found.get(key);
    if (known) known.files.add(file);
    else found.set(key, { source, flags, files: new Set([file]) });
  }
  return Array.from(found.values(), ({ files, ...expression }) => ({ ...expression, files: [...files] }));
}

/** Of the source files of `src/`. */
function* literalExpressions(): Generator<ConstructedExpression> {
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

/** Those that the modules build when they are loaded and used, in a process of their own. */
async function constructedExpressions(): Promise<ConstructedExpression[]> {
  const program = fileURLToPath(new URL("./constructed-expressions.js", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program], { maxBuffer: MAX_OUTPUT_BYTES });
  return JSON.parse(stdout) as ConstructedExpression[];
}
