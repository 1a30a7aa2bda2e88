import type {
  ActionItemRepository,
  AddressPolicy,
  Answerer,
  ApiKeyRepository,
  AppRepository,
  AppWebhook,
  DataVersions,
  Clock,
  ConversationRepository,
  EventLog,
  FactComparer,
  FolderRepository,
  GoalRepository,
  IdentityVerifier,
  Ids,
  InstallationRepository,
  IdempotencyRepository,
  LanguageDetector,
  MemoryClassifier,
  MemoryIndex,
  MemoryRepository,
  NotificationRepository,
  CooldownLock,
  PassageIndex,
  PushChannels,
  PushTargetRepository,
  WindowCounter,
  RateLimiter,
  ReprocessingRunRepository,
  Scheduler,
  Sealer,
  Secrets,
  ProcessingUnitOfWork,
  Summariser,
  UserRepository,
  WebhookDeliveryRepository,
  Writer,
} from "../ports/driven/index.js";
import type { WebhookPolicy } from "../domain/webhook-url.js";
import type {
  AccessUseCases,
  ActionItemUseCases,
  ApiKeyUseCases,
  AskUseCases,
  AppUseCases,
  ChannelUseCases,
  ConversationUseCases,
  FolderUseCases,
  GoalUseCases,
  InstallationUseCases,
  KeyedCallUseCases,
  LiveTranscriptUseCases,
  MemorySearchUseCases,
  MemoryUseCases,
  NotificationUseCases,
  ReprocessingUseCases,
  UserUseCases,
  WebhookDeliveryUseCases,
} from "../ports/driving/index.js";
import { Access, type AccessLimits } from "./access.js";
import { ActionItems } from "./action-items.js";
import { ApiKeys } from "./api-keys.js";
import { Ask } from "./ask.js";
import { AppWebhooks } from "./app-webhooks.js";
import { Apps } from "./apps.js";
import { Channels } from "./channels.js";
import { ConversationViews } from "./conversation-views.js";
import { Conversations } from "./conversations.js";
import { Folders, SystemFolders } from "./folders.js";
import { Goals } from "./goals.js";
import { Installations } from "./installations.js";
import { KeyedCalls } from "./keyed-calls.js";
import { LiveTranscripts } from "./live-transcripts.js";
import { Memories } from "./memories.js";
import { MemorySearch } from "./memory-search.js";
import { NotificationFeed } from "./notification-feed.js";
import { Notifications, type NotificationLimits } from "./notifications.js";
import { Proactive, type ProactiveLimits } from "./proactive.js";
import { Processing } from "./processing.js";
import { Pusher, pusherDefaults, type PusherOptions } from "./pusher.js";
import { Reprocessing } from "./reprocessing.js";
import { Users } from "./users.js";
import { WebhookDeliveries } from "./webhook-deliveries.js";
import { Worker, workerDefaults, type WorkerOptions } from "./worker.js";

/** All that the core needs from outside. */
export interface Ports {
  readonly conversations: ConversationRepository;
  readonly actionItems: ActionItemRepository;
  readonly folders: FolderRepository;
  readonly goals: GoalRepository;
  readonly memories: MemoryRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly apps: AppRepository;
  readonly installations: InstallationRepository;
  readonly pushTargets: PushTargetRepository;
  readonly pushChannels: PushChannels;
  readonly idempotencyRecords: IdempotencyRepository;
  readonly notifications: NotificationRepository;
  readonly windowCounter: WindowCounter;
  readonly cooldownLock: CooldownLock;
  readonly webhookDeliveries: WebhookDeliveryRepository;
  /** Checks addresses at registration; without it they are checked only when they are called. */
  readonly addressPolicy?: AddressPolicy;
  /** Without it apps hear nothing. */
  readonly appWebhook?: AppWebhook;
  readonly users: UserRepository;
  readonly reprocessingRuns: ReprocessingRunRepository;
  readonly processing: ProcessingUnitOfWork;
  /** Spares reading again what has not changed. */
  readonly dataVersions?: DataVersions;
  readonly summariser: Summariser;
  /** Answers instead of one that has failed at every try (decision 4.2). */
  readonly fallbackSummariser?: Summariser;
  /** Without it the language is unknown (null) when the client named none. */
  readonly languageDetector?: LanguageDetector;
  readonly memoryClassifier: MemoryClassifier;
  /** Without it every supersession that a summariser claims is accepted. */
  readonly factComparer?: FactComparer;
  readonly memoryIndex: MemoryIndex;
  readonly passageIndex: PassageIndex;
  /** Without it questions are answered by the passages alone. */
  readonly answerer?: Answerer;
  readonly writer: Writer;
  /** Writes instead of one that fails or takes too long (decision 9.6). */
  readonly fallbackWriter?: Writer;
  readonly identity: IdentityVerifier;
  readonly rateLimiter: RateLimiter;
  readonly secrets: Secrets;
  readonly sealer: Sealer;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: EventLog;
}

