import { ContainerModule } from "inversify";
import { pushChannelsOver, vapidKeysOf } from "../adapters/channels/index.js";
import { createHttpApi, wireNames } from "../adapters/http/index.js";
import { LocalIssuer, openOidcVerifier } from "../adapters/identity/index.js";
import { InMemoryRateLimiter, openInMemoryStore } from "../adapters/in-memory/index.js";
import { BuiltInFactComparer } from "../adapters/language/built-in-fact-comparer.js";
import { BuiltInMemoryClassifier } from "../adapters/language/built-in-memory-classifier.js";
import { BuiltInWriter } from "../adapters/language/built-in-writer.js";
import { IndexRoom, InProcessPassageIndex } from "../adapters/language/search/index.js";
import {
  languageThread,
  ThreadedLanguageDetector,
  ThreadedSummariser,
} from "../adapters/language/threaded-language.js";
import { ThreadPool } from "../adapters/runtime/index.js";
import { openSqliteStore } from "../adapters/sqlite/index.js";
import {
  AesGcmSealer,
  KeyedSecrets,
  PinoEventLog,
  SystemClock,
  SystemIds,
  SystemScheduler,
} from "../adapters/system/index.js";
import { applicationDefaults, createApplication } from "../application/create-application.js";
import type { Clock } from "../ports/driven/index.js";
import { addSettingToError, prepareDirectory } from "./data-directory.js";
import { resolveMasterSecret } from "./master-secret.js";
import { withMetrics, withoutMetrics } from "./metrics-modules.js";
import { modelModules } from "./model-modules.js";
import type { Settings, StoreKind } from "./settings.js";
import { provide } from "./token.js";
import * as tokens from "./tokens.js";

/** Whom the local issuer's tokens are for. */
const LOCAL_AUDIENCE = "mneme";

/** Time, chance and the outside of the process. */
const system = new ContainerModule(({ bind }) => {
  provide(bind, tokens.clock, {
    needs: { store: tokens.store },
    make: ({ store }): Clock => store.clock ?? new SystemClock(),
  });
  provide(bind, tokens.ids, { needs: {}, make: () => new SystemIds() });
  provide(bind, tokens.scheduler, { needs: {}, make: () => new SystemScheduler() });
  provide(bind, tokens.writtenLog, {
    needs: { settings: tokens.settings },
    make: ({ settings: { logLevel, logStream } }) => new PinoEventLog({ level: logLevel, stream: logStream }),
    close: (log) => log.flush(),
  });
  provide(bind, tokens.masterSecret, {
    needs: { settings: tokens.settings, store: tokens.store, log: tokens.writtenLog },
    make: resolveMasterSecret,
  });
  provide(bind, tokens.secrets, {
    needs: { masterSecret: tokens.masterSecret },
    make: ({ masterSecret }) => new KeyedSecrets(masterSecret.derive("api-key-pepper")),
  });
  provide(bind, tokens.sealer, {
    needs: { masterSecret: tokens.masterSecret },
    make: ({ masterSecret }) => new AesGcmSealer(masterSecret.derive("sealing")),
  });
});

const sqlite = new ContainerModule(({ bind }) => {
  provide(bind, tokens.store, {
    // Not `log`: its metrics depend on the store.
    needs: { settings: tokens.settings, log: tokens.writtenLog },
    make: async ({ settings: { dataDirectory }, log }) => {
      await prepareDirectory(dataDirectory, log);
      return addSettingToError(dataDirectory, openSqliteStore({ directory: dataDirectory, log }));
    },
    close: (store) => store.close(),
  });
});

const mongodb = new ContainerModule(({ bind }) => {
  provide(bind, tokens.store, {
    // Not `log`: its metrics depend on the store.
    needs: { settings: tokens.settings, log: tokens.writtenLog },
    make: async ({ settings: { mongodbUrl = "" }, log }) => {
      const { openMongoStore } = await import("../adapters/mongodb/index.js");
      return openMongoStore({ url: mongodbUrl, clock: new SystemClock(), log });
    },
    close: (store) => store.close(),
  });
});

const inMemory = new ContainerModule(({ bind }) => {
  provide(bind, tokens.store, { needs: {}, make: () => openInMemoryStore(), close: (store) => store.close() });
});

