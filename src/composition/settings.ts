import { isIPv6 } from "node:net";
import { plainToInstance } from "class-transformer";
import { validateSync } from "class-validator";
import type { namingProfiles } from "../adapters/http/kernel/naming-profile.js";
import { MAX_RESPONSE_WAIT_MS } from "../adapters/http/server/timeouts.js";
import { LOG_LEVELS, LOG_STREAMS, MIN_SECRET_LENGTH, type LogLevel, type LogStream } from "../adapters/system/index.js";
import { DEFAULT_APPLICATION_OPTIONS } from "../application/create-application.js";
import {
  formatSettingError,
  contact,
  host,
  issuerUrl,
  mongodbUrl,
  networks,
  oneOfSetting,
  redisUrl,
  secretOfLength,
  Setting,
  getSettingNames,
  textMatchingPattern,
  webUrl,
  wholeNumber,
  yesOrNo,
} from "./setting-types.js";

const storeKinds = ["sqlite", "memory", "mongodb"] as const;
export type StoreKind = (typeof storeKinds)[number];
export type NamingProfileName = keyof typeof namingProfiles;

/** Environment variables before parsing. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The greatest limit per minute or day; with it the sums of the limiter remain exact. */
const MAX_RATE_LIMIT = 10_000_000;

const MAX_REPLICAS = 10_000;

const MAX_SHUTDOWN_DELAY_MS = 300_000;

/** Each naming profile has its own default (decision 11.1). */
const DEFAULT_KEY_PREFIXES: Readonly<Record<NamingProfileName, string>> = {
  neutral: DEFAULT_APPLICATION_OPTIONS.keyPrefix,
  omi: "omi_dev_",
};

const modelNameType = textMatchingPattern(/^\S{1,200}$/, "1 to 200 characters without white space");

/** The settings of the process (docs/configuration.md). */
export class Settings {
  @Setting("HOST", host)
  readonly host: string = "127.0.0.1";

  /** 0 for any free port. */
  @Setting("PORT", wholeNumber(0, 65_535))
  readonly port: number = 8080;

  @Setting("MNEME_DATA_DIR", textMatchingPattern(/\S/, "the path of a folder"))
  readonly dataDirectory: string = "./data";

  @Setting("MNEME_STORE", oneOfSetting(storeKinds))
  readonly store: StoreKind = "sqlite";

  /** The replica set or sharded cluster of `MNEME_STORE=mongodb`; other stores ignore it. */
  @Setting("MONGODB_URL", mongodbUrl)
  readonly mongodbUrl: string | undefined = undefined;

  @Setting("MNEME_WIRE_NAMES", oneOfSetting(Object.keys(DEFAULT_KEY_PREFIXES)))
  readonly wireNames: NamingProfileName = "neutral";

  /** Without dots, because a credential of three parts between dots is read as a token. */
  @Setting(
    "MNEME_KEY_PREFIX",
    textMatchingPattern(/^[A-Za-z0-9_-]{1,40}$/, "1 to 40 letters, digits, hyphens or underscores"),
  )
  private readonly configuredKeyPrefix: string | undefined = undefined;

  /** Requests per API key; 0 disables the limit. All identity tokens of a user count as one key. */
  @Setting("MNEME_RATE_LIMIT_PER_MINUTE", wholeNumber(0, MAX_RATE_LIMIT))
  readonly rateLimitPerMinute: number = DEFAULT_APPLICATION_OPTIONS.accessLimits.perMinute;

  /** Requests per user; 0 disables the limit. */
  @Setting("MNEME_RATE_LIMIT_PER_DAY", wholeNumber(0, MAX_RATE_LIMIT))
  readonly rateLimitPerDay: number = DEFAULT_APPLICATION_OPTIONS.accessLimits.perDay;

  /** Failed authentications per client address; 0 disables the limit. */
  @Setting("MNEME_AUTH_FAILURES_PER_MINUTE", wholeNumber(0, MAX_RATE_LIMIT))
  readonly authFailuresPerMinute: number = DEFAULT_APPLICATION_OPTIONS.accessLimits.failuresPerMinute;

