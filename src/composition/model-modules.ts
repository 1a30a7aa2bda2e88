import { ContainerModule } from "inversify";
import { formatModelId } from "../adapters/llm/client/model-id.js";
import { DistributedLimiter } from "../adapters/runtime/index.js";
import {
  EmbeddingWorker,
  InProcessMemoryIndex,
  CoalescingEmbedder,
  StoredEmbeddings,
} from "../adapters/search/index.js";
import { provide } from "./tokens.js";
import type { Settings } from "./settings.js";
import * as tokens from "./tokens.js";

/** The dependencies of each part that calls the language model. */
const modelDependencies = {
  settings: tokens.settings,
  chat: tokens.chatClient,
  store: tokens.store,
  clock: tokens.clock,
  ids: tokens.ids,
  log: tokens.log,
};

/** Loads the client library only here, so that a service without a model does not load it. */
const createLanguageModelModule = (baseUrl: string, model: string): ContainerModule =>
  new ContainerModule(({ bind }) => {
    provide(bind, tokens.chatClient, {
      dependencies: {
        settings: tokens.settings,
        store: tokens.store,
        runtime: tokens.runtime,
        scheduler: tokens.scheduler,
        clock: tokens.clock,
        ids: tokens.ids,
        log: tokens.log,
      },
      create: async ({ settings, store: { semaphore }, runtime, scheduler, clock, ids, log }) => {
        const { llmApiKey: apiKey, llmTimeoutMs: timeoutMs, llmConcurrency: limit } = settings;
        const { ChatClient } = await import("../adapters/llm/index.js");
        const limiter = new DistributedLimiter({ semaphore, scheduler, clock, ids, log }, "chat", limit);
        return new ChatClient({ baseUrl, model, apiKey, timeoutMs }, { runtime, log, limiter });
      },
      close: (chat) => chat?.close(),
    });
    provide(bind, tokens.llmSummariser, {
      dependencies: modelDependencies,
      create: async ({ settings, chat, store: { tokenBudget: budget }, clock, ids, log }) => {
        const { llmContextTokens: contextTokens, llmTokensPerDay: tokensPerDay } = settings;
        const { LlmSummariser } = await import("../adapters/llm/index.js");
        return chat && new LlmSummariser({ chat, budget, clock, ids, log }, { model, contextTokens, tokensPerDay });
      },
    });
    provide(bind, tokens.answerer, {
      dependencies: modelDependencies,
      create: async ({ settings, chat, store: { tokenBudget: budget }, clock, ids, log }) => {
        const { llmContextTokens: contextTokens, llmTokensPerDay: tokensPerDay } = settings;
        const { LlmAnswerGenerator } = await import("../adapters/llm/index.js");
        return chat && new LlmAnswerGenerator({ chat, budget, clock, ids, log }, { contextTokens, tokensPerDay });
      },
    });
    provide(bind, tokens.llmTextGenerator, {
      dependencies: modelDependencies,
      create: async ({ settings, chat, store: { tokenBudget: budget }, clock, ids, log }) => {
        const { llmContextTokens: contextTokens, llmTokensPerDay: tokensPerDay } = settings;
        const { LlmTextGenerator } = await import("../adapters/llm/index.js");
        return chat && new LlmTextGenerator({ chat, budget, clock, ids, log }, { model, contextTokens, tokensPerDay });
      },
    });
  });

const noLanguageModelModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.chatClient, { dependencies: {}, create: () => undefined });
  provide(bind, tokens.llmSummariser, { dependencies: {}, create: () => undefined });
  provide(bind, tokens.answerer, { dependencies: {}, create: () => undefined });
  provide(bind, tokens.llmTextGenerator, { dependencies: {}, create: () => undefined });
});

