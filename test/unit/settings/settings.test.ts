import { expect } from "chai";
import fc from "fast-check";
import { readSettings, SettingError, type Environment } from "../../../src/composition/settings.js";

function refusal(environment: Environment): string {
  try {
    readSettings(environment);
  } catch (error) {
    expect(error).to.be.instanceOf(SettingError);
    return (error as SettingError).message;
  }
  throw new Error(`was not refused: ${JSON.stringify(environment)}`);
}

const secret = "0123456789abcdef0123456789abcdef";

describe("The settings", () => {
  it("have defaults without external dependencies", () => {
    const settings = readSettings({});
    expect(settings).to.include({
      host: "127.0.0.1",
      port: 8080,
      dataDirectory: "./data",
      store: "sqlite",
      wireNames: "neutral",
      keyPrefix: "mneme_dev_",
      rateLimitPerMinute: 100,
      rateLimitPerDay: 10_000,
      authFailuresPerMinute: 60,
      proactiveNotificationsPerDay: 9,
      redisUrl: undefined,
      replicas: 1,
      oidcIssuer: undefined,
      oidcAudience: undefined,
      secret: undefined,
      processingWaitMs: 5000,
      workerThreads: undefined,
      searchMemoryBytes: 256 * 2 ** 20,
      llmBaseUrl: undefined,
      llmModel: undefined,
      llmApiKey: undefined,
      llmTimeoutMs: 60_000,
      llmConcurrency: 4,
      llmContextTokens: 8192,
      llmTokensPerDay: 0,
      embeddingsBaseUrl: undefined,
      embeddingsModel: undefined,
      embeddingsApiKey: undefined,
      embeddingsTimeoutMs: 30_000,
      embeddingsBatch: 32,
      embeddingsContextTokens: 512,
      metricsPort: undefined,
      shutdownDelayMs: 0,
      webhooksAllowHttp: false,
      webPushContact: "mailto:nobody@mneme.invalid",
      logLevel: "info",
      logStream: "stdout",
    });
    expect(settings.trustedProxies).to.deep.equal([]);
    expect(settings.webhookAllowNetworks).to.deep.equal([]);
    expect(settings.getPublicUrl()).to.equal("http://127.0.0.1:8080");
  });

  it("are read from the environment", () => {
    const settings = readSettings({
      HOST: "::",
      PORT: "0",
      MNEME_DATA_DIR: "/var/lib/mneme",
      MNEME_STORE: "memory",
      MNEME_WIRE_NAMES: "omi",
      MNEME_RATE_LIMIT_PER_MINUTE: "0",
      MNEME_RATE_LIMIT_PER_DAY: "500",
      MNEME_AUTH_FAILURES_PER_MINUTE: "5",
      MNEME_NOTIFICATIONS_PER_HOUR: "20",
      MNEME_PROACTIVE_NOTIFICATIONS_PER_DAY: "0",
      REDIS_URL: "rediss://mneme:p%40ss@redis.example.org:6380/2",
      MNEME_REPLICAS: "4",
      MNEME_OIDC_ISSUER: "https://id.example.org/",
      MNEME_OIDC_AUDIENCE: "mneme",
      MNEME_PUBLIC_URL: "https://memory.example.org/api/",
      MNEME_SECRET: secret,
      MNEME_TRUSTED_PROXIES: "10.0.0.0/8, 192.168.1.7,fd00::/8,::1",
      MNEME_WEBHOOK_ALLOW_NETWORKS: "127.0.0.1,fd00::/8",
      MNEME_PROCESSING_WAIT_MS: "0",
      MNEME_WORKER_THREADS: "3",
      MNEME_SEARCH_MEMORY_MB: "64",
      MNEME_LLM_BASE_URL: "http://localhost:11434/v1/",
      MNEME_LLM_MODEL: "llama3.2:3b",
      MNEME_LLM_API_KEY: "sk-1",
      MNEME_LLM_TIMEOUT_MS: "5000",
      MNEME_LLM_CONCURRENCY: "2",
      MNEME_LLM_CONTEXT_TOKENS: "131072",
      MNEME_LLM_TOKENS_PER_DAY: "200000",
      MNEME_EMBEDDINGS_BASE_URL: "http://localhost:11434/v1/",
      MNEME_EMBEDDINGS_MODEL: "nomic-embed-text",
      MNEME_EMBEDDINGS_API_KEY: "sk-2",
      MNEME_EMBEDDINGS_TIMEOUT_MS: "4000",
      MNEME_EMBEDDINGS_BATCH: "8",
      MNEME_EMBEDDINGS_CONTEXT_TOKENS: "2048",
      MNEME_METRICS_PORT: "9464",
      MNEME_SHUTDOWN_DELAY_MS: "5000",
      MNEME_WEBHOOK_ALLOW_HTTP: "yes",
      MNEME_WEB_PUSH_CONTACT: "mailto:ada@example.com",
      MNEME_LOG_LEVEL: "warn",
      MNEME_LOG_STREAM: "stderr",
    });
    expect(settings).to.include({
      host: "::",
      port: 0,
      dataDirectory: "/var/lib/mneme",
      store: "memory",
      wireNames: "omi",
      keyPrefix: "omi_dev_",
      rateLimitPerMinute: 0,
      rateLimitPerDay: 500,
      authFailuresPerMinute: 5,
      notificationsPerHour: 20,
      proactiveNotificationsPerDay: 0,
      redisUrl: "rediss://mneme:p%40ss@redis.example.org:6380/2",
      replicas: 4,
      oidcIssuer: "https://id.example.org/",
      oidcAudience: "mneme",
      secret,
      processingWaitMs: 0,
      workerThreads: 3,
      searchMemoryBytes: 64 * 2 ** 20,
      llmBaseUrl: "http://localhost:11434/v1",
      llmModel: "llama3.2:3b",
      llmApiKey: "sk-1",
      llmTimeoutMs: 5000,
      llmConcurrency: 2,
      llmContextTokens: 131_072,
      llmTokensPerDay: 200_000,
      embeddingsBaseUrl: "http://localhost:11434/v1",
      embeddingsModel: "nomic-embed-text",
      embeddingsApiKey: "sk-2",
      embeddingsTimeoutMs: 4000,
      embeddingsBatch: 8,
      embeddingsContextTokens: 2048,
      metricsPort: 9464,
      shutdownDelayMs: 5000,
      webhooksAllowHttp: true,
      logLevel: "warn",
      logStream: "stderr",
    });
    expect(settings.trustedProxies).to.deep.equal(["10.0.0.0/8", "192.168.1.7", "fd00::/8", "::1"]);
    expect(settings.webhookAllowNetworks).to.deep.equal(["127.0.0.1", "fd00::/8"]);
    expect(settings.getPublicUrl(1234)).to.equal("https://memory.example.org/api");
  });

  it("ignore variables of other programs and treat an empty one as unset", () => {
    const settings = readSettings({
      PATH: "/bin",
      HOME: "",
      PORT: "",
      MNEME_STORE: "",
      MNEME_OLD: "",
      USER: undefined,
    });
    expect(settings).to.include({ port: 8080, store: "sqlite" });
    expect(settings).not.to.have.any.keys("PATH", "MNEME_OLD");
  });

  it("are immutable", () => {
    expect(readSettings({})).to.be.frozen;
  });

  it("derive the key prefix from the naming profile unless it is set", () => {
    expect(readSettings({ MNEME_WIRE_NAMES: "omi", MNEME_KEY_PREFIX: "acme-1_" }).keyPrefix).to.equal("acme-1_");
  });

  for (const [host, url] of [
    ["0.0.0.0", "http://localhost:99"],
    ["::", "http://localhost:99"],
    ["::1", "http://[::1]:99"],
    ["memory.lan", "http://memory.lan:99"],
  ] as const) {
    it(`use ${url} as the public URL for the host ${host} and port 99`, () => {
      expect(readSettings({ HOST: host, PORT: "0" }).getPublicUrl(99)).to.equal(url);
    });
  }

  const wrong: Record<string, readonly string[]> = {
    HOST: ["a b", "http://x", "256.0.0.1", "1.2.3", "-x", "host:80"],
    PORT: ["abc", "-1", "65536", "80.5", "0x50", "1e3", " 80", "80 ", "+80", "٨٠"],
    MNEME_DATA_DIR: ["  "],
    MNEME_STORE: ["SQLite", "mongo", "mem"],
    MONGODB_URL: ["localhost:27017", "http://x", "mongodb://", "mongodb://a b/mneme", "mongodb+srv:x"],
    MNEME_WIRE_NAMES: ["Omi", "other", "constructor"],
    MNEME_KEY_PREFIX: ["a.b", "a b", "ключ", "x".repeat(41)],
    MNEME_RATE_LIMIT_PER_MINUTE: ["-1", "many", "1.5", "10000001"],
    MNEME_RATE_LIMIT_PER_DAY: ["-1", "99999999999999999999"],
    MNEME_AUTH_FAILURES_PER_MINUTE: ["none"],
    MNEME_NOTIFICATIONS_PER_HOUR: ["-1", "none"],
    REDIS_URL: [
      "localhost",
      "localhost:6379",
      "http://x",
      "redis://",
      "redis://x/a",
      "redis://x?family=6",
      "redis://:%@x",
    ],
    MNEME_REPLICAS: ["0", "1.5", "10001"],
    MNEME_OIDC_ISSUER: ["id.example.org", "http://id.example.org", "https://u:p@id.example.org", "https://x/?a=1"],
    MNEME_OIDC_AUDIENCE: ["a b"],
    MNEME_PUBLIC_URL: ["memory.example.org", "ftp://x", "https://x/?", "https://x/#", "https://u@x", "https:// x"],
    MNEME_SECRET: ["short", "x".repeat(31), `${"x".repeat(31)} `],
    MNEME_TRUSTED_PROXIES: ["10.0.0.0/33", "::/129", "host", ",", "10.0.0.1,", "10.0.0.0/8;::1", "fe80::1%eth0", "/8"],
    MNEME_WEBHOOK_ALLOW_NETWORKS: ["localhost", "10.0.0.0/33", "127.1", "10.0.0.0/", "0x7f.0.0.1"],
    MNEME_PROCESSING_WAIT_MS: ["-1", "5s", "30001"],
    MNEME_WORKER_THREADS: ["0", "257", "all"],
    MNEME_SEARCH_MEMORY_MB: ["0", "64MB", "65537"],
    MNEME_LLM_BASE_URL: ["localhost:11434", "http://u:p@x/v1", "http://x/v1?key=1"],
    MNEME_LLM_MODEL: ["a b"],
    MNEME_LLM_API_KEY: [" "],
    MNEME_LLM_TIMEOUT_MS: ["0", "5s", "600001"],
    MNEME_LLM_CONCURRENCY: ["0", "257"],
    MNEME_LLM_CONTEXT_TOKENS: ["4095", "8k"],
    MNEME_LLM_TOKENS_PER_DAY: ["-1", "1e6"],
    MNEME_EMBEDDINGS_BASE_URL: ["localhost", "http://u:p@x/v1"],
    MNEME_EMBEDDINGS_MODEL: ["a b"],
    MNEME_EMBEDDINGS_API_KEY: [" "],
    MNEME_EMBEDDINGS_TIMEOUT_MS: ["0", "600001"],
    MNEME_EMBEDDINGS_BATCH: ["0", "2049"],
    MNEME_EMBEDDINGS_CONTEXT_TOKENS: ["63"],
    MNEME_METRICS_PORT: ["-1", "65536"],
    MNEME_SHUTDOWN_DELAY_MS: ["-1", "300001"],
    MNEME_LOG_LEVEL: ["INFO", "verbose", "fatal"],
    MNEME_LOG_STREAM: ["1", "STDERR"],
  };
  for (const [name, values] of Object.entries(wrong)) {
    it(`name ${name} in one line when its value is invalid`, () => {
      for (const value of values) {
        const message = refusal({ [name]: value });
        expect(message).to.match(/^[A-Z_]+ is .+, but must be .+$/);
        expect(message.split(" ")[0]).to.equal(name);
      }
    });
  }

  it("require a connection string and a secret with MongoDB", () => {
    const url = "mongodb+srv://mneme:p%40ss@db.example.org/mneme";
    const secret = "x".repeat(32);
    expect(refusal({ MNEME_STORE: "mongodb" })).to.equal(
      "MONGODB_URL, MNEME_SECRET is missing: MNEME_STORE=mongodb needs MONGODB_URL and MNEME_SECRET",
    );
    expect(refusal({ MNEME_STORE: "mongodb", MONGODB_URL: url })).to.match(/^MNEME_SECRET is missing/);
    const settings = readSettings({ MNEME_STORE: "mongodb", MONGODB_URL: url, MNEME_SECRET: secret });
    expect([settings.store, settings.mongodbUrl]).to.deep.equal(["mongodb", url]);
  });

  it("never reveal the password of a connection string", () => {
    expect(refusal({ MONGODB_URL: "mongo://mneme:hunter2@db" })).not.to.contain("hunter2");
  });

  it("report the invalid value and the allowed ones", () => {
    expect(refusal({ PORT: "abc" })).to.equal('PORT is "abc", but must be a whole number from 0 to 65535');
    expect(refusal({ MNEME_STORE: "files" })).to.equal(
      'MNEME_STORE is "files", but must be one of sqlite, memory, mongodb',
    );
    expect(refusal({ MNEME_WEBHOOK_ALLOW_HTTP: "true" })).to.equal(
      'MNEME_WEBHOOK_ALLOW_HTTP is "true", but must be yes or no',
    );
    expect(refusal({ PORT: "1\n2" })).to.equal('PORT is "1\\n2", but must be a whole number from 0 to 65535');
  });

  it("do not reveal an invalid secret", () => {
    expect(refusal({ MNEME_SECRET: "hunter2" })).to.equal(
      "MNEME_SECRET is 7 characters long, but must be at least 32 characters long",
    );
    expect(refusal({ REDIS_URL: "http://:hunter2@redis.example.org" })).not.to.include("hunter2");
  });

  it("require the OIDC issuer and the audience together", () => {
    expect(refusal({ MNEME_OIDC_ISSUER: "https://id.example.org" })).to.match(/^MNEME_OIDC_AUDIENCE is missing/);
    expect(refusal({ MNEME_OIDC_AUDIENCE: "mneme" })).to.match(/^MNEME_OIDC_ISSUER is missing/);
  });

  it("require a model endpoint and its model together", () => {
    expect(refusal({ MNEME_LLM_BASE_URL: "http://localhost:11434/v1" })).to.match(/^MNEME_LLM_MODEL is missing/);
    expect(refusal({ MNEME_LLM_MODEL: "llama3.2" })).to.match(/^MNEME_LLM_BASE_URL is missing/);
    expect(refusal({ MNEME_EMBEDDINGS_MODEL: "m" })).to.match(/^MNEME_EMBEDDINGS_BASE_URL is missing/);
    expect(refusal({ MNEME_EMBEDDINGS_BASE_URL: "http://x/v1" })).to.match(/^MNEME_EMBEDDINGS_MODEL is missing/);
  });

  it("accept an issuer on the local host without TLS", () => {
    for (const issuer of ["http://localhost:8081/realms/a", "http://127.0.0.1:9000", "http://[::1]:9000"]) {
      const settings = readSettings({ MNEME_OIDC_ISSUER: issuer, MNEME_OIDC_AUDIENCE: "mneme" });
      expect(settings.oidcIssuer).to.equal(issuer);
    }
  });

  it("reject a misspelled name and suggest the right one", () => {
    expect(refusal({ MNEME_RATELIMIT_PER_DAY: "5" })).to.equal(
      "MNEME_RATELIMIT_PER_DAY is not a setting: did you mean MNEME_RATE_LIMIT_PER_DAY?",
    );
    expect(refusal({ MNEME_PORT: "80" })).to.equal("MNEME_PORT is not a setting: did you mean PORT?");
    expect(refusal({ MNEME_COLOUR: "red" })).to.match(/^MNEME_COLOUR is not a setting: the settings are HOST, PORT, /);
  });

  it("are accepted or rejected with a SettingError for any input", () => {
    const names = Object.keys(wrong);
    const environment = fc.dictionary(
      fc.constantFrom(...names),
      fc.oneof(fc.string(), fc.webUrl(), fc.ipV4(), fc.nat().map(String), fc.constantFrom("omi", "memory", "info")),
    );
    fc.assert(
      fc.property(environment, (given) => {
        try {
          readSettings(given);
        } catch (error) {
          expect(error).to.be.instanceOf(SettingError);
        }
      }),
    );
  });
});
