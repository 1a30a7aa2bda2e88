import { join } from "node:path";
import type { ServiceStatus } from "../adapters/cli/program.js";
import type { StoreCounts, RateLimiterStatus } from "../ports/driven/index.js";
import { embedderInUse, embeddingModelOf, languageModelOf, type ModelInUse } from "./models.js";
import type { Settings } from "./settings.js";

/** @param builtIn the id of the built-in summariser. */
export function statusOf(
  settings: Settings,
  counts: StoreCounts,
  builtIn: string,
  { id, available }: RateLimiterStatus,
): ServiceStatus {
  const [languageModel, embeddingModel] = [languageModelOf(settings), embeddingModelOf(settings)];
  const embedder = embedderInUse(settings);
  return {
    store: describeStore(settings),
    counts,
    summariser: { id: languageModel?.id ?? builtIn, host: hostOf(languageModel) },
    embedder: { id: embedder.id, host: hostOf(embeddingModel) },
    embedded: embedder.isKept ? (counts.embeddings.get(embedder.id) ?? 0) : counts.memories,
    rateLimiter: { id, host: settings.redisUrl === undefined ? undefined : new URL(settings.redisUrl).host, available },
    madeWithoutModel: languageModel ? (counts.summaries.get(builtIn) ?? 0) : 0,
  };
}

function describeStore({ store, dataDirectory, mongodbUrl = "" }: Settings): string {
  if (store === "sqlite") return `SQLite at ${join(dataDirectory, "mneme.db")}`;
  return store === "mongodb" ? `MongoDB at ${hostsOf(mongodbUrl)}` : "memory";
}

/** The hosts of a connection string, without credentials and options. */
function hostsOf(mongodbUrl: string): string {
  const [hosts = ""] = mongodbUrl.replace(/^[^/]*\/\/(?:[^/]*@)?/, "").split(/[/?]/, 1);
  return hosts;
}

/** Without the path, in which some endpoints have a secret. */
function hostOf(model: ModelInUse | undefined): string | undefined {
  return model && new URL(model.baseUrl).host;
}
