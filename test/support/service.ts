import type { Scope } from "../../src/domain/api-key.js";
import { InMemoryRateLimiter } from "../../src/adapters/in-memory/index.js";
import { RedisRateLimiter } from "../../src/adapters/redis/index.js";
import { PinoEventLog, SystemClock } from "../../src/adapters/system/index.js";
import type { Clock } from "../../src/ports/index.js";
import { createContainer, openProgram } from "../../src/composition/container.js";
import { readSettings } from "../../src/composition/settings.js";
import * as tokens from "../../src/composition/tokens.js";
import type { EventLog } from "../../src/ports/driven/event-log.js";
import { Client } from "./client.js";
import { temporaryFolder } from "./temporary-directory.js";

export interface TestService {
  readonly url: string;
  readonly directory: string;
  /** Where its metrics are; undefined without any. */
  readonly metrics: string | undefined;
  /** Its own OpenAPI document. */
  readonly document: object;
  /** What it has logged as a warning or an error, a JSON text each. */
  readonly complaints: readonly string[];
  /** A client with a key of this user that has the scopes; all of conversations when none are named. */
  keyed(userId: string, scopes?: readonly Scope[]): Promise<Client>;
  /** A client with an identity token of this user. */
  identified(userId: string): Promise<Client>;
  /** A client with whatever credential is given, or with none. */
  as(credential?: string): Client;
  close(): Promise<void>;
}

const conversationScopes: readonly Scope[] = ["conversations:read", "conversations:write"];

/**
 * The whole service in this process, on a port and a folder of its own, with the limits off unless set.
 * @param clock of the process; that of the system unless given.
 * @param redisTimeoutMs how long it waits for Redis, where that must answer however busy the machine is.
 */
export async function startService(
  environment: Readonly<Record<string, string>> = {},
  { clock, redisTimeoutMs }: { readonly clock?: Clock; readonly redisTimeoutMs?: number } = {},
): Promise<TestService> {
  const folder = await temporaryFolder();
  const settings = readSettings({
    MNEME_DATA_DIR: folder.path,
    MNEME_RATE_LIMIT_PER_MINUTE: "0",
    MNEME_RATE_LIMIT_PER_DAY: "0",
    MNEME_FAILED_CREDENTIALS_PER_MINUTE: "0",
    MNEME_NOTIFICATIONS_PER_HOUR: "0",
    // A busy machine takes long to start the worker thread of the first conversation.
    MNEME_PROCESSING_WAIT_MS: "30000",
    PORT: "0",
    ...environment,
  });
  const complaints: string[] = [];
  const container = createContainer(settings);
  const log = new PinoEventLog({ level: "warn", stream: { write: (line) => complaints.push(line) } });
  (await container.rebindAsync(tokens.writtenLog)).toConstantValue(log);
  if (clock) (await container.rebindAsync(tokens.clock)).toConstantValue(clock);
  const limiter = redisTimeoutMs === undefined ? undefined : createLimiter(settings.redisUrl, redisTimeoutMs, log);
  if (limiter) (await container.rebindAsync(tokens.redisRateLimiter)).toConstantValue(limiter);
  const program = await openProgram(settings, container);
  const { url, metrics } = await program.listen();
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as object;
  const as = (credential?: string): Client => new Client(url, document, credential);
  return {
    url,
    directory: folder.path,
    metrics,
    document,
    complaints,
    as,
    keyed: async (userId, scopes = conversationScopes) => {
      await program.application.users.register({ id: userId });
      const call = { userId, now: program.clock.now(), ids: program.ids };
      const { secret } = await program.application.apiKeys.create(call, { name: "test", scopes });
      return as(secret);
    },
    identified: async (userId) => as(await program.issueToken?.({ userId, lifetimeSeconds: 600 })),
    close: async () => {
      await program.close();
      limiter?.close();
      await folder.remove();
    },
  };
}

function createLimiter(url: string | undefined, timeoutMs: number, log: EventLog): RedisRateLimiter | undefined {
  const clock = new SystemClock();
  return url === undefined
    ? undefined
    : new RedisRateLimiter({ url, timeoutMs, clock, log, local: new InMemoryRateLimiter(clock) });
}

export interface Newcomer {
  readonly service: TestService;
  /** With a key of a user who has nothing yet. */
  readonly client: Client;
  readonly userId: string;
}

/**
 * Serves the tests of a `describe` by one service, each with a user of its own.
 * @param scopes of the user's key.
 * @param begin is told before each test whom it is about.
 */
export function eachWithNewcomer(scopes: readonly Scope[], begin: (newcomer: Newcomer) => void): void {
  let service: TestService;
  let users = 0;
  before(async () => {
    service = await startService();
  });
  after(() => service.close());
  beforeEach(async () => {
    const userId = `user-${(users += 1)}`;
    begin({ service, client: await service.keyed(userId, scopes), userId });
  });
}