  /** Counts requests for all processes together; undefined when each process counts its own (decision 3.3). */
  @Setting("REDIS_URL", redisUrl)
  readonly redisUrl: string | undefined = undefined;

  /** Number of processes that share the request limits; each applies its share while Redis fails. */
  @Setting("MNEME_REPLICAS", wholeNumber(1, MAX_REPLICAS))
  readonly replicas: number = 1;

  /** Direct notifications of an app to a user; 0 disables the limit. */
  @Setting("MNEME_NOTIFICATIONS_PER_HOUR", wholeNumber(0, MAX_RATE_LIMIT))
  readonly notificationsPerHour: number = DEFAULT_APPLICATION_OPTIONS.notifications.perHour;

  /** Proactive notifications of all apps to a user, per day of the user's time zone; 0 disables the limit. */
  @Setting("MNEME_PROACTIVE_NOTIFICATIONS_PER_DAY", wholeNumber(0, MAX_RATE_LIMIT))
  readonly proactiveNotificationsPerDay: number = DEFAULT_APPLICATION_OPTIONS.proactive.perDay;

  /** Undefined for the local issuer. Set together with the audience. */
  @Setting("MNEME_OIDC_ISSUER", issuerUrl)
  readonly oidcIssuer: string | undefined = undefined;

  @Setting("MNEME_OIDC_AUDIENCE", textMatchingPattern(/^\S+$/, "a text without white space"))
  readonly oidcAudience: string | undefined = undefined;

  @Setting("MNEME_PUBLIC_URL", webUrl)
  readonly configuredPublicUrl: string | undefined = undefined;

  /** Undefined for a generated secret, which is kept in the data directory. */
  @Setting("MNEME_SECRET", secretOfLength(MIN_SECRET_LENGTH))
  readonly secret: string | undefined = undefined;

  /** Addresses and networks (CIDR) whose `X-Forwarded-For` is trusted. */
  @Setting("MNEME_TRUSTED_PROXIES", networks)
  readonly trustedProxies: readonly string[] = [];

  /** Networks that the address filter allows, for receivers on this machine or in its network. */
  @Setting("MNEME_WEBHOOK_ALLOW_NETWORKS", networks)
  readonly webhookAllowNetworks: readonly string[] = [];

  /** Where push services report problems; undefined for the public URL. */
  @Setting("MNEME_WEB_PUSH_CONTACT", contact)
  private readonly configuredWebPushContact: string | undefined = undefined;

  /** How long the response to a creation waits for the processing, in milliseconds. */
  @Setting("MNEME_PROCESSING_WAIT_MS", wholeNumber(0, MAX_RESPONSE_WAIT_MS))
  readonly processingWaitMs: number = DEFAULT_APPLICATION_OPTIONS.processingWaitMs;

  /** Maximum number of worker threads; undefined for one less than the number of cores. */
  @Setting("MNEME_WORKER_THREADS", wholeNumber(1, 256))
  readonly workerThreads: number | undefined = undefined;

  /** Memory limit of the search indexes of all users together, in megabytes. */
  @Setting("MNEME_SEARCH_MEMORY_MB", wholeNumber(1, 65_536))
  private readonly searchMemoryMegabytes: number = 256;

  /** Allows webhooks over plain HTTP, for development. */
  @Setting("MNEME_WEBHOOK_ALLOW_HTTP", yesOrNo)
  readonly webhooksAllowHttp: boolean = false;

  /** The part before `/chat/completions`; undefined for no model. Set together with the model. */
  @Setting("MNEME_LLM_BASE_URL", webUrl)
  readonly llmBaseUrl: string | undefined = undefined;

  @Setting("MNEME_LLM_MODEL", modelNameType)
  readonly llmModel: string | undefined = undefined;

  /** Undefined for an endpoint without authentication. */
  @Setting("MNEME_LLM_API_KEY", secretOfLength(1))
  readonly llmApiKey: string | undefined = undefined;

  /** Time limit of one answer, retries included, in milliseconds. */
  @Setting("MNEME_LLM_TIMEOUT_MS", wholeNumber(1, 600_000))
  readonly llmTimeoutMs: number = 60_000;

