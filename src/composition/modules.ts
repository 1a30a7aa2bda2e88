import { ContainerModule } from "inversify";
import * as tokens from "./tokens.js";
import { createPushChannels, deriveVapidKeys } from "../adapters/push/index.js";
import { createHttpApi, namingProfiles } from "../adapters/http/index.js";
import { LocalIssuer, createOidcVerifier } from "../adapters/identity/index.js";
import { InMemoryRateLimiter, openInMemoryStore } from "../adapters/in-memory/index.js";
import { BuiltInFactComparer } from "../adapters/nlp/built-in-fact-comparer.js";
import { BuiltInMemoryClassifier } from "../adapters/nlp/built-in-memory-classifier.js";
import { BuiltInTextGenerator } from "../adapters/nlp/built-in-text-generator.js";
import { nlpThread, ThreadedLanguageDetector, ThreadedSummariser } from "../adapters/nlp/threaded-nlp.js";
import { IndexMemoryBudget, InProcessPassageIndex } from "../adapters/search/index.js";
import { createRuntimeComponents, ThreadPool } from "../adapters/runtime/index.js";
import { openSqliteStore } from "../adapters/sqlite/index.js";
import {
  AesGcmSecretCipher,
  HmacSecrets,
  PinoEventLog,
  SystemClock,
  SystemIds,
  SystemScheduler,
} from "../adapters/system/index.js";
import { DEFAULT_APPLICATION_OPTIONS, createApplication } from "../application/create-application.js";
import type { Clock } from "../ports/driven/index.js";
import { addSettingToError, prepareDataDirectory, resolveMasterSecret } from "./master-secret.js";
import { metricsModule, noMetricsModule } from "./metrics-modules.js";
import { createModelModules } from "./model-modules.js";
import type { Settings, StoreKind } from "./settings.js";
import { provide } from "./tokens.js";

/** The `aud` claim of the tokens of the local issuer. */
const LOCAL_AUDIENCE = "mneme";

/** Clock, IDs, scheduler, log and secrets. */
const systemModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.clock, {
    dependencies: { store: tokens.store },
    create: ({ store }): Clock => store.clock ?? new SystemClock(),
  });
  provide(bind, tokens.ids, { dependencies: {}, create: () => new SystemIds() });
  provide(bind, tokens.scheduler, { dependencies: {}, create: () => new SystemScheduler() });
  provide(bind, tokens.runtime, {
    dependencies: { clock: tokens.clock, scheduler: tokens.scheduler },
    create: createRuntimeComponents,
  });
  provide(bind, tokens.baseLog, {
    dependencies: { settings: tokens.settings },
    create: ({ settings: { logLevel, logStream } }) => new PinoEventLog({ level: logLevel, stream: logStream }),
    close: (log) => log.flush(),
  });
  provide(bind, tokens.masterSecret, {
    dependencies: { settings: tokens.settings, store: tokens.store, log: tokens.baseLog },
    create: resolveMasterSecret,
  });
  provide(bind, tokens.secrets, {
    dependencies: { masterSecret: tokens.masterSecret },
    create: ({ masterSecret }) => new HmacSecrets(masterSecret.deriveKey("api-key-pepper")),
  });
  provide(bind, tokens.secretCipher, {
    dependencies: { masterSecret: tokens.masterSecret },
    create: ({ masterSecret }) => new AesGcmSecretCipher(masterSecret.deriveKey("sealing")),
  });
});

const sqliteStoreModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.store, {
    // Not `log`: its metrics depend on the store.
    dependencies: { settings: tokens.settings, log: tokens.baseLog },
    create: async ({ settings: { dataDirectory }, log }) => {
      await prepareDataDirectory(dataDirectory, log);
      return addSettingToError(dataDirectory, openSqliteStore({ directory: dataDirectory, log }));
    },
    close: (store) => store.close(),
  });
});

const mongodbStoreModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.store, {
    // Not `log`: its metrics depend on the store.
    dependencies: { settings: tokens.settings, log: tokens.baseLog },
    create: async ({ settings: { mongodbUrl = "" }, log }) => {
      const { openMongoStore } = await import("../adapters/mongodb/index.js");
      return openMongoStore({ url: mongodbUrl, clock: new SystemClock(), log });
    },
    close: (store) => store.close(),
  });
});

const inMemoryStoreModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.store, { dependencies: {}, create: () => openInMemoryStore(), close: (store) => store.close() });
});

const rateLimiterModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.redisRateLimiter, {
    dependencies: { settings: tokens.settings, clock: tokens.clock, log: tokens.log },
    create: async ({ settings: { redisUrl: url, replicas }, clock, log }) => {
      if (url === undefined) return undefined;
      const { RedisRateLimiter } = await import("../adapters/redis/index.js");
      return new RedisRateLimiter({ url, replicas, fallback: new InMemoryRateLimiter(clock), clock, log });
    },
    close: (limiter) => limiter?.close(),
  });
  provide(bind, tokens.rateLimiter, {
    dependencies: { redisRateLimiter: tokens.redisRateLimiter, clock: tokens.clock },
    create: ({ redisRateLimiter, clock }) => redisRateLimiter ?? new InMemoryRateLimiter(clock),
  });
});

const nlpModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.threadPool, {
    dependencies: { settings: tokens.settings },
    create: ({ settings: { workerThreads } }) =>
      new ThreadPool({ module: nlpThread, ...(workerThreads === undefined ? {} : { maxThreads: workerThreads }) }),
    close: (threadPool) => threadPool.close(),
  });
  provide(bind, tokens.builtInSummariser, {
    dependencies: { threadPool: tokens.threadPool },
    create: ({ threadPool }) => new ThreadedSummariser(threadPool),
  });
  provide(bind, tokens.languageDetector, {
    dependencies: { threadPool: tokens.threadPool },
    create: ({ threadPool }) => new ThreadedLanguageDetector(threadPool),
  });
  provide(bind, tokens.builtInTextGenerator, { dependencies: {}, create: () => new BuiltInTextGenerator() });
  provide(bind, tokens.factComparer, { dependencies: {}, create: () => new BuiltInFactComparer() });
  provide(bind, tokens.memoryClassifier, { dependencies: {}, create: () => new BuiltInMemoryClassifier() });
  provide(bind, tokens.indexMemoryBudget, {
    dependencies: { settings: tokens.settings },
    create: ({ settings: { searchMemoryBytes } }) => new IndexMemoryBudget(searchMemoryBytes),
  });
  provide(bind, tokens.passageIndex, {
    dependencies: { store: tokens.store, memoryIndex: tokens.memoryIndex, indexMemoryBudget: tokens.indexMemoryBudget },
    create: ({ store, memoryIndex, indexMemoryBudget }) =>
      new InProcessPassageIndex(store, memoryIndex, indexMemoryBudget),
  });
});

const outboundModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.addressFilter, {
    dependencies: { settings: tokens.settings },
    create: async ({ settings: { webhookAllowNetworks } }) =>
      new (await import("../adapters/outbound/index.js")).AddressFilter(webhookAllowNetworks),
  });
  provide(bind, tokens.addressPolicy, {
    dependencies: { filter: tokens.addressFilter },
    create: async ({ filter }) => new (await import("../adapters/outbound/index.js")).LiteralAddressPolicy(filter),
  });
  provide(bind, tokens.outboundClient, {
    dependencies: {
      filter: tokens.addressFilter,
      clock: tokens.clock,
      scheduler: tokens.scheduler,
      runtime: tokens.runtime,
    },
    create: async (dependencies) => {
      const { FilteredOutboundClient, resolveName } = await import("../adapters/outbound/index.js");
      return new FilteredOutboundClient({ ...dependencies, resolve: resolveName });
    },
    close: (client) => client.close(),
  });
  provide(bind, tokens.appWebhook, {
    dependencies: { client: tokens.outboundClient },
    create: async ({ client }) => new (await import("../adapters/outbound/index.js")).OutboundAppWebhookClient(client),
  });
});

const pushChannelsModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.pushChannels, {
    dependencies: {
      settings: tokens.settings,
      masterSecret: tokens.masterSecret,
      outbound: tokens.outboundClient,
      secretCipher: tokens.secretCipher,
    },
    create: ({ settings: { webPushContact: contact }, masterSecret, ...ports }) =>
      createPushChannels(ports, { keys: deriveVapidKeys(masterSecret.deriveKey("vapid")), contact }),
  });
});

/** Used without an OpenID Connect provider: there is one issuer at a time (decision 1.7). */
const localIdentityModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.localIssuer, {
    dependencies: { masterSecret: tokens.masterSecret, clock: tokens.clock },
    create: ({ masterSecret, clock }) =>
      LocalIssuer.open({
        seed: masterSecret.deriveKey("local-issuer"),
        issuer: "mneme",
        audience: LOCAL_AUDIENCE,
        clock,
      }),
  });
  provide(bind, tokens.identity, {
    dependencies: { localIssuer: tokens.localIssuer },
    create: ({ localIssuer }) => localIssuer.createVerifier(),
  });
  provide(bind, tokens.keySet, {
    dependencies: { localIssuer: tokens.localIssuer },
    create:
      ({ localIssuer }) =>
      () =>
        localIssuer.buildKeySet(),
  });
});

