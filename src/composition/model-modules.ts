import { ContainerModule } from "inversify";
import {
  builtInMemoryIndex,
  EmbeddingBacklog,
  InProcessMemoryIndex,
  JoiningEmbedder,
  KeptVectors,
} from "../adapters/language/search/index.js";
import type { Settings } from "./settings.js";
import { provide } from "./token.js";
import * as tokens from "./tokens.js";

/** What whoever asks a language model needs. */
const asking = {
  settings: tokens.settings,
  chat: tokens.chat,
  store: tokens.store,
  clock: tokens.clock,
  ids: tokens.ids,
  log: tokens.log,
};

/** Design 6. The client library is loaded by nobody who has no model. */
const languageModel = (baseUrl: string, model: string): ContainerModule =>
  new ContainerModule(({ bind }) => {
    provide(bind, tokens.chat, {
      needs: {
        settings: tokens.settings,
        store: tokens.store,
        scheduler: tokens.scheduler,
        clock: tokens.clock,
        ids: tokens.ids,
        log: tokens.log,
      },
      make: async ({ settings, store: { semaphore }, scheduler, clock, ids, log }) => {
        const { llmApiKey: apiKey, llmTimeoutMs: timeoutMs, llmConcurrency: limit } = settings;
        const { ChatClient, SharedTurns } = await import("../adapters/llm/index.js");
        const turns = new SharedTurns({ semaphore, scheduler, clock, ids, log }, "chat", limit);
        return new ChatClient({ baseUrl, model, apiKey, timeoutMs }, { clock, log, turns });
      },
      close: (chat) => chat?.close(),
    });
    provide(bind, tokens.llmSummariser, {
      needs: asking,
      make: async ({ settings, chat, store: { tokenBudget: budget }, clock, ids, log }) => {
        const { llmContextTokens: contextTokens, llmTokensPerDay: tokensPerDay } = settings;
        const { LlmSummariser } = await import("../adapters/llm/index.js");
        return chat && new LlmSummariser({ chat, budget, clock, ids, log }, { model, contextTokens, tokensPerDay });
      },
    });
    provide(bind, tokens.answerer, {
      needs: asking,
      make: async ({ settings, chat, store: { tokenBudget: budget }, clock, ids, log }) => {
        const { llmContextTokens: contextTokens, llmTokensPerDay: tokensPerDay } = settings;
        const { LlmAnswerer } = await import("../adapters/llm/index.js");
        return chat && new LlmAnswerer({ chat, budget, clock, ids, log }, { contextTokens, tokensPerDay });
      },
    });
    provide(bind, tokens.llmWriter, {
      needs: asking,
      make: async ({ settings, chat, store: { tokenBudget: budget }, clock, ids, log }) => {
        const { llmContextTokens: contextTokens, llmTokensPerDay: tokensPerDay } = settings;
        const { LlmWriter } = await import("../adapters/llm/index.js");
        return chat && new LlmWriter({ chat, budget, clock, ids, log }, { model, contextTokens, tokensPerDay });
      },
    });
  });

const noLanguageModel = new ContainerModule(({ bind }) => {
  provide(bind, tokens.chat, { needs: {}, make: () => undefined });
  provide(bind, tokens.llmSummariser, { needs: {}, make: () => undefined });
  provide(bind, tokens.answerer, { needs: {}, make: () => undefined });
  provide(bind, tokens.llmWriter, { needs: {}, make: () => undefined });
});

/** Decision 5.7. */
const embeddingModel = (baseUrl: string, model: string): ContainerModule =>
  new ContainerModule(({ bind }) => {
    provide(bind, tokens.embeddingClient, {
      needs: { settings: tokens.settings, clock: tokens.clock, log: tokens.log },
      make: async ({ settings, clock, log }) => {
        const { embeddingsApiKey: apiKey, embeddingsTimeoutMs: timeoutMs } = settings;
        const { embeddingsBatch: batch, embeddingsContextTokens: contextTokens } = settings;
        const { EmbeddingClient } = await import("../adapters/llm/index.js");
        return new EmbeddingClient({ baseUrl, model, apiKey, timeoutMs, batch, contextTokens }, { clock, log });
      },
      close: (client) => client?.close(),
    });
    provide(bind, tokens.embedder, {
      needs: { client: tokens.embeddingClient },
      make: ({ client }) => client && new JoiningEmbedder(client),
    });
    provide(bind, tokens.embeddingBacklog, {
      needs: {
        settings: tokens.settings,
        store: tokens.store,
        embedder: tokens.embedder,
        scheduler: tokens.scheduler,
        clock: tokens.clock,
        ids: tokens.ids,
        log: tokens.log,
      },
      make: async ({ settings, store: { embeddings, semaphore }, embedder, scheduler, clock, ids, log }) => {
        const { SharedTurns } = await import("../adapters/llm/index.js");
        const turns = new SharedTurns({ semaphore, scheduler, clock, ids, log }, "embeddings", 1);
        const ports = embedder && { embedder, embeddings, scheduler, log, turns };
        return ports && new EmbeddingBacklog(ports, settings.embeddingsBatch);
      },
    });
    provide(bind, tokens.keptVectors, {
      needs: {
        settings: tokens.settings,
        store: tokens.store,
        embedder: tokens.embedder,
        scheduler: tokens.scheduler,
        log: tokens.log,
      },
      make: ({ settings: { embeddingsBatch }, store: { embeddings }, embedder, scheduler, log }) =>
        embedder && new KeptVectors(embedder, embeddings, scheduler, log, embeddingsBatch),
      close: (vectors) => vectors?.close(),
    });
    provide(bind, tokens.memoryIndex, {
      needs: {
        store: tokens.store,
        room: tokens.indexRoom,
        embedder: tokens.embedder,
        keptVectors: tokens.keptVectors,
      },
      make: ({ store: { memories }, room, embedder, keptVectors }) =>
        embedder && keptVectors
          ? new InProcessMemoryIndex(memories, embedder, keptVectors, room)
          : builtInMemoryIndex(memories, room),
    });
  });

const noEmbeddingModel = new ContainerModule(({ bind }) => {
  provide(bind, tokens.embeddingClient, { needs: {}, make: () => undefined });
  provide(bind, tokens.embeddingBacklog, { needs: {}, make: () => undefined });
  provide(bind, tokens.embedder, { needs: {}, make: () => undefined });
  provide(bind, tokens.memoryIndex, {
    needs: { store: tokens.store, room: tokens.indexRoom },
    make: ({ store: { memories }, room }) => builtInMemoryIndex(memories, room),
  });
});

/** What asks models, as far as there are any. */
export function modelModules(settings: Settings): ContainerModule[] {
  const { llmBaseUrl, llmModel, embeddingsBaseUrl, embeddingsModel } = settings;
  return [
    llmBaseUrl !== undefined && llmModel !== undefined ? languageModel(llmBaseUrl, llmModel) : noLanguageModel,
    embeddingsBaseUrl !== undefined && embeddingsModel !== undefined
      ? embeddingModel(embeddingsBaseUrl, embeddingsModel)
      : noEmbeddingModel,
  ];
}
