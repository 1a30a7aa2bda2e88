import { join, resolve } from "node:path";
import type { ServiceStatus } from "../adapters/cli/service-handle.js";
import { hasStore } from "../adapters/sqlite/index.js";
import type { StoreCounts, RateLimiterStatus } from "../ports/driven/index.js";
import { getActiveEmbedder, getEmbeddingModel, getLanguageModel, type ConfiguredModel } from "./model-modules.js";
import type { Settings, StoreKind } from "./settings.js";

/** @throws Error with a one-line message if opening the store would create one. A MongoDB server always has one. */
export function assertStoreExists({ store, dataDirectory }: Settings): void {
  if (store !== "sqlite" || hasStore(dataDirectory)) return;
  throw new Error(`There is no store in ${resolve(dataDirectory)}: check MNEME_DATA_DIR`);
}

export function createServiceStatus(
  settings: Settings,
  counts: StoreCounts,
  builtInSummariserId: string,
  { id, available }: RateLimiterStatus,
): ServiceStatus {
  const [languageModel, embeddingModel] = [getLanguageModel(settings), getEmbeddingModel(settings)];
  const embedder = getActiveEmbedder(settings);
  return {
    store: STORE_DESCRIPTIONS[settings.store](settings),
    counts,
    summariser: { id: languageModel?.id ?? builtInSummariserId, host: getHost(languageModel) },
    embedder: { id: embedder.id, host: getHost(embeddingModel) },
    embeddedMemories: counts.embeddings.get(embedder.id) ?? 0,
    rateLimiter: { id, host: settings.redisUrl === undefined ? undefined : new URL(settings.redisUrl).host, available },
    summarisedWithoutModel: languageModel ? (counts.summaries.get(builtInSummariserId) ?? 0) : 0,
  };
}

const STORE_DESCRIPTIONS: Readonly<Record<StoreKind, (settings: Settings) => string>> = {
  sqlite: ({ dataDirectory }) => `SQLite at ${join(dataDirectory, "mneme.db")}`,
  mongodb: ({ mongodbUrl = "" }) => `MongoDB at ${parseHosts(mongodbUrl)}`,
  memory: () => "memory",
};

/** Returns the hosts of a connection string, without credentials and options. */
function parseHosts(mongodbUrl: string): string {
  const [hosts = ""] = mongodbUrl.replace(/^[^/]*\/\/(?:[^/]*@)?/, "").split(/[/?]/, 1);
  return hosts;
}

/** Returns the host without the path, because the path of some endpoints contains a secret. */
function getHost(model: ConfiguredModel | undefined): string | undefined {
  return model && new URL(model.baseUrl).host;
}
