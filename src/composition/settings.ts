import { isIPv6 } from "node:net";
import { plainToInstance } from "class-transformer";
import { validateSync } from "class-validator";
import { applicationDefaults } from "../application/create-application.js";
import { MAX_RESPONSE_WAIT_MS } from "../adapters/http/timeouts.js";
import type { wireNames } from "../adapters/http/wire-names.js";
import { logLevels, logStreams, SHORTEST_SECRET, type LogLevel, type LogStream } from "../adapters/system/index.js";
import {
  complaint,
  contact,
  host,
  issuerUrl,
  mongodbUrl,
  networks,
  oneOf,
  redisUrl,
  secretOf,
  Setting,
  settingNames,
  textLike,
  webUrl,
  wholeNumber,
  yesOrNo,
} from "./setting.js";
import { closest } from "./spelling.js";

export type StoreKind = "sqlite" | "memory" | "mongodb";
export type WireTable = keyof typeof wireNames;

/** As text before it is read: what a process is given to start with. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** More than this a minute or a day is no limit, and it keeps the limiter's sums exact. */
const HIGHEST_RATE = 10_000_000;

const MAX_REPLICAS = 10_000;

/** Decision 11. */
const keyPrefixes: Readonly<Record<WireTable, string>> = {
  neutral: applicationDefaults.keyPrefix,
  omi: "omi_dev_",
};

const modelName = textLike(/^\S{1,200}$/, "1 to 200 characters without white space");

/** How this process is to run: the table of design 7. */
export class Settings {
  @Setting("HOST", host)
  readonly host: string = "127.0.0.1";

  /** 0 for any that is free. */
  @Setting("PORT", wholeNumber(0, 65_535))
  readonly port: number = 8080;

  @Setting("MNEME_DATA_DIR", textLike(/\S/, "the path of a folder"))
  readonly dataDirectory: string = "./data";

  @Setting("MNEME_STORE", oneOf(["sqlite", "memory", "mongodb"]))
  readonly store: StoreKind = "sqlite";

  /** The replica set or sharded cluster of `MNEME_STORE=mongodb`; not used by other stores. */
  @Setting("MONGODB_URL", mongodbUrl)
  readonly mongodbUrl: string | undefined = undefined;

  @Setting("MNEME_WIRE_NAMES", oneOf(Object.keys(keyPrefixes)))
  readonly wireNames: WireTable = "neutral";

  /** Without dots: three parts between dots make a token (decision 1.6). */
  @Setting("MNEME_KEY_PREFIX", textLike(/^[A-Za-z0-9_-]{1,40}$/, "1 to 40 letters, digits, hyphens or underscores"))
  private readonly ownKeyPrefix: string | undefined = undefined;

  /** Calls of a key; 0 for no limit. Decision 3.1. */
  @Setting("MNEME_RATE_LIMIT_PER_MINUTE", wholeNumber(0, HIGHEST_RATE))
  readonly rateLimitPerMinute: number = 100;

  /** Calls of a user; 0 for no limit. Decision 3.1. */
  @Setting("MNEME_RATE_LIMIT_PER_DAY", wholeNumber(0, HIGHEST_RATE))
  readonly rateLimitPerDay: number = 10_000;

  /** Of an address; 0 for no limit. Decision 3.1. */
  @Setting("MNEME_FAILED_CREDENTIALS_PER_MINUTE", wholeNumber(0, HIGHEST_RATE))
  readonly failedCredentialsPerMinute: number = 60;

  /** Where the limits of section 3 are counted for all processes together; undefined for each by itself. Decision 3.3. */
  @Setting("REDIS_URL", redisUrl)
  readonly redisUrl: string | undefined = undefined;

  /** How many processes share the limits: each takes its part of them while Redis fails. Decision 3.3. */
  @Setting("MNEME_REPLICAS", wholeNumber(1, MAX_REPLICAS))
  readonly replicas: number = 1;

  /** Direct ones of an app to a user; 0 for no limit. Decision 9.1. */
  @Setting("MNEME_NOTIFICATIONS_PER_HOUR", wholeNumber(0, HIGHEST_RATE))
  readonly notificationsPerHour: number = applicationDefaults.notifications.perHour;

  /** Of all apps to a user in one of their days; 0 for no limit. Decision 9.6. */
  @Setting("MNEME_PROACTIVE_PER_DAY", wholeNumber(0, HIGHEST_RATE))
  readonly proactivePerDay: number = applicationDefaults.proactive.perDay;

