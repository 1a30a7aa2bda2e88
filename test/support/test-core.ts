import { InMemoryPushChannel, InMemoryRateLimiter, openInMemoryStore } from "../../src/adapters/in-memory/index.js";
import { BuiltInMemoryClassifier } from "../../src/adapters/nlp/built-in-memory-classifier.js";
import { BuiltInTextGenerator } from "../../src/adapters/nlp/built-in-text-generator.js";
import { createBuiltInMemoryIndex, createBuiltInPassageIndex } from "../../src/adapters/search/index.js";
import { createRuntimeComponents } from "../../src/adapters/runtime/create-runtime-components.js";
import { AesGcmSecretCipher, HmacSecrets } from "../../src/adapters/system/secrets.js";
import {
  DEFAULT_APPLICATION_OPTIONS,
  createApplication,
  type Application,
  type ApplicationOptions,
  type ApplicationPorts,
} from "../../src/application/create-application.js";
import type { PushChannelName } from "../../src/domain/notification/notification.js";
import type { EventLog, IdentityVerifier, Store } from "../../src/ports/driven/index.js";
import type { RequestContext } from "../../src/ports/driving/index.js";
import { FixedClock, ManualScheduler, SequentialIds } from "../../src/testing/index.js";
import { ScriptedSummariser } from "./scripted-summariser.js";

export interface TestCore extends Application {
  readonly store: Store;
  readonly clock: FixedClock;
  readonly scheduler: ManualScheduler;
  readonly summariser: ScriptedSummariser;
  /** The channels that push notifications. */
  readonly pushChannels: Readonly<Record<PushChannelName, InMemoryPushChannel>>;
  readonly requestContext: (userId?: string) => RequestContext;
}

export const silentEventLog: EventLog = { info: () => undefined, warn: () => undefined, error: () => undefined };
const ids = new SequentialIds();

/** Accepts only tokens of the form `user.<id>.<name>`. */
const fakeIdentityVerifier: IdentityVerifier = {
  verify: (token) => {
    const [word, subject, name] = token.split(".");
    const isValid = word === "user" && subject !== undefined && name !== undefined;
    return Promise.resolve(isValid ? { subject, ...(name === "" ? {} : { name }) } : undefined);
  },
};

/**
 * Opens the core over an in-memory store, with a manual clock. Cores with a common store and clock act as processes of
 * one service.
 */
export function openCore({
  store = openInMemoryStore(),
  clock = new FixedClock(),
  ports = {},
  options = {},
}: {
  readonly store?: Store;
  readonly clock?: FixedClock;
  readonly ports?: Partial<ApplicationPorts>;
  readonly options?: Partial<ApplicationOptions>;
} = {}): TestCore {
  const scheduler = new ManualScheduler(clock);
  const summariser = new ScriptedSummariser();
  const memoryClassifier = new BuiltInMemoryClassifier();
  const secrets = new HmacSecrets(new Uint8Array(32));
  const rateLimiter = new InMemoryRateLimiter(clock);
  const pushChannels = {
    web_push: new InMemoryPushChannel("web_push"),
    ntfy: new InMemoryPushChannel("ntfy"),
    webhook: new InMemoryPushChannel("webhook"),
  };
  const application = createApplication(
    {
      ...store,
      summariser,
      memoryClassifier,
      textGenerator: new BuiltInTextGenerator(),
      memoryIndex: createBuiltInMemoryIndex(store.memories),
      passageIndex: createBuiltInPassageIndex(store),
      scheduler,
      runtime: createRuntimeComponents({ clock, scheduler }),
      secrets,
      secretCipher: new AesGcmSecretCipher(new Uint8Array(32)),
      pushChannels: { ...pushChannels, vapidPublicKey: "the public key" },
      rateLimiter,
      identity: fakeIdentityVerifier,
      clock,
      ids,
      log: silentEventLog,
      ...ports,
    },
    { ...DEFAULT_APPLICATION_OPTIONS, ...options },
  );
  const requestContext = (userId = "ada"): RequestContext => ({ userId, ids, now: clock.now() });
  return { ...application, store, clock, scheduler, summariser, pushChannels, requestContext };
}

/** Returns the port with some members replaced; the other members are those of the port itself. */
export function withOverrides<T extends object>(port: T, overrides: Partial<T>): T {
  return new Proxy(port, {
    get: (_, name) => {
      const owner = name in overrides ? overrides : port;
      const value: unknown = Reflect.get(owner, name);
      return typeof value === "function" ? (value.bind(owner) as unknown) : value;
    },
  });
}

/** Returns ports whose updates of conversations are rejected while `isFailing()`. */
export function rejectUpdates(
  store: Store,
  isFailing: () => boolean = () => true,
): Pick<ApplicationPorts, "conversations" | "processing"> {
  const rejectIfFailing = <T>(call: () => Promise<T>): Promise<T> =>
    isFailing() ? Promise.reject(new Error("no disk")) : call();
  return {
    conversations: withOverrides(store.conversations, {
      update: (...change) => rejectIfFailing(() => store.conversations.update(...change)),
    }),
    processing: {
      completeProcessing: (...work) => rejectIfFailing(() => store.processing.completeProcessing(...work)),
    },
  };
}

/** Builds one segment of one minute for each text. */
export const segmentsInput = (...texts: readonly string[]) => ({
  segments: texts.map((text, index) => ({ text, start: index * 60, end: index * 60 + 60 })),
});

export const neverResolves = new Promise<never>(() => undefined);

/** Longer than the lease of an idempotency record, in milliseconds. */
const EXPIRED_IDEMPOTENCY_LEASE_MS = 3_000;

/** Starts another attempt under an idempotency key, or the first one. @returns the context of the attempt. */
export async function startRetry(core: TestCore, key = "key"): Promise<RequestContext> {
  core.clock.advance(EXPIRED_IDEMPOTENCY_LEASE_MS);
  const attempt = await core.idempotency.begin(core.requestContext(), key, "request");
  if (attempt.outcome !== "started") throw new Error("The stored response was replayed");
  return attempt.context;
}