/** Stores the vectors of the model, and computes missing ones in the background (decision 5.7). */
const createEmbeddingModelModule = (baseUrl: string, model: string): ContainerModule =>
  new ContainerModule(({ bind }) => {
    provide(bind, tokens.embeddingClient, {
      dependencies: { settings: tokens.settings, runtime: tokens.runtime, log: tokens.log },
      create: async ({ settings, runtime, log }) => {
        const { embeddingsApiKey: apiKey, embeddingsTimeoutMs: timeoutMs } = settings;
        const { embeddingsBatch: batch, embeddingsContextTokens: contextTokens } = settings;
        const { EmbeddingClient } = await import("../adapters/llm/index.js");
        return new EmbeddingClient(
          { baseUrl, model, apiKey, timeoutMs, batchSize: batch, contextTokens },
          { runtime, log },
        );
      },
      close: (client) => client?.close(),
    });
    provide(bind, tokens.embedder, {
      dependencies: { client: tokens.embeddingClient },
      create: ({ client }) => client && new CoalescingEmbedder(client),
    });
    provide(bind, tokens.embeddingBacklog, {
      dependencies: {
        settings: tokens.settings,
        store: tokens.store,
        embedder: tokens.embedder,
        scheduler: tokens.scheduler,
        clock: tokens.clock,
        ids: tokens.ids,
        log: tokens.log,
      },
      create: ({ settings, store: { embeddings, semaphore }, embedder, scheduler, clock, ids, log }) => {
        const limiter = new DistributedLimiter({ semaphore, scheduler, clock, ids, log }, "embeddings", 1);
        const ports = embedder && { embedder, embeddings, scheduler, log, turns: limiter };
        return ports && new EmbeddingWorker(ports, settings.embeddingsBatch);
      },
    });
    provide(bind, tokens.storedEmbeddings, {
      dependencies: {
        settings: tokens.settings,
        store: tokens.store,
        embedder: tokens.embedder,
        scheduler: tokens.scheduler,
        log: tokens.log,
      },
      create: ({ settings: { embeddingsBatch }, store: { embeddings }, embedder, scheduler, log }) =>
        embedder && new StoredEmbeddings(embedder, embeddings, scheduler, log, embeddingsBatch),
      close: (vectors) => vectors?.close(),
    });
    provide(bind, tokens.memoryIndex, {
      dependencies: {
        store: tokens.store,
        indexMemoryBudget: tokens.indexMemoryBudget,
        storedEmbeddings: tokens.storedEmbeddings,
      },
      create: ({ store: { memories }, indexMemoryBudget, storedEmbeddings }) =>
        new InProcessMemoryIndex(memories, indexMemoryBudget, storedEmbeddings),
    });
  });

const noEmbeddingModelModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.embeddingClient, { dependencies: {}, create: () => undefined });
  provide(bind, tokens.embeddingBacklog, { dependencies: {}, create: () => undefined });
  provide(bind, tokens.embedder, { dependencies: {}, create: () => undefined });
  provide(bind, tokens.memoryIndex, {
    dependencies: { store: tokens.store, indexMemoryBudget: tokens.indexMemoryBudget },
    create: ({ store: { memories }, indexMemoryBudget }) => new InProcessMemoryIndex(memories, indexMemoryBudget),
  });
});

/** Returns the modules of the configured models, with undefined parts for models that are not configured. */
export function createModelModules(settings: Settings): ContainerModule[] {
  const { llmBaseUrl, llmModel, embeddingsBaseUrl, embeddingsModel } = settings;
  return [
    llmBaseUrl !== undefined && llmModel !== undefined
      ? createLanguageModelModule(llmBaseUrl, llmModel)
      : noLanguageModelModule,
    embeddingsBaseUrl !== undefined && embeddingsModel !== undefined
      ? createEmbeddingModelModule(embeddingsBaseUrl, embeddingsModel)
      : noEmbeddingModelModule,
  ];
}

/** A configured model that is used as summariser or embedder. */
export interface ConfiguredModel {
  /** Stored with the summaries or vectors that the model generates. */
  readonly id: string;
  readonly baseUrl: string;
}

/** @returns undefined for the built-in summariser. */
export function getLanguageModel({ llmBaseUrl, llmModel }: Settings): ConfiguredModel | undefined {
  if (llmBaseUrl === undefined || llmModel === undefined) return undefined;
  return { id: formatModelId(llmModel), baseUrl: llmBaseUrl };
}

/** @returns undefined when search uses words only. */
export function getEmbeddingModel({ embeddingsBaseUrl, embeddingsModel }: Settings): ConfiguredModel | undefined {
  if (embeddingsBaseUrl === undefined || embeddingsModel === undefined) return undefined;
  return { id: formatModelId(embeddingsModel), baseUrl: embeddingsBaseUrl };
}

/** Returns the embedder in use; without a model its ID is `none`, and no memory waits for a vector. */
export function getActiveEmbedder(settings: Settings): { readonly id: string; readonly isKept: boolean } {
  const model = getEmbeddingModel(settings);
  return { id: model?.id ?? "none", isKept: model !== undefined };
}
