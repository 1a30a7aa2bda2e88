import type { ApiScope } from "../../src/domain/user/api-key.js";
import { InMemoryRateLimiter } from "../../src/adapters/in-memory/index.js";
import { RedisRateLimiter } from "../../src/adapters/redis/index.js";
import { PinoEventLog, SystemClock } from "../../src/adapters/system/index.js";
import type { Clock } from "../../src/ports/index.js";
import { createContainer, openService } from "../../src/composition/container.js";
import { readSettings } from "../../src/composition/settings.js";
import * as tokens from "../../src/composition/tokens.js";
import type { EventLog } from "../../src/ports/driven/runtime/system.js";
import { ApiClient } from "./api-client.js";
import { createTemporaryDirectory } from "./temporary-directory.js";

export interface TestService {
  readonly url: string;
  readonly directory: string;
  /** The URL of its metrics; undefined if they are disabled. */
  readonly metrics: string | undefined;
  /** Its OpenAPI document. */
  readonly document: object;
  /** Logged warnings and errors, as JSON texts. */
  readonly loggedProblems: readonly string[];
  /** Returns a client with a key of this user; the default scopes are those of conversations. */
  clientWithKey(userId: string, scopes?: readonly ApiScope[]): Promise<ApiClient>;
  /** Returns a client with an identity token of this user. */
  clientWithToken(userId: string): Promise<ApiClient>;
  /** Returns a client with this credential, or without one. */
  clientFor(credential?: string): ApiClient;
  close(): Promise<void>;
}

const conversationScopes: readonly ApiScope[] = ["conversations:read", "conversations:write"];

/**
 * Starts the whole service in this process, on a separate port and directory, with limits off by default.
 * @param clock defaults to the system clock.
 * @param redisTimeoutMs the timeout of Redis commands, for tests in which Redis must respond on a busy machine.
 */
export async function startService(
  environment: Readonly<Record<string, string>> = {},
  { clock, redisTimeoutMs }: { readonly clock?: Clock; readonly redisTimeoutMs?: number } = {},
): Promise<TestService> {
  const folder = await createTemporaryDirectory();
  const settings = readSettings({
    MNEME_DATA_DIR: folder.path,
    MNEME_RATE_LIMIT_PER_MINUTE: "0",
    MNEME_RATE_LIMIT_PER_DAY: "0",
    MNEME_AUTH_FAILURES_PER_MINUTE: "0",
    MNEME_NOTIFICATIONS_PER_HOUR: "0",
    // A busy machine takes long to start the worker thread of the first conversation.
    MNEME_PROCESSING_WAIT_MS: "30000",
    PORT: "0",
    ...environment,
  });
  const loggedProblems: string[] = [];
  const container = createContainer(settings);
  const log = new PinoEventLog({ level: "warn", stream: { write: (line) => loggedProblems.push(line) } });
  (await container.rebindAsync(tokens.baseLog)).toConstantValue(log);
  if (clock) (await container.rebindAsync(tokens.clock)).toConstantValue(clock);
  const limiter = redisTimeoutMs === undefined ? undefined : createLimiter(settings.redisUrl, redisTimeoutMs, log);
  if (limiter) (await container.rebindAsync(tokens.redisRateLimiter)).toConstantValue(limiter);
  const serviceHandle = await openService(settings, container);
  const { url, metrics } = await serviceHandle.listen();
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as object;
  const clientFor = (credential?: string): ApiClient => new ApiClient(url, document, credential);
  return {
    url,
    directory: folder.path,
    metrics,
    document,
    loggedProblems,
    clientFor,
    clientWithKey: async (userId, scopes = conversationScopes) => {
      await serviceHandle.application.users.register({ id: userId });
      const requestContext = { userId, now: serviceHandle.clock.now(), ids: serviceHandle.ids };
      const { secret } = await serviceHandle.application.apiKeys.create(requestContext, { name: "test", scopes });
      return clientFor(secret);
    },
    clientWithToken: async (userId) => clientFor(await serviceHandle.issueToken?.({ userId, lifetimeSeconds: 600 })),
    close: async () => {
      await serviceHandle.close();
      limiter?.close();
      await folder.remove();
    },
  };
}

function createLimiter(url: string | undefined, timeoutMs: number, log: EventLog): RedisRateLimiter | undefined {
  const clock = new SystemClock();
  return url === undefined
    ? undefined
    : new RedisRateLimiter({ url, timeoutMs, clock, log, fallback: new InMemoryRateLimiter(clock) });
}

export interface TestUserContext {
  readonly service: TestService;
  /** Uses a key of a user without data. */
  readonly client: ApiClient;
  readonly userId: string;
}

/**
 * Serves all tests of a `describe` by one service, each with a new user.
 * @param scopes the scopes of the user's key.
 * @param setContext receives the user before each test.
 */
export function serveEachTestWithNewUser(
  scopes: readonly ApiScope[],
  setContext: (context: TestUserContext) => void,
): void {
  let service: TestService;
  let users = 0;
  before(async () => {
    service = await startService();
  });
  after(() => service.close());
  beforeEach(async () => {
    const userId = `user-${(users += 1)}`;
    setContext({ service, client: await service.clientWithKey(userId, scopes), userId });
  });
}
