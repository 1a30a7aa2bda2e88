import type { BindInWhenOnFluentSyntax, BindToFluentSyntax, ServiceIdentifier } from "inversify";
import type Koa from "koa";
import type { LocalIssuer } from "../adapters/identity/index.js";
import type { ChatClient, EmbeddingClient } from "../adapters/llm/index.js";
import type { ServiceMetrics } from "../adapters/metrics/index.js";
import type { AddressFilter, FilteredOutboundClient } from "../adapters/outbound/index.js";
import type { RedisRateLimiter } from "../adapters/redis/index.js";
import type { ThreadPool } from "../adapters/runtime/index.js";
import type { EmbeddingWorker, IndexMemoryBudget, StoredEmbeddings } from "../adapters/search/index.js";
import type { MasterSecret, PinoEventLog } from "../adapters/system/index.js";
import type { Application } from "../application/create-application.js";
import type {
  AddressPolicy,
  AnswerGenerator,
  AppWebhookClient,
  Clock,
  Embedder,
  EventLog,
  FactComparer,
  IdentityVerifier,
  IdGenerator,
  LanguageDetector,
  MemoryClassifier,
  MemoryIndex,
  PassageIndex,
  PushChannels,
  RateLimiter,
  RuntimeComponents,
  Scheduler,
  SecretCipher,
  Secrets,
  Store,
  Summariser,
  TextGenerator,
} from "../ports/driven/index.js";
import type { Settings } from "./settings.js";

declare const resolvedType: unique symbol;

/** A service identifier that carries the type of the bound instance. */
export type Token<T> = symbol & { readonly [resolvedType]: T };

function token<T>(name: string): Token<T> {
  return Symbol(name) as Token<T>;
}

/** Tokens by the names under which `create` gets their instances. */
type TokenMap = Readonly<Record<string, Token<unknown>>>;

type ResolvedDependencies<Dependencies extends TokenMap> = {
  readonly [Name in keyof Dependencies]: Dependencies[Name] extends Token<infer T> ? T : never;
};

type BindFunction = <T>(identifier: ServiceIdentifier<T>) => BindToFluentSyntax<T>;

export interface ProviderDefinition<T, Dependencies extends TokenMap> {
  readonly dependencies: Dependencies;
  readonly create: (resolved: ResolvedDependencies<Dependencies>) => T | Promise<T>;
  /** Called once when the container is closed, if the instance was created. */
  readonly close?: (instance: T) => void | Promise<void>;
}

/** Binds a singleton with its dependencies; the compiler checks their types against the tokens. */
export function provide<T, const Dependencies extends TokenMap>(
  bind: BindFunction,
  target: Token<T>,
  { dependencies, create, close }: ProviderDefinition<T, Dependencies>,
): void {
  const dependencyNames = Object.keys(dependencies);
  const factory = (...resolved: unknown[]): T | Promise<T> =>
    create(
      Object.fromEntries(
        dependencyNames.map((name, index) => [name, resolved[index]]),
      ) as ResolvedDependencies<Dependencies>,
    );
  const binding: BindInWhenOnFluentSyntax<T> = bind<T>(target).toResolvedValue(factory, Object.values(dependencies));
  const singleton = binding.inSingletonScope();
  if (close) singleton.onDeactivation(close);
}

export const settings = token<Settings>("Settings");
export const clock = token<Clock>("Clock");
export const ids = token<IdGenerator>("Ids");
export const scheduler = token<Scheduler>("Scheduler");
export const runtime = token<RuntimeComponents>("RuntimeComponents");
/** The log without metrics, for parts that `log` depends on; all other parts use `log`, which also counts events. */
export const baseLog = token<PinoEventLog>("BaseEventLog");
export const log = token<EventLog>("EventLog");
/** Undefined when no metrics port is configured. */
export const metrics = token<ServiceMetrics | undefined>("Metrics");
export const masterSecret = token<MasterSecret>("MasterSecret");
export const secrets = token<Secrets>("Secrets");
export const secretCipher = token<SecretCipher>("SecretCipher");
export const store = token<Store>("Store");
export const rateLimiter = token<RateLimiter>("RateLimiter");
/** Undefined without `REDIS_URL`; each process then counts its own requests. */
export const redisRateLimiter = token<RedisRateLimiter | undefined>("RedisRateLimiter");
/** Worker threads for CPU work that would block the event loop. */
export const threadPool = token<ThreadPool>("ThreadPool");
export const builtInSummariser = token<Summariser>("BuiltInSummariser");
/** Undefined when no model is configured. */
export const chatClient = token<ChatClient | undefined>("ChatClient");
/** Undefined when no model is configured. */
export const llmSummariser = token<Summariser | undefined>("LlmSummariser");
/** Undefined when no model is configured. */
export const embeddingClient = token<EmbeddingClient | undefined>("EmbeddingClient");
export const embedder = token<Embedder | undefined>("Embedder");
/** Undefined when no model is configured. */
export const embeddingBacklog = token<EmbeddingWorker | undefined>("EmbeddingBacklog");
export const storedEmbeddings = token<StoredEmbeddings | undefined>("StoredEmbeddings");
/** Undefined when no model is configured. */
export const answerer = token<AnswerGenerator | undefined>("Answerer");
export const builtInTextGenerator = token<TextGenerator>("BuiltInTextGenerator");
/** Undefined when no model is configured. */
export const llmTextGenerator = token<TextGenerator | undefined>("LlmTextGenerator");
export const indexMemoryBudget = token<IndexMemoryBudget>("IndexMemoryBudget");
export const passageIndex = token<PassageIndex>("PassageIndex");
export const memoryIndex = token<MemoryIndex>("MemoryIndex");
export const languageDetector = token<LanguageDetector>("LanguageDetector");
export const factComparer = token<FactComparer>("FactComparer");
export const memoryClassifier = token<MemoryClassifier>("MemoryClassifier");
export const addressFilter = token<AddressFilter>("AddressFilter");
export const addressPolicy = token<AddressPolicy>("AddressPolicy");
export const appWebhook = token<AppWebhookClient>("AppWebhook");
/** The only client that calls addresses which users and apps entered. */
export const outboundClient = token<FilteredOutboundClient>("OutboundClient");
export const pushChannels = token<PushChannels>("PushChannels");
/** Not bound when an OpenID Connect provider is configured. */
export const localIssuer = token<LocalIssuer>("LocalIssuer");
/** The local issuer's public keys; undefined without it. */
export const keySet = token<(() => object) | undefined>("KeySet");
export const identity = token<IdentityVerifier>("IdentityVerifier");
export const application = token<Application>("Application");
/** Aborted when the service begins to shut down. */
export const shutdown = token<AbortController>("Shutdown");
export const httpApi = token<Koa>("HttpApi");
