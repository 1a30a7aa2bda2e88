import { ContainerModule } from "inversify";
import { createHttpApi, wireNames } from "../adapters/http/index.js";
import { LocalIssuer, openOidcVerifier } from "../adapters/identity/index.js";
import { InMemoryRateLimiter, openInMemoryStore } from "../adapters/in-memory/index.js";
import { BuiltInMemoryClassifier, builtInMemoryIndex, BuiltInSummariser } from "../adapters/language/index.js";
import { openSqliteStore } from "../adapters/sqlite/index.js";
import {
  KeyedSecrets,
  openMasterSecret,
  PinoEventLog,
  SystemClock,
  SystemIds,
  SystemScheduler,
} from "../adapters/system/index.js";
import { applicationDefaults, createApplication } from "../application/create-application.js";
import type { Settings } from "./settings.js";
import { provide } from "./token.js";
import * as tokens from "./tokens.js";

/** Whom the local issuer's tokens are for. */
const LOCAL_AUDIENCE = "mneme";

/** Time, chance and the outside of the process. */
const system = new ContainerModule(({ bind }) => {
  provide(bind, tokens.clock, { needs: [], make: () => new SystemClock() });
  provide(bind, tokens.ids, { needs: [], make: () => new SystemIds() });
  provide(bind, tokens.scheduler, { needs: [], make: () => new SystemScheduler() });
  provide(bind, tokens.log, {
    needs: [tokens.settings],
    make: ({ logLevel }) => new PinoEventLog({ level: logLevel }),
    close: (log) => log.flush(),
  });
  provide(bind, tokens.masterSecret, {
    needs: [tokens.settings],
    make: ({ secret, dataDirectory }) => openMasterSecret({ setting: secret, directory: dataDirectory }),
  });
  provide(bind, tokens.secrets, {
    needs: [tokens.masterSecret],
    make: (master) => new KeyedSecrets(master.derive("api-key-pepper")),
  });
});

const sqlite = new ContainerModule(({ bind }) => {
  provide(bind, tokens.store, {
    needs: [tokens.settings],
    make: ({ dataDirectory }) => openSqliteStore({ directory: dataDirectory }),
    close: (store) => store.close(),
  });
});

const inMemory = new ContainerModule(({ bind }) => {
  provide(bind, tokens.store, { needs: [], make: () => openInMemoryStore(), close: (store) => store.close() });
});

const limits = new ContainerModule(({ bind }) => {
  provide(bind, tokens.rateLimiter, { needs: [tokens.clock], make: (clock) => new InMemoryRateLimiter(clock) });
});

const language = new ContainerModule(({ bind }) => {
  provide(bind, tokens.summariser, { needs: [], make: () => new BuiltInSummariser() });
  provide(bind, tokens.memoryClassifier, { needs: [], make: () => new BuiltInMemoryClassifier() });
  provide(bind, tokens.memoryIndex, {
    needs: [tokens.settings, tokens.store],
    make: ({ searchMemoryBytes }, { memories }) => builtInMemoryIndex(memories, { mostBytes: searchMemoryBytes }),
  });
});

/** Decision 1.7: one issuer at a time. */
const localIdentity = new ContainerModule(({ bind }) => {
  provide(bind, tokens.localIssuer, {
    needs: [tokens.masterSecret, tokens.clock],
    make: (master, clock) =>
      LocalIssuer.open({ seed: master.derive("local-issuer"), issuer: "mneme", audience: LOCAL_AUDIENCE, clock }),
  });
  provide(bind, tokens.identity, {
    needs: [tokens.localIssuer],
    make: (issuer) => issuer.verifier(),
  });
  provide(bind, tokens.keySet, { needs: [tokens.localIssuer], make: (issuer) => () => issuer.jwks() });
});

const providedIdentity = (issuer: string, audience: string): ContainerModule =>
  new ContainerModule(({ bind }) => {
    provide(bind, tokens.identity, {
      needs: [tokens.clock, tokens.log],
      make: (clock, log) => openOidcVerifier({ issuer, audience, clock, log }),
    });
    provide(bind, tokens.keySet, { needs: [], make: () => undefined });
  });

const core = new ContainerModule(({ bind }) => {
  provide(bind, tokens.application, {
    needs: [
      tokens.settings,
      tokens.store,
      tokens.summariser,
      tokens.memoryClassifier,
      tokens.memoryIndex,
      tokens.identity,
      tokens.rateLimiter,
      tokens.secrets,
      tokens.scheduler,
      tokens.clock,
      tokens.ids,
      tokens.log,
    ],
    make: (
      settings,
      store,
      summariser,
      memoryClassifier,
      memoryIndex,
      identity,
      rateLimiter,
      secrets,
      scheduler,
      clock,
      ids,
      log,
    ) =>
      createApplication(
        {
          ...store,
          summariser,
          memoryClassifier,
          memoryIndex,
          identity,
          rateLimiter,
          secrets,
          scheduler,
          clock,
          ids,
          log,
        },
        {
          ...applicationDefaults,
          keyPrefix: settings.keyPrefix,
          processingWaitMs: settings.processingWaitMs,
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
    needs: [tokens.settings, tokens.application, tokens.store, tokens.keySet, tokens.clock, tokens.ids, tokens.log],
    make: (settings, application, store, keySet, clock, ids, log) =>
      createHttpApi({
        application,
        clock,
        ids,
        log,
        health: store.health,
        wireNames: wireNames[settings.wireNames],
        trustedProxies: settings.trustedProxies,
        ...(settings.configuredPublicUrl === undefined ? {} : { publicUrl: settings.configuredPublicUrl }),
        ...(keySet ? { keySet } : {}),
      }),
  });
});

/** One module an adapter, as the settings choose them. */
export function modulesFor({ store, oidcIssuer, oidcAudience }: Settings): ContainerModule[] {
  const provided = oidcIssuer !== undefined && oidcAudience !== undefined;
  return [
    system,
    store === "sqlite" ? sqlite : inMemory,
    limits,
    language,
    provided ? providedIdentity(oidcIssuer, oidcAudience) : localIdentity,
    core,
    http,
  ];
}