  /** Undefined for the local issuer. Both or none (decision 1.7). */
  @Setting("MNEME_OIDC_ISSUER", issuerUrl)
  readonly oidcIssuer: string | undefined = undefined;

  @Setting("MNEME_OIDC_AUDIENCE", textLike(/^\S+$/, "a text without white space"))
  readonly oidcAudience: string | undefined = undefined;

  @Setting("MNEME_PUBLIC_URL", webUrl)
  readonly configuredPublicUrl: string | undefined = undefined;

  /** Undefined for one that is kept in the data directory. */
  @Setting("MNEME_SECRET", secretOf(SHORTEST_SECRET))
  readonly secret: string | undefined = undefined;

  /** Addresses and networks in CIDR notation whose `X-Forwarded-For` is believed. */
  @Setting("MNEME_TRUSTED_PROXIES", networks)
  readonly trustedProxies: readonly string[] = [];

  /** Called in spite of the address filter: for receivers on this machine or in its network. Decision 9.5. */
  @Setting("MNEME_WEBHOOK_ALLOW_NETWORKS", networks)
  readonly webhookAllowNetworks: readonly string[] = [];

  /** Whom a push service turns to when something is wrong; undefined for the public URL. */
  @Setting("MNEME_WEB_PUSH_CONTACT", contact)
  private readonly ownWebPushContact: string | undefined = undefined;

  /** How long a creation waits for its processing, in milliseconds. */
  @Setting("MNEME_PROCESSING_WAIT_MS", wholeNumber(0, MAX_RESPONSE_WAIT_MS))
  readonly processingWaitMs: number = 5000;

  /** How many worker threads may run at once; undefined for one less than the cores. */
  @Setting("MNEME_WORKER_THREADS", wholeNumber(1, 256))
  readonly workerThreads: number | undefined = undefined;

  /** What the indexes for search may take of the memory, in megabytes, over all users. */
  @Setting("MNEME_SEARCH_MEMORY_MB", wholeNumber(1, 65_536))
  private readonly searchMemoryMegabytes: number = 256;

  /** Whether an app's webhook may be called over plain HTTP: for development. */
  @Setting("MNEME_WEBHOOK_ALLOW_HTTP", yesOrNo)
  readonly webhooksAllowHttp: boolean = false;

  /** As far as, and without, `/chat/completions`; undefined for no model. Both or none. */
  @Setting("MNEME_LLM_BASE_URL", webUrl)
  readonly llmBaseUrl: string | undefined = undefined;

  @Setting("MNEME_LLM_MODEL", modelName)
  readonly llmModel: string | undefined = undefined;

  /** Undefined for an endpoint that asks for none. */
  @Setting("MNEME_LLM_API_KEY", secretOf(1))
  readonly llmApiKey: string | undefined = undefined;

  /** What an answer may take with all tries, in milliseconds. */
  @Setting("MNEME_LLM_TIMEOUT_MS", wholeNumber(1, 600_000))
  readonly llmTimeoutMs: number = 60_000;

  /** How many answers all processes on one store wait for at once. */
  @Setting("MNEME_LLM_CONCURRENCY", wholeNumber(1, 256))
  readonly llmConcurrency: number = 4;

  /** What the model reads and writes at once, in tokens. */
  @Setting("MNEME_LLM_CONTEXT_TOKENS", wholeNumber(4096, HIGHEST_RATE))
  readonly llmContextTokens: number = 8192;

  /** Of a user; 0 for no limit. */
  @Setting("MNEME_LLM_TOKENS_PER_DAY", wholeNumber(0, 1_000_000_000))
  readonly llmTokensPerDay: number = 0;

  /** As far as, and without, `/embeddings`; undefined for the built-in embedder. Both or none. */
  @Setting("MNEME_EMBEDDINGS_BASE_URL", webUrl)
  readonly embeddingsBaseUrl: string | undefined = undefined;

  @Setting("MNEME_EMBEDDINGS_MODEL", modelName)
  readonly embeddingsModel: string | undefined = undefined;

  /** Undefined for an endpoint that asks for none. */
  @Setting("MNEME_EMBEDDINGS_API_KEY", secretOf(1))
  readonly embeddingsApiKey: string | undefined = undefined;

  /** What the vectors of a batch may take with all tries, in milliseconds; that of a query takes a second at most. */
  @Setting("MNEME_EMBEDDINGS_TIMEOUT_MS", wholeNumber(1, 600_000))
  readonly embeddingsTimeoutMs: number = 30_000;

  /** How many texts are sent at once. */
  @Setting("MNEME_EMBEDDINGS_BATCH", wholeNumber(1, 2048))
  readonly embeddingsBatch: number = 32;

