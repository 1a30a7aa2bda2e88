import { InMemoryPushChannel, InMemoryRateLimiter, openInMemoryStore } from "../../src/adapters/in-memory/index.js";
import { BuiltInMemoryClassifier } from "../../src/adapters/language/built-in-memory-classifier.js";
import { BuiltInWriter } from "../../src/adapters/language/built-in-writer.js";
import { builtInMemoryIndex, builtInPassageIndex } from "../../src/adapters/language/search/index.js";
import { AesGcmSealer } from "../../src/adapters/system/aes-gcm-sealer.js";
import { KeyedSecrets } from "../../src/adapters/system/secrets.js";
import {
  applicationDefaults,
  createApplication,
  type Application,
  type ApplicationOptions,
  type Ports,
} from "../../src/application/create-application.js";
import type { PushChannelName } from "../../src/domain/notification.js";
import type { EventLog, IdentityVerifier, Store } from "../../src/ports/driven/index.js";
import type { Call } from "../../src/ports/driving/index.js";
import { FixedClock, ManualScheduler, SequentialIds } from "../../src/testing/index.js";
import { ScriptedSummariser } from "./scripted-summariser.js";

export interface Core extends Application {
  readonly store: Store;
  readonly clock: FixedClock;
  readonly scheduler: ManualScheduler;
  readonly summariser: ScriptedSummariser;
  /** Those that notifications are pushed through. */
  readonly pushed: Readonly<Record<PushChannelName, InMemoryPushChannel>>;
  readonly call: (userId?: string) => Call;
}

export const silent: EventLog = { info: () => undefined, warn: () => undefined, error: () => undefined };
const ids = new SequentialIds();

/** Trusts every token `user.<id>.<name>`, and no other. */
const identity: IdentityVerifier = {
  verify: (token) => {
    const [word, subject, name] = token.split(".");
    const known = word === "user" && subject !== undefined && name !== undefined;
    return Promise.resolve(known ? { subject, ...(name === "" ? {} : { name }) } : undefined);
  },
};

/** The core over a store in memory, with time that stands still. Those that share store and clock are processes of one service. */
export function openCore({
  store = openInMemoryStore(),
  clock = new FixedClock(),
  ports = {},
  options = {},
}: {
  readonly store?: Store;
  readonly clock?: FixedClock;
  readonly ports?: Partial<Ports>;
  readonly options?: Partial<ApplicationOptions>;
} = {}): Core {
  const scheduler = new ManualScheduler(clock);
  const summariser = new ScriptedSummariser();
  const memoryClassifier = new BuiltInMemoryClassifier();
  const secrets = new KeyedSecrets(new Uint8Array(32));
  const rateLimiter = new InMemoryRateLimiter(clock);
  const pushed = {
    web_push: new InMemoryPushChannel("web_push"),
    ntfy: new InMemoryPushChannel("ntfy"),
    webhook: new InMemoryPushChannel("webhook"),
  };
  const application = createApplication(
    {
      ...store,
      summariser,
      memoryClassifier,
      writer: new BuiltInWriter(),
      memoryIndex: builtInMemoryIndex(store.memories),
      passageIndex: builtInPassageIndex(store),
      scheduler,
      secrets,
      sealer: new AesGcmSealer(new Uint8Array(32)),
      pushChannels: { ...pushed, webPushKey: "the public key" },
      rateLimiter,
      identity,
      clock,
      ids,
      log: silent,
      ...ports,
    },
    { ...applicationDefaults, ...options },
  );
  const call = (userId = "ada"): Call => ({ userId, ids, now: clock.now() });
  return { ...application, store, clock, scheduler, summariser, pushed, call };
}

/** The port, but for what is given: what that lacks is asked of the port itself. */
export function except<T extends object>(port: T, given: Partial<T>): T {
  return new Proxy(port, {
    get: (_, name) => {
      const owner = name in given ? given : port;
      const value: unknown = Reflect.get(owner, name);
      return typeof value === "function" ? (value.bind(owner) as unknown) : value;
    },
  });
}

/** Ports whose updates of conversations are rejected while `isFailing()`. */
export function rejectUpdates(
  store: Store,
  isFailing: () => boolean = () => true,
): Pick<Ports, "conversations" | "processing"> {
  const orReject = <T>(call: () => Promise<T>): Promise<T> =>
    isFailing() ? Promise.reject(new Error("no disk")) : call();
  return {
    conversations: except(store.conversations, {
      update: (...change) => orReject(() => store.conversations.update(...change)),
    }),
    processing: { completeProcessing: (...work) => orReject(() => store.processing.completeProcessing(...work)) },
  };
}

/** What was said, a minute for each. */
export const saying = (...texts: readonly string[]) => ({
  segments: texts.map((text, index) => ({ text, start: index * 60, end: index * 60 + 60 })),
});

export const never = new Promise<never>(() => undefined);