export interface ApplicationOptions {
  /** Decision 1.1. */
  readonly keyPrefix: string;
  /** Decision 3.1. */
  readonly limits: AccessLimits;
  /** Decision 4.1: how long a creation's answer waits for the processing, in milliseconds. */
  readonly processingWaitMs: number;
  /** What addresses apps may name for their webhooks, and users for their notifications. */
  readonly webhooks: WebhookPolicy;
  readonly notifications: NotificationLimits;
  readonly proactive: ProactiveLimits;
  readonly worker: WorkerOptions;
  readonly pusher: PusherOptions;
}

export const applicationDefaults: ApplicationOptions = {
  keyPrefix: "mneme_dev_",
  limits: { perMinute: 100, perDay: 10_000, failuresPerMinute: 60 },
  processingWaitMs: 5_000,
  webhooks: { allowsPlainHttp: false },
  notifications: { perHour: 10 },
  proactive: { perDay: 9 },
  worker: workerDefaults,
  pusher: pusherDefaults,
};

/** The core, ready to be used: its use cases, and the background work that they leave behind. */
export interface Application {
  readonly conversations: ConversationUseCases;
  readonly liveTranscripts: LiveTranscriptUseCases;
  readonly actionItems: ActionItemUseCases;
  readonly folders: FolderUseCases;
  readonly goals: GoalUseCases;
  readonly memories: MemoryUseCases;
  readonly memorySearch: MemorySearchUseCases;
  readonly asking: AskUseCases;
  readonly apiKeys: ApiKeyUseCases;
  readonly apps: AppUseCases;
  readonly installations: InstallationUseCases;
  readonly channels: ChannelUseCases;
  readonly notifications: NotificationUseCases;
  readonly webhookDeliveries: WebhookDeliveryUseCases;
  readonly users: UserUseCases;
  readonly reprocessing: ReprocessingUseCases;
  readonly access: AccessUseCases;
  readonly keyedCalls: KeyedCallUseCases;
  /** Begins the background work: what an earlier process left, and what others leave. */
  start(): void;
  /** Finishes what is at hand within `graceMs` milliseconds (default 5,000) and gives the rest back. */
  stop(graceMs?: number): Promise<void>;
}

const USUAL_GRACE_MS = 5_000;

/** Wires the use cases to their ports. What embedders call; nothing else is needed. */
export function createApplication(ports: Ports, options: Partial<ApplicationOptions> = {}): Application {
  const { worker: workerOptions, pusher: pusherOptions, ...rest } = { ...applicationDefaults, ...options };
  const { keyPrefix, limits, processingWaitMs } = rest;
  const { addressPolicy } = ports;
  const webhookPolicy: WebhookPolicy = {
    ...rest.webhooks,
    ...(addressPolicy ? { refusalOf: (url) => addressPolicy.refusalOf(url) } : {}),
  };
  const keyedCalls = new KeyedCalls(ports);
  const worker = new Worker({ ...ports, answers: keyedCalls }, workerOptions);
  const pusher = new Pusher(ports, pusherOptions);
  const feed = new NotificationFeed(ports);
  const notifications = new Notifications(ports, feed, rest.notifications, () => pusher.nudge());
  const access = new Access(ports, limits);
  const folders = new SystemFolders(ports.folders);
  const processing = new Processing(worker, ports.scheduler, processingWaitMs);
  const proactive = new Proactive({ ...ports, notifier: notifications }, rest.proactive);
  const { appWebhook } = ports;
  const webhooks = appWebhook && new AppWebhooks({ ...ports, appWebhook, proactive, notifier: notifications });
  return {
    conversations: new Conversations(ports, new ConversationViews(ports), folders, worker, processing),
    liveTranscripts: new LiveTranscripts(ports.conversations, folders, processing, (session) =>
      webhooks?.appended(session),
    ),
    actionItems: new ActionItems({ ...ports, answers: keyedCalls }),
    folders: new Folders(ports.folders, ports.conversations),
    goals: new Goals(ports.goals),
    memories: new Memories(ports.memories, ports.memoryClassifier, keyedCalls),
    memorySearch: new MemorySearch(ports.memoryIndex, ports.memories),
    asking: new Ask(ports),
    apiKeys: new ApiKeys(ports.apiKeys, ports.secrets, keyPrefix, () => access.forgetKeys()),
    apps: new Apps(ports, keyedCalls, webhookPolicy),
    installations: new Installations(ports, keyedCalls),
    channels: new Channels(ports, keyedCalls, { webPushKey: ports.pushChannels.webPushKey, policy: webhookPolicy }),
    notifications,
    webhookDeliveries: new WebhookDeliveries(ports, () => webhooks?.queued()),
    users: new Users(ports.users, ports.clock),
    reprocessing: new Reprocessing(ports, worker),
    access,
    keyedCalls,
    start: () => {
      worker.start();
      pusher.start();
      webhooks?.start();
      keyedCalls.start();
    },
    stop: async (graceMs = USUAL_GRACE_MS) => {
      feed.stop();
      await Promise.all([worker.stop(graceMs), pusher.stop(graceMs), webhooks?.stop(graceMs), keyedCalls.stop()]);
    },
  };
}
