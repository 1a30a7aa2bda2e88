import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Model, WinkMethods } from "wink-nlp";
import { yieldToEventLoop, isYieldDue } from "../../runtime/cooperative-yield.js";

const require = createRequire(import.meta.url);
const MODEL = "wink-eng-lite-web-model/dist";

/** The parts of the model, by the files that the library's own index puts together. */
const PARTS = {
  sbd: "load-sbd-model.js",
  pos: "load-pos-model.js",
  ner: "load-ner-model.js",
  negation: "load-negation-model.js",
  sa: "load-sa-model.js",
  featureFn: "feature.js",
} as const;
const ADDONS = {
  stem: "porter-stemmer.js",
  lemmatize: "lemmatize.js",
  readabilityStats: "readability-stats.js",
} as const;

/** A list of values, and the place of each. */
interface Feature {
  list: string[];
  hash?: Record<string, number>;
  intrinsicSize?: number;
  index?: number;
  maxIndex?: number;
}

/** As much of the model's core as reading it concerns. */
interface Core {
  lexicon: string | Uint32Array;
  xpansions: string | Uint32Array;
  readonly features: Record<string, Feature> & {
    lexeme: Feature;
    posClusters: { list: (string | Set<number>)[] };
  };
  readonly pos: { readonly hash: Readonly<Record<string, number>> };
  readonly packing: { readonly layout: Readonly<Record<string, readonly number[]>>; efList?: string[] };
}

export interface LanguageModel {
  readonly nlp: WinkMethods;
  /** The library adds each word that is not in its lexicon, and keeps it. */
  readonly countAddedWords: () => number;
  /** Whether the lexicon that the model came with has a lower-case word. */
  readonly hasWord: (word: string) => boolean;
}

/**
 * Reads wink's model of English afresh. The library's own index does so in one go, which holds the thread up for longer
 * than anybody is to wait, and keeps the file beside what it reads from it; here it is the same, a piece at a time.
 */
export async function languageModel(): Promise<LanguageModel> {
  const { default: wink } = await import("wink-nlp");
  const parts = await required(PARTS);
  const addons = await required(ADDONS);
  const core = (await coreOfModel()) as Core;
  await yieldToEventLoop();
  // Its typings keep the parts to themselves.
  const nlp = wink({ ...parts, addons, core: () => core, metaCER } as unknown as Model, ["pos"]);
  const { list, hash = {}, intrinsicSize = 0 } = core.features.lexeme;
  return {
    nlp,
    countAddedWords: () => list.length - intrinsicSize,
    hasWord: (word) => (hash[word] ?? intrinsicSize) < intrinsicSize,
  };
}

/**
 * Each call of the library's own encodes as JSON what the last one has encoded, which about doubles it: after some
 * twenty it fails for its length. So it is called once, and all that read the model share what it gave.
 */
let meta: unknown;
function metaCER(): unknown {
  meta ??= (require(`${MODEL}/load-cer-meta-model.js`) as () => unknown)();
  return meta;
}

async function required(files: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [name, file] of Object.entries(files)) {
    await yieldToEventLoop();
    found[name] = require(`${MODEL}/${file}`);
  }
  return found;
}

/** What the library's own `core()` answers. */
export async function coreOfModel(): Promise<unknown> {
  const core = JSON.parse(
    await readFile(require.resolve(`${MODEL}/languages/cur/models/eng-core-web-model.json`), "utf8"),
  ) as Core;
  await yieldToEventLoop();
  const { features, packing, pos } = core;
  core.lexicon = integersOf(core.lexicon);
  core.xpansions = integersOf(core.xpansions);
  const stored = Object.entries(packing.layout).filter(([, [, , , isExternal]]) => isExternal === 0);
  const listed = stored.map(([name]) => features[name]).filter((feature) => feature !== undefined);
  for (const feature of new Set([...listed, features.lexeme])) {
    feature.hash = await placesOf(feature.list);
    feature.intrinsicSize = feature.list.length;
    feature.index = feature.list.length;
  }
  for (const [name, [, mask = 0, shift = 0]] of stored) {
    const feature = features[name];
    if (feature) feature.maxIndex = mask >>> shift;
  }
  features.posClusters.list = features.posClusters.list.map((cluster) =>
    typeof cluster === "string" ? new Set(cluster.split("_").map((name) => pos.hash[name] ?? 0)) : cluster,
  );
  packing.efList = Object.entries(packing.layout)
    .filter(([, [, , , , isExtended]]) => isExtended === 1)
    .map(([name]) => name);
  return core;
}

/** Base64 of 32-bit integers. */
function integersOf(encoded: string | Uint32Array): Uint32Array {
  if (typeof encoded !== "string") return encoded;
  const bytes = Uint8Array.from(Buffer.from(encoded, "base64"));
  return new Uint32Array(bytes.buffer);
}

async function placesOf(list: readonly string[]): Promise<Record<string, number>> {
  const places = Object.create(null) as Record<string, number>;
  for (const [place, value] of list.entries()) {
    places[value] = place;
    if (place % 1000 === 0 && isYieldDue()) await yieldToEventLoop();
  }
  return places;
}
