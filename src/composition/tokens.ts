import type Koa from "koa";
import type { Application } from "../application/create-application.js";
import type { ChatClient, EmbeddingClient } from "../adapters/llm/index.js";
import type { EmbeddingBacklog, IndexRoom, KeptVectors } from "../adapters/language/search/index.js";
import type { ThreadPool } from "../adapters/runtime/index.js";
import type { ServiceMetrics } from "../adapters/metrics/index.js";
import type { LocalIssuer } from "../adapters/identity/index.js";
import type { AddressFilter, FilteredOutboundClient } from "../adapters/outbound/index.js";
import type { RedisRateLimiter } from "../adapters/redis/index.js";
import type { MasterSecret, PinoEventLog } from "../adapters/system/index.js";
import type {
  AddressPolicy,
  Answerer,
  AppWebhook,
  Clock,
  Embedder,
  EventLog,
  FactComparer,
  IdentityVerifier,
  Ids,
  LanguageDetector,
  MemoryClassifier,
  MemoryIndex,
  PassageIndex,
  PushChannels,
  RateLimiter,
  Scheduler,
  Sealer,
  Secrets,
  Store,
  Summariser,
  Writer,
} from "../ports/driven/index.js";
import type { Settings } from "./settings.js";
import { token } from "./token.js";

export type { Token } from "./token.js";

export const settings = token<Settings>("Settings");
export const clock = token<Clock>("Clock");
export const ids = token<Ids>("Ids");
export const scheduler = token<Scheduler>("Scheduler");
/** What is written; `log` is what everybody writes to. */
export const writtenLog = token<PinoEventLog>("WrittenEventLog");
export const log = token<EventLog>("EventLog");
/** Undefined where none are served. */
export const metrics = token<ServiceMetrics | undefined>("Metrics");
export const masterSecret = token<MasterSecret>("MasterSecret");
export const secrets = token<Secrets>("Secrets");
export const sealer = token<Sealer>("Sealer");
export const store = token<Store>("Store");
export const rateLimiter = token<RateLimiter>("RateLimiter");
/** Undefined where each process limits by itself. */
export const redisRateLimiter = token<RedisRateLimiter | undefined>("RedisRateLimiter");
/** Worker threads for CPU work that would block the event loop. */
export const threads = token<ThreadPool>("Threads");
export const summariser = token<Summariser>("Summariser");
/** Undefined when no model is configured. */
export const chat = token<ChatClient | undefined>("Chat");
/** One that asks a model; undefined when none is configured. */
export const llmSummariser = token<Summariser | undefined>("LlmSummariser");
/** Undefined where the built-in one embeds. */
export const embeddingClient = token<EmbeddingClient | undefined>("EmbeddingClient");
export const embedder = token<Embedder | undefined>("Embedder");
/** Undefined where nothing is kept of what is embedded. */
export const embeddingBacklog = token<EmbeddingBacklog | undefined>("EmbeddingBacklog");
export const keptVectors = token<KeptVectors | undefined>("KeptVectors");
/** One that asks a model; undefined when none is configured. */
export const answerer = token<Answerer | undefined>("Answerer");
export const writer = token<Writer>("Writer");
/** One that asks a model; undefined when none is configured. */
export const llmWriter = token<Writer | undefined>("LlmWriter");
export const indexRoom = token<IndexRoom>("IndexRoom");
export const passageIndex = token<PassageIndex>("PassageIndex");
export const memoryIndex = token<MemoryIndex>("MemoryIndex");
export const languageDetector = token<LanguageDetector>("LanguageDetector");
export const factComparer = token<FactComparer>("FactComparer");
export const memoryClassifier = token<MemoryClassifier>("MemoryClassifier");
export const addressFilter = token<AddressFilter>("AddressFilter");
export const addressPolicy = token<AddressPolicy>("AddressPolicy");
/** The one way out to addresses that users and apps gave. */
export const appWebhook = token<AppWebhook>("AppWebhook");
export const outbound = token<FilteredOutboundClient>("OutboundClient");
export const pushChannels = token<PushChannels>("PushChannels");
/** Bound unless an OIDC provider vouches for the users. */
export const localIssuer = token<LocalIssuer>("LocalIssuer");
/** The local issuer's public keys; undefined without it. */
export const keySet = token<(() => object) | undefined>("KeySet");
export const identity = token<IdentityVerifier>("IdentityVerifier");
export const application = token<Application>("Application");
export const api = token<Koa>("Api");