  /** Maximum number of concurrent model calls of all processes on one store. */
  @Setting("MNEME_LLM_CONCURRENCY", wholeNumber(1, 256))
  readonly llmConcurrency: number = 4;

  /** Context window of the model for input and output, in tokens. */
  @Setting("MNEME_LLM_CONTEXT_TOKENS", wholeNumber(4096, MAX_RATE_LIMIT))
  readonly llmContextTokens: number = 8192;

  /** Tokens per user; 0 disables the limit. */
  @Setting("MNEME_LLM_TOKENS_PER_DAY", wholeNumber(0, 1_000_000_000))
  readonly llmTokensPerDay: number = 0;

  /** The part before `/embeddings`; undefined to search by words only. Set together with the model. */
  @Setting("MNEME_EMBEDDINGS_BASE_URL", webUrl)
  readonly embeddingsBaseUrl: string | undefined = undefined;

  @Setting("MNEME_EMBEDDINGS_MODEL", modelNameType)
  readonly embeddingsModel: string | undefined = undefined;

  /** Undefined for an endpoint without authentication. */
  @Setting("MNEME_EMBEDDINGS_API_KEY", secretOfLength(1))
  readonly embeddingsApiKey: string | undefined = undefined;

  /** Time limit of one batch, retries included, in milliseconds; a search query waits at most one second. */
  @Setting("MNEME_EMBEDDINGS_TIMEOUT_MS", wholeNumber(1, 600_000))
  readonly embeddingsTimeoutMs: number = 30_000;

  /** Number of texts per request. */
  @Setting("MNEME_EMBEDDINGS_BATCH", wholeNumber(1, 2048))
  readonly embeddingsBatch: number = 32;

  /** Maximum length of a text in tokens; the rest is cut off. */
  @Setting("MNEME_EMBEDDINGS_CONTEXT_TOKENS", wholeNumber(64, MAX_RATE_LIMIT))
  readonly embeddingsContextTokens: number = 512;

  /** Port of the metrics on 127.0.0.1; 0 for any free port, undefined for no metrics. */
  @Setting("MNEME_METRICS_PORT", wholeNumber(0, 65_535))
  readonly metricsPort: number | undefined = undefined;

  /** How long `/readyz` responds 503 before the server stops accepting connections, in milliseconds. */
  @Setting("MNEME_SHUTDOWN_DELAY_MS", wholeNumber(0, MAX_SHUTDOWN_DELAY_MS))
  readonly shutdownDelayMs: number = 0;

  @Setting("MNEME_LOG_LEVEL", oneOfSetting(LOG_LEVELS))
  readonly logLevel: LogLevel = "info";

  @Setting("MNEME_LOG_STREAM", oneOfSetting(LOG_STREAMS))
  readonly logStream: LogStream = "stdout";

  get searchMemoryBytes(): number {
    return this.searchMemoryMegabytes * 2 ** 20;
  }

  /** A `mailto:` or `https:` URL (RFC 8292, section 2.1); a placeholder address when none is configured. */
  get webPushContact(): string {
    const contactUrl = this.configuredWebPushContact ?? this.configuredPublicUrl;
    return contactUrl !== undefined && !contactUrl.startsWith("http:") ? contactUrl : "mailto:nobody@mneme.invalid";
  }

  get keyPrefix(): string {
    return this.configuredKeyPrefix ?? DEFAULT_KEY_PREFIXES[this.wireNames];
  }

  /**
   * Returns the URL at which clients reach the service, without a slash at the end.
   * @param port the port in use, which the operating system chooses when the setting is 0.
   */
  getPublicUrl(port: number = this.port): string {
    if (this.configuredPublicUrl !== undefined) return this.configuredPublicUrl;
    const isWildcardHost = this.host === "0.0.0.0" || this.host === "::";
    const hostName = isWildcardHost ? "localhost" : isIPv6(this.host) ? `[${this.host}]` : this.host;
    return `http://${hostName}:${port}`;
  }
}

