import { readFile } from "node:fs/promises";

/** As much of the library as is used. */
export interface Eld {
  detect(text: string): { getScores(): Record<string, number> };
  enableTextCleanup(isEnabled: boolean): void;
}

/** How much each n-gram speaks for each language, by the number of the language. */
type Scores = Readonly<Record<string, number>>;

export interface NgramTable {
  readonly type: string;
  /** ISO 639-1 codes by number. */
  readonly languages: Readonly<Record<string, string>>;
  readonly ngrams: Readonly<Record<string, Scores>>;
}

interface EldModule {
  readonly createEld: () => { readonly instance: Eld; readonly loadData: (table: NgramTable) => void };
}

const entry = import.meta.resolve("eld/extrasmall");
const TABLE = new URL("../ngrams/extrasmall.js", entry);

/**
 * Loads the detector with its table of n-grams. The library's own entry has the table compiled as source code, which
 * leaves 80 MB in use; read as data, with equal scores shared, it takes 25 MB and half the time.
 */
export async function loadEld(): Promise<Eld> {
  const { createEld } = (await import(new URL("../languageDetector.js", entry).href)) as EldModule;
  const { instance, loadData } = createEld();
  loadData(await readNgramTable());
  return instance;
}

export async function readNgramTable(): Promise<NgramTable> {
  const source = await readFile(TABLE, "utf8");
  const { type, languages, ngrams } =
    /type:'(?<type>\w+)',languages:\{(?<languages>[^}]*)\},[^]*?ngrams:(?<ngrams>\{)/d.exec(source)?.indices?.groups ??
    {};
  if (!type || !languages || !ngrams) throw new Error(`${TABLE.href} is no table of n-grams`);
  return {
    type: source.slice(...type),
    languages: Object.fromEntries(
      Array.from(source.slice(...languages).matchAll(/(\d+):'(\w+)'/g), ([, number = "", code = ""]) => [number, code]),
    ),
    ngrams: readNgrams(source, ngrams[1]),
  };
}

/** Entries such as `'ab c':{9:64,37:12}` and, where a name needs no quotes, `abc:{9:64}`. */
const ENTRY =
  /(?:(?<quote>['"])(?<quoted>(?:\\.|(?!\k<quote>)[^\\])*)\k<quote>|(?<bare>[\p{ID_Continue}$]+)):\{(?<scores>[^}]*)\}/gsu;

function readNgrams(source: string, from: number): Record<string, Scores> {
  const ngrams = Object.create(null) as Record<string, Scores>;
  const known = new Map<string, Scores>();
  for (const { groups = {} } of source.slice(from).matchAll(ENTRY)) {
    const { quoted = "", bare, scores: written = "" } = groups;
    const scores = known.get(written) ?? readScores(written);
    known.set(written, scores);
    ngrams[bare ?? quoted.replaceAll(/\\(.)/gsu, "$1")] = scores;
  }
  return ngrams;
}

function readScores(written: string): Scores {
  return JSON.parse(`{${written.replaceAll(/(\d+):/g, '"$1":')}}`) as Scores;
}