const createOidcIdentityModule = (issuer: string, audience: string): ContainerModule =>
  new ContainerModule(({ bind }) => {
    provide(bind, tokens.identity, {
      dependencies: { clock: tokens.clock, log: tokens.log },
      create: ({ clock, log }) => createOidcVerifier({ issuer, audience, clock, log }),
    });
    provide(bind, tokens.keySet, { dependencies: {}, create: () => undefined });
  });

const applicationModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.application, {
    dependencies: {
      settings: tokens.settings,
      store: tokens.store,
      builtInSummariser: tokens.builtInSummariser,
      llmSummariser: tokens.llmSummariser,
      languageDetector: tokens.languageDetector,
      factComparer: tokens.factComparer,
      memoryClassifier: tokens.memoryClassifier,
      memoryIndex: tokens.memoryIndex,
      passageIndex: tokens.passageIndex,
      answerer: tokens.answerer,
      builtInTextGenerator: tokens.builtInTextGenerator,
      llmTextGenerator: tokens.llmTextGenerator,
      addressPolicy: tokens.addressPolicy,
      appWebhook: tokens.appWebhook,
      identity: tokens.identity,
      rateLimiter: tokens.rateLimiter,
      secrets: tokens.secrets,
      secretCipher: tokens.secretCipher,
      pushChannels: tokens.pushChannels,
      runtime: tokens.runtime,
      scheduler: tokens.scheduler,
      clock: tokens.clock,
      ids: tokens.ids,
      log: tokens.log,
    },
    create: ({
      settings,
      store,
      builtInSummariser,
      llmSummariser,
      answerer,
      builtInTextGenerator,
      llmTextGenerator,
      ...ports
    }) =>
      createApplication(
        {
          ...store,
          ...ports,
          ...(answerer ? { answerer } : {}),
          ...(llmTextGenerator
            ? { textGenerator: llmTextGenerator, fallbackTextGenerator: builtInTextGenerator }
            : { textGenerator: builtInTextGenerator }),
          ...(llmSummariser
            ? { summariser: llmSummariser, fallbackSummariser: builtInSummariser }
            : { summariser: builtInSummariser }),
        },
        {
          ...DEFAULT_APPLICATION_OPTIONS,
          keyPrefix: settings.keyPrefix,
          processingWaitMs: settings.processingWaitMs,
          webhookPolicy: { isPlainHttpAllowed: settings.webhooksAllowHttp },
          notifications: { perHour: settings.notificationsPerHour },
          proactive: { perDay: settings.proactiveNotificationsPerDay },
          accessLimits: {
            perMinute: settings.rateLimitPerMinute,
            perDay: settings.rateLimitPerDay,
            failuresPerMinute: settings.authFailuresPerMinute,
          },
        },
      ),
  });
});

const httpModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.shutdown, { dependencies: {}, create: () => new AbortController() });
  provide(bind, tokens.httpApi, {
    dependencies: {
      settings: tokens.settings,
      application: tokens.application,
      store: tokens.store,
      rateLimiter: tokens.rateLimiter,
      shutdown: tokens.shutdown,
      keySet: tokens.keySet,
      clock: tokens.clock,
      ids: tokens.ids,
      log: tokens.log,
    },
    create: ({ settings, store, shutdown, keySet, ...parts }) =>
      createHttpApi({
        ...parts,
        shutdownSignal: shutdown.signal,
        health: store.health,
        namingProfile: namingProfiles[settings.wireNames],
        trustedProxies: settings.trustedProxies,
        ...(settings.configuredPublicUrl === undefined ? {} : { publicUrl: settings.configuredPublicUrl }),
        ...(keySet ? { getJsonWebKeySet: keySet } : {}),
      }),
  });
});

const storeModules: Readonly<Record<StoreKind, ContainerModule>> = {
  sqlite: sqliteStoreModule,
  mongodb: mongodbStoreModule,
  memory: inMemoryStoreModule,
};

/** Returns the modules of the adapters that the settings choose. */
export function createModules(settings: Settings): ContainerModule[] {
  const { store, oidcIssuer, oidcAudience } = settings;
  const usesOidc = oidcIssuer !== undefined && oidcAudience !== undefined;
  return [
    systemModule,
    storeModules[store],
    rateLimiterModule,
    nlpModule,
    settings.metricsPort === undefined ? noMetricsModule : metricsModule,
    ...createModelModules(settings),
    outboundModule,
    pushChannelsModule,
    usesOidc ? createOidcIdentityModule(oidcIssuer, oidcAudience) : localIdentityModule,
    applicationModule,
    httpModule,
  ];
}
