import { builtInEmbedderId } from "../adapters/language/search/index.js";
import { modelId } from "../adapters/llm/model-id.js";
import type { Settings } from "./settings.js";

/** Which summariser or embedder is in use. */
export interface ModelInUse {
  /** As what it makes is signed. */
  readonly id: string;
  readonly baseUrl: string;
}

/** Undefined for the built-in summariser. */
export function languageModelOf({ llmBaseUrl, llmModel }: Settings): ModelInUse | undefined {
  if (llmBaseUrl === undefined || llmModel === undefined) return undefined;
  return { id: modelId(llmModel), baseUrl: llmBaseUrl };
}

/** Undefined for the built-in embedder. */
export function embeddingModelOf({ embeddingsBaseUrl, embeddingsModel }: Settings): ModelInUse | undefined {
  if (embeddingsBaseUrl === undefined || embeddingsModel === undefined) return undefined;
  return { id: modelId(embeddingsModel), baseUrl: embeddingsBaseUrl };
}

/** What the built-in embedder makes is made at once, and not kept. */
export function embedderInUse(settings: Settings): { readonly id: string; readonly isKept: boolean } {
  const model = embeddingModelOf(settings);
  return { id: model?.id ?? builtInEmbedderId, isKept: model !== undefined };
}