  /** What the model reads of a text, in tokens. */
  @Setting("MNEME_EMBEDDINGS_CONTEXT_TOKENS", wholeNumber(64, HIGHEST_RATE))
  readonly embeddingsContextTokens: number = 512;

  /** Where metrics are served, on this machine alone; 0 for any port that is free, undefined for nowhere. */
  @Setting("MNEME_METRICS_PORT", wholeNumber(0, 65_535))
  readonly metricsPort: number | undefined = undefined;

  @Setting("MNEME_LOG_LEVEL", oneOf(logLevels))
  readonly logLevel: LogLevel = "info";

  @Setting("MNEME_LOG_STREAM", oneOf(logStreams))
  readonly logStream: LogStream = "stdout";

  get searchMemoryBytes(): number {
    return this.searchMemoryMegabytes * 2 ** 20;
  }

  /** A `mailto:` or `https:` URL (RFC 8292, section 2.1): one that nobody reads where nothing better is known. */
  get webPushContact(): string {
    const known = this.ownWebPushContact ?? this.configuredPublicUrl;
    return known !== undefined && !known.startsWith("http:") ? known : "mailto:nobody@mneme.invalid";
  }

  get keyPrefix(): string {
    return this.ownKeyPrefix ?? keyPrefixes[this.wireNames];
  }

  /**
   * Where the service is reached from outside, without a slash at the end.
   * @param port the one listened at, which only the system knows when the setting is 0.
   */
  publicUrl(port: number = this.port): string {
    if (this.configuredPublicUrl !== undefined) return this.configuredPublicUrl;
    const everywhere = this.host === "0.0.0.0" || this.host === "::";
    const name = everywhere ? "localhost" : isIPv6(this.host) ? `[${this.host}]` : this.host;
    return `http://${name}:${port}`;
  }
}

/** A setting that stops the start; the message is one line for the operator. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}

/**
 * Reads and checks the settings. An empty variable counts as unset; variables of other programs are left alone.
 * @param usual what is to be had instead of the default where the environment says nothing.
 * @throws SettingError for the first setting that is wrong, or a name that begins like ours and is none.
 */
export function readSettings(environment: Environment, usual: Environment = {}): Settings {
  const given = Object.fromEntries(
    [usual, environment].flatMap(Object.entries).filter((entry): entry is [string, string] => !!entry[1]),
  );
  refuseUnknown(Object.keys(given));
  const settings = plainToInstance(Settings, given, { excludeExtraneousValues: true, exposeDefaultValues: true });
  const [wrong] = validateSync(settings, { skipUndefinedProperties: true });
  if (wrong) throw new SettingError(complaint(wrong.property, given));
  for (const [what, ...names] of together) refuseHalf(what, names, given);
  if (settings.store === "mongodb") requireAll("MNEME_STORE=mongodb needs", neededByMongodb, given);
  Object.freeze(settings);
  return settings;
}

/** What makes no sense without the other. */
const together = [
  ["an issuer and its audience", "MNEME_OIDC_ISSUER", "MNEME_OIDC_AUDIENCE"],
  ["an endpoint and its model", "MNEME_LLM_BASE_URL", "MNEME_LLM_MODEL"],
  ["an endpoint and its model", "MNEME_EMBEDDINGS_BASE_URL", "MNEME_EMBEDDINGS_MODEL"],
] as const;

/** Processes on several machines have no data directory in common that could hold the secret. */
const neededByMongodb = ["MONGODB_URL", "MNEME_SECRET"] as const;

function requireAll(reason: string, names: readonly string[], given: Environment): void {
  const missing = names.filter((name) => given[name] === undefined);
  if (missing.length > 0) throw new SettingError(`${missing.join(", ")} is missing: ${reason} ${names.join(" and ")}`);
}

function refuseHalf(what: string, names: readonly string[], given: Environment): void {
  const missing = names.filter((name) => given[name] === undefined);
  if (missing.length === 0 || missing.length === names.length) return;
  throw new SettingError(`${missing.join(", ")} is missing: ${what} must be set together`);
}

function refuseUnknown(names: readonly string[]): void {
  const known = settingNames();
  const unknown = names.find((name) => name.startsWith("MNEME_") && !known.includes(name));
  if (unknown === undefined) return;
  const meant = closest(unknown, known);
  const hint = meant === undefined ? `the settings are ${known.join(", ")}` : `did you mean ${meant}?`;
  throw new SettingError(`${unknown} is not a setting: ${hint}`);
}
