import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import ts from "typescript";

/** A source file: its path from the root of the repository, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

export function readSources(paths: readonly string[]): readonly SourceFile[] {
  return paths.map((path) => ({ path, text: readFileSync(path, "utf8") }));
}

/** @returns each name that more than one file exports, with those files. Re-exports do not count. */
export function findDuplicateExports(files: readonly SourceFile[]): readonly string[] {
  const pathsByName = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    for (const name of listExportedNames(path, text)) {
      pathsByName.set(name, (pathsByName.get(name) ?? new Set()).add(path));
    }
  }
  return Array.from(pathsByName)
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => `${name}: ${[...paths].join(", ")}`);
}

function listExportedNames(path: string, text: string): readonly string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  return source.statements
    .filter((statement) => ts.canHaveModifiers(statement) && isExported(ts.getModifiers(statement)))
    .flatMap((statement) => {
      const declarations = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [statement];
      return declarations.flatMap((declaration) => {
        const { name } = declaration as unknown as ts.NamedDeclaration;
        return name && ts.isIdentifier(name) ? [name.text] : [];
      });
    });
}

function isExported(modifiers: readonly ts.Modifier[] | undefined): boolean {
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

/** @returns the files with more lines than the limit. */
export function findLongFiles(files: readonly SourceFile[], maxLines: number): readonly string[] {
  return files.filter(({ text }) => text.split("\n").length - 1 > maxLines).map(({ path }) => path);
}

/** @returns the folders with more files than the limit; `index.ts` does not count. */
export function findCrowdedFolders(files: readonly SourceFile[], maxFiles: number): readonly string[] {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    if (basename(path) === "index.ts") continue;
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  }
  return Array.from(counts)
    .filter(([, count]) => count > maxFiles)
    .map(([folder]) => folder);
}

/**
 * A port and its implementations, and the same part of several stores, share a name.
 * @returns the names that other files share, with their paths.
 */
export function findAmbiguousFileNames(files: readonly SourceFile[]): readonly string[] {
  const paths = files.map(({ path }) => path).filter((path) => basename(path) !== "index.ts" && !isPort(path));
  return Array.from(Map.groupBy(paths, (path) => basename(path)))
    .filter(([, namesakes]) => namesakes.length > 1 && !namesakes.every(isInStore))
    .map(([name, namesakes]) => `${name}: ${namesakes.join(", ")}`);
}

const isPort = (path: string): boolean => path.startsWith("src/ports/");
const isInStore = (path: string): boolean => /^src\/adapters\/(?:in-memory|sqlite|mongodb|redis)\//.test(path);

/**
 * @param decisions the text of docs/decisions.md, whose headings are the numbers that comments may cite.
 * @returns the citations of decisions that do not exist, and of documents that the repository does not hold.
 */
export function findMissingCitations(files: readonly SourceFile[], decisions: string): readonly string[] {
  const numbers = new Set(
    Array.from(decisions.matchAll(/^#+ (?<number>\d+(?:\.\d+)?) /gm), ({ groups }) => groups?.["number"]),
  );
  return files.flatMap(({ path, text }) => {
    const cited = Array.from(
      text.matchAll(/\bdecisions? (?<number>\d+(?:\.\d+)?)/gi),
      ({ groups }) => groups?.["number"],
    );
    const absent = cited.filter((number) => !numbers.has(number)).map((number) => `${path}: decision ${number}`);
    const foreign =
      text.match(/\b(?:design|contract)(?: section)? \d+(?:\.\d+)?\b|\b(?:scale|words|renames|edge|style)\.md\b/gi) ??
      [];
    return [...absent, ...foreign.map((citation) => `${path}: ${citation}`)];
  });
}

/** Statuses whose numbers mean nothing else; the others count only where the line is about HTTP. */
const HTTP_STATUS = /\b(?:40[13-9]|41[0235]|42[2589]|431|50[2-4])\b/;
const NUMBER_IN_HTTP_LINE =
  /(?:status|http).*\b[1-5]\d\d\b|\b(?:an?|gets?|answers?|responds?|responded)(?: with)? [1-5]\d\d\b/i;
/** The words of the HTTP contract: its headers, and what Pydantic writes. */
const HTTP_WORDING = /Input should|(?:String|List) should have|Field required|Idempotency-Key|Authorization header/;

/**
 * @param wireNames the names of the fields of requests and responses that contain an underscore.
 * @returns the lines that contain an HTTP status, a wire name or the wording of the HTTP contract.
 */
export function findHttpVocabulary(files: readonly SourceFile[], wireNames: ReadonlySet<string>): readonly string[] {
  return files.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line) => {
      const words = line.match(/\w+/g) ?? [];
      const found = [
        ...words.filter((word) => wireNames.has(word)),
        (HTTP_STATUS.exec(line) ?? NUMBER_IN_HTTP_LINE.exec(line))?.[0] ?? [],
        HTTP_WORDING.exec(line)?.[0] ?? [],
      ].flat();
      return [...new Set(found)].map((fault) => `${path}: ${fault}`);
    }),
  );
}