const limits = new ContainerModule(({ bind }) => {
  provide(bind, tokens.redisRateLimiter, {
    needs: { settings: tokens.settings, clock: tokens.clock, log: tokens.log },
    make: async ({ settings: { redisUrl: url, replicas }, clock, log }) => {
      if (url === undefined) return undefined;
      const { RedisRateLimiter } = await import("../adapters/redis/index.js");
      return new RedisRateLimiter({ url, replicas, local: new InMemoryRateLimiter(clock), clock, log });
    },
    close: (limiter) => limiter?.close(),
  });
  provide(bind, tokens.rateLimiter, {
    needs: { shared: tokens.redisRateLimiter, clock: tokens.clock },
    make: ({ shared, clock }) => shared ?? new InMemoryRateLimiter(clock),
  });
});

const language = new ContainerModule(({ bind }) => {
  provide(bind, tokens.threads, {
    needs: { settings: tokens.settings },
    make: ({ settings: { workerThreads } }) =>
      new ThreadPool({ module: languageThread, ...(workerThreads === undefined ? {} : { maxThreads: workerThreads }) }),
    close: (threads) => threads.close(),
  });
  provide(bind, tokens.summariser, {
    needs: { threads: tokens.threads },
    make: ({ threads }) => new ThreadedSummariser(threads),
  });
  provide(bind, tokens.languageDetector, {
    needs: { threads: tokens.threads },
    make: ({ threads }) => new ThreadedLanguageDetector(threads),
  });
  provide(bind, tokens.writer, { needs: {}, make: () => new BuiltInWriter() });
  provide(bind, tokens.factComparer, { needs: {}, make: () => new BuiltInFactComparer() });
  provide(bind, tokens.memoryClassifier, { needs: {}, make: () => new BuiltInMemoryClassifier() });
  provide(bind, tokens.indexRoom, {
    needs: { settings: tokens.settings },
    make: ({ settings: { searchMemoryBytes } }) => new IndexRoom(searchMemoryBytes),
  });
  provide(bind, tokens.passageIndex, {
    needs: { store: tokens.store, memoryIndex: tokens.memoryIndex, room: tokens.indexRoom },
    make: ({ store, memoryIndex, room }) => new InProcessPassageIndex(store, memoryIndex, room),
  });
});

const outbound = new ContainerModule(({ bind }) => {
  provide(bind, tokens.addressFilter, {
    needs: { settings: tokens.settings },
    make: async ({ settings: { webhookAllowNetworks } }) =>
      new (await import("../adapters/outbound/index.js")).AddressFilter(webhookAllowNetworks),
  });
  provide(bind, tokens.addressPolicy, {
    needs: { filter: tokens.addressFilter },
    make: async ({ filter }) => new (await import("../adapters/outbound/index.js")).LiteralAddressPolicy(filter),
  });
  provide(bind, tokens.outbound, {
    needs: { filter: tokens.addressFilter, clock: tokens.clock, scheduler: tokens.scheduler },
    make: async (parts) => {
      const { FilteredOutboundClient, resolveName } = await import("../adapters/outbound/index.js");
      return new FilteredOutboundClient({ ...parts, resolve: resolveName });
    },
    close: (client) => client.close(),
  });
  provide(bind, tokens.appWebhook, {
    needs: { client: tokens.outbound },
    make: async ({ client }) => new (await import("../adapters/outbound/index.js")).OutboundAppWebhook(client),
  });
});

const channels = new ContainerModule(({ bind }) => {
  provide(bind, tokens.pushChannels, {
    needs: {
      settings: tokens.settings,
      masterSecret: tokens.masterSecret,
      outbound: tokens.outbound,
      sealer: tokens.sealer,
    },
    make: ({ settings: { webPushContact: contact }, masterSecret, ...ports }) =>
      pushChannelsOver(ports, { keys: vapidKeysOf(masterSecret.derive("vapid")), contact }),
  });
});

/** Decision 1.7: one issuer at a time. */
const localIdentity = new ContainerModule(({ bind }) => {
  provide(bind, tokens.localIssuer, {
    needs: { masterSecret: tokens.masterSecret, clock: tokens.clock },
    make: ({ masterSecret, clock }) =>
      LocalIssuer.open({ seed: masterSecret.derive("local-issuer"), issuer: "mneme", audience: LOCAL_AUDIENCE, clock }),
  });
  provide(bind, tokens.identity, {
    needs: { localIssuer: tokens.localIssuer },
    make: ({ localIssuer }) => localIssuer.verifier(),
  });
  provide(bind, tokens.keySet, {
    needs: { localIssuer: tokens.localIssuer },
    make:
      ({ localIssuer }) =>
      () =>
        localIssuer.jwks(),
  });
});