/** A wrong setting, which stops the start; the message is one line for the operator. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}

/**
 * Reads and validates the settings. An empty variable counts as unset; variables of other programs are ignored.
 * @param defaults values for variables that the environment does not set; they replace the built-in defaults.
 * @throws SettingError for the first wrong setting, or for an unknown name that begins with `MNEME_`.
 */
export function readSettings(environment: Environment, defaults: Environment = {}): Settings {
  const variables = Object.fromEntries(
    [defaults, environment].flatMap(Object.entries).filter((entry): entry is [string, string] => !!entry[1]),
  );
  rejectUnknownNames(Object.keys(variables));
  const settings = plainToInstance(Settings, variables, { excludeExtraneousValues: true, exposeDefaultValues: true });
  const [firstError] = validateSync(settings, { skipUndefinedProperties: true });
  if (firstError) throw new SettingError(formatSettingError(firstError.property, variables));
  for (const [description, ...names] of REQUIRED_TOGETHER) requireAllOrNone(description, names, variables);
  if (settings.store === "mongodb") requireSettings("MNEME_STORE=mongodb needs", REQUIRED_BY_MONGODB, variables);
  Object.freeze(settings);
  return settings;
}

/** Settings that are only valid together. */
const REQUIRED_TOGETHER = [
  ["an issuer and its audience", "MNEME_OIDC_ISSUER", "MNEME_OIDC_AUDIENCE"],
  ["an endpoint and its model", "MNEME_LLM_BASE_URL", "MNEME_LLM_MODEL"],
  ["an endpoint and its model", "MNEME_EMBEDDINGS_BASE_URL", "MNEME_EMBEDDINGS_MODEL"],
] as const;

/** Processes on several machines share no data directory that could hold the secret. */
const REQUIRED_BY_MONGODB = ["MONGODB_URL", "MNEME_SECRET"] as const;

function requireSettings(reason: string, names: readonly string[], variables: Environment): void {
  const missing = names.filter((name) => variables[name] === undefined);
  if (missing.length > 0) throw new SettingError(`${missing.join(", ")} is missing: ${reason} ${names.join(" and ")}`);
}

function requireAllOrNone(description: string, names: readonly string[], variables: Environment): void {
  const missing = names.filter((name) => variables[name] === undefined);
  if (missing.length === 0 || missing.length === names.length) return;
  throw new SettingError(`${missing.join(", ")} is missing: ${description} must be set together`);
}

function rejectUnknownNames(names: readonly string[]): void {
  const knownNames = getSettingNames();
  const unknownName = names.find((name) => name.startsWith("MNEME_") && !knownNames.includes(name));
  if (unknownName === undefined) return;
  const suggestion = suggestClosest(unknownName, knownNames);
  const hint = suggestion === undefined ? `the settings are ${knownNames.join(", ")}` : `did you mean ${suggestion}?`;
  throw new SettingError(`${unknownName} is not a setting: ${hint}`);
}

/**
 * Returns the candidate with the smallest edit distance, ignoring the prefix `MNEME_`; undefined when more than a third
 * of the letters of every candidate differ.
 */
function suggestClosest(word: string, candidates: readonly string[]): string | undefined {
  const suggestions = candidates
    .map((candidate) => ({ candidate, distance: computeEditDistance(stripPrefix(word), stripPrefix(candidate)) }))
    .filter(({ candidate, distance }) => distance <= stripPrefix(candidate).length / 3)
    .toSorted((first, second) => first.distance - second.distance);
  return suggestions[0]?.candidate;
}

const stripPrefix = (name: string): string => name.replace(/^MNEME_/, "");

/** Computes the Levenshtein distance. */
function computeEditDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of Array.from(from).entries()) {
    const nextRow = [index + 1];
    for (const [column, otherLetter] of Array.from(to).entries()) {
      const [left = 0, above = 0, corner = 0] = [nextRow[column], row[column + 1], row[column]];
      nextRow.push(Math.min(left + 1, above + 1, corner + (letter === otherLetter ? 0 : 1)));
    }
    row = nextRow;
  }
  return row[to.length] ?? 0;
}