/** @returns the names with an underscore of the parameters and properties in an OpenAPI document. */
export function listWireNames(openApi: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { properties, name } = node as { properties?: object; name?: unknown };
    for (const wireName of [...Object.keys(properties ?? {}), String(name)]) {
      if (wireName.includes("_")) names.add(wireName);
    }
    Object.values(node).forEach(visit);
  };
  visit(openApi);
  return names;
}

/**
 * @returns the names of limits (`MAX_…`, `MIN_…`, `DEFAULT_…`, `BYTES_…`) that are declared in several files although
 *   one of them exports it, or with the same value.
 */
export function findRedeclaredLimits(files: readonly SourceFile[]): readonly string[] {
  const pattern = /^(?<exported>export )?const (?<name>(?:MAX|MIN|DEFAULT|BYTES)_\w+)[^=\n]*= (?<value>[^\n]*)/gm;
  const declarations = new Map<string, { path: string; isExported: boolean; value: string }[]>();
  for (const { path, text } of files) {
    for (const { groups } of text.matchAll(pattern)) {
      const { exported, name = "", value = "" } = groups ?? {};
      declarations.set(name, [...(declarations.get(name) ?? []), { path, isExported: exported !== undefined, value }]);
    }
  }
  return Array.from(declarations)
    .filter(
      ([, found]) =>
        found.length > 1 &&
        (found.some(({ isExported }) => isExported) || new Set(found.map(({ value }) => value)).size < found.length),
    )
    .map(([name, found]) => `${name}: ${found.map(({ path }) => path).join(", ")}`);
}

/** @returns the bounds of at least three digits that a file repeats from the declarations of limits. */
export function findRepeatedBounds(limits: SourceFile, files: readonly SourceFile[]): readonly string[] {
  const listBounds = ({ text }: SourceFile): string[] =>
    Array.from(text.matchAll(/\b(?:min|max|defaultLimit|maxLimit): (?<bound>\d[\d_]{2,})/g), ({ groups }) =>
      (groups?.["bound"] ?? "").replaceAll("_", ""),
    );
  const declared = new Set(listBounds(limits));
  return files
    .filter(({ path }) => path !== limits.path)
    .flatMap((file) => listBounds(file).flatMap((bound) => (declared.has(bound) ? [`${file.path}: ${bound}`] : [])));
}

/** @returns the numbers of the application's default options that the defaults of settings repeat. */
export function findRepeatedDefaults(application: SourceFile, settings: SourceFile): readonly string[] {
  const [, options = ""] = /const DEFAULT_APPLICATION_OPTIONS\b[^=]*= \{(.*?)^\};/ms.exec(application.text) ?? [];
  const listNumbers = (text: string, pattern: RegExp): string[] =>
    Array.from(text.matchAll(pattern), ([, number = ""]) => number.replaceAll("_", ""));
  const defaults = new Set(listNumbers(options, /: (\d[\d_]*)/g));
  return listNumbers(settings.text, /^ {2}[^\n]*: number = (\d[\d_]*);/gm).filter((number) => defaults.has(number));
}