const providedIdentity = (issuer: string, audience: string): ContainerModule =>
  new ContainerModule(({ bind }) => {
    provide(bind, tokens.identity, {
      needs: { clock: tokens.clock, log: tokens.log },
      make: ({ clock, log }) => openOidcVerifier({ issuer, audience, clock, log }),
    });
    provide(bind, tokens.keySet, { needs: {}, make: () => undefined });
  });

const core = new ContainerModule(({ bind }) => {
  provide(bind, tokens.application, {
    needs: {
      settings: tokens.settings,
      store: tokens.store,
      builtIn: tokens.summariser,
      llmSummariser: tokens.llmSummariser,
      languageDetector: tokens.languageDetector,
      factComparer: tokens.factComparer,
      memoryClassifier: tokens.memoryClassifier,
      memoryIndex: tokens.memoryIndex,
      passageIndex: tokens.passageIndex,
      answerer: tokens.answerer,
      builtInWriter: tokens.writer,
      llmWriter: tokens.llmWriter,
      addressPolicy: tokens.addressPolicy,
      appWebhook: tokens.appWebhook,
      identity: tokens.identity,
      rateLimiter: tokens.rateLimiter,
      secrets: tokens.secrets,
      sealer: tokens.sealer,
      pushChannels: tokens.pushChannels,
      scheduler: tokens.scheduler,
      clock: tokens.clock,
      ids: tokens.ids,
      log: tokens.log,
    },
    make: ({ settings, store, builtIn, llmSummariser, answerer, builtInWriter, llmWriter, ...ports }) =>
      createApplication(
        {
          ...store,
          ...ports,
          ...(answerer ? { answerer } : {}),
          ...(llmWriter ? { writer: llmWriter, fallbackWriter: builtInWriter } : { writer: builtInWriter }),
          ...(llmSummariser ? { summariser: llmSummariser, fallbackSummariser: builtIn } : { summariser: builtIn }),
        },
        {
          ...applicationDefaults,
          keyPrefix: settings.keyPrefix,
          processingWaitMs: settings.processingWaitMs,
          webhooks: { allowsPlainHttp: settings.webhooksAllowHttp },
          notifications: { perHour: settings.notificationsPerHour },
          proactive: { perDay: settings.proactivePerDay },
          limits: {
            perMinute: settings.rateLimitPerMinute,
            perDay: settings.rateLimitPerDay,
            failuresPerMinute: settings.failedCredentialsPerMinute,
          },
        },
      ),
  });
});

const http = new ContainerModule(({ bind }) => {
  provide(bind, tokens.api, {
    needs: {
      settings: tokens.settings,
      application: tokens.application,
      store: tokens.store,
      rateLimiter: tokens.rateLimiter,
      keySet: tokens.keySet,
      clock: tokens.clock,
      ids: tokens.ids,
      log: tokens.log,
    },
    make: ({ settings, store, keySet, ...parts }) =>
      createHttpApi({
        ...parts,
        health: store.health,
        wireNames: wireNames[settings.wireNames],
        trustedProxies: settings.trustedProxies,
        ...(settings.configuredPublicUrl === undefined ? {} : { publicUrl: settings.configuredPublicUrl }),
        ...(keySet ? { keySet } : {}),
      }),
  });
});

const stores: Readonly<Record<StoreKind, ContainerModule>> = { sqlite, mongodb, memory: inMemory };

/** One module an adapter, as the settings choose them. */
export function modulesFor(settings: Settings): ContainerModule[] {
  const { store, oidcIssuer, oidcAudience } = settings;
  const provided = oidcIssuer !== undefined && oidcAudience !== undefined;
  return [
    system,
    stores[store],
    limits,
    language,
    settings.metricsPort === undefined ? withoutMetrics : withMetrics,
    ...modelModules(settings),
    outbound,
    channels,
    provided ? providedIdentity(oidcIssuer, oidcAudience) : localIdentity,
    core,
    http,
  ];
}
