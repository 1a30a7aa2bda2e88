import type {
  ActionItemRepository,
  AddressPolicy,
  AnswerGenerator,
  ApiKeyRepository,
  AppRepository,
  AppWebhookClient,
  DataVersions,
  Clock,
  ConversationRepository,
  EventLog,
  FactComparer,
  FolderRepository,
  GoalRepository,
  IdentityVerifier,
  IdGenerator,
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
  RuntimeComponents,
  Scheduler,
  SecretCipher,
  Secrets,
  ProcessingUnitOfWork,
  Summariser,
  UserRepository,
  WebhookDeliveryRepository,
  TextGenerator,
} from "../ports/driven/index.js";
import type { WebhookUrlPolicy } from "../domain/webhook/webhook-url.js";
import type {
  AccessUseCases,
  ActionItemUseCases,
  ApiKeyUseCases,
  AskUseCases,
  AppUseCases,
  PushTargetUseCases,
  ConversationUseCases,
  FolderUseCases,
  GoalUseCases,
  InstallationUseCases,
  IdempotencyUseCases,
  LiveTranscriptUseCases,
  MemorySearchUseCases,
  MemoryUseCases,
  NotificationUseCases,
  ReprocessingUseCases,
  UserUseCases,
  WebhookDeliveryUseCases,
} from "../ports/driving/index.js";
import { AccessControl, type AccessLimits } from "./access/access-control.js";
import { ActionItems } from "./action-items/action-items.js";
import { ApiKeys } from "./access/api-keys.js";
import { QuestionAnswering } from "./search/question-answering.js";
import { AppWebhooks } from "./apps/app-webhooks.js";
import { Apps } from "./apps/apps.js";
import { PushTargets } from "./notifications/push-targets.js";
import { ConversationViews } from "./conversations/conversation-views.js";
import { Conversations } from "./conversations/conversations.js";
import { Folders, SystemFolders } from "./folders/folders.js";
import { Goals } from "./goals/goals.js";
import { Installations } from "./apps/installations.js";
import { IdempotencyService } from "./idempotency/idempotency-service.js";
import { LiveTranscripts } from "./conversations/live-transcripts.js";
import { Memories } from "./memories/memories.js";
import { MemorySearch } from "./search/memory-search.js";
import { NotificationFeed } from "./notifications/notification-feed.js";
import { Notifications, type NotificationLimits } from "./notifications/notifications.js";
import { ProactiveNotifications, type ProactiveNotificationLimits } from "./notifications/proactive-notifications.js";
import { ProcessingReceipts } from "./conversations/processing-receipts.js";
import {
  PushDeliveryWorker,
  DEFAULT_PUSH_DELIVERY_WORKER_OPTIONS,
  type PushDeliveryWorkerOptions,
} from "./workers/push-delivery-worker.js";
import { Reprocessing } from "./conversations/reprocessing.js";
import { Users } from "./access/users.js";
import { WebhookDeliveries } from "./apps/webhook-deliveries.js";
import {
  ConversationWorker,
  DEFAULT_CONVERSATION_WORKER_OPTIONS,
  type ConversationWorkerOptions,
} from "./workers/conversation-worker.js";

/** The driven ports of the application. */
export interface ApplicationPorts {
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
  /** Without it no webhooks are sent to apps. */
  readonly appWebhook?: AppWebhookClient;
  readonly users: UserRepository;
  readonly reprocessingRuns: ReprocessingRunRepository;
  readonly processing: ProcessingUnitOfWork;
  /** Enables caches of results; without it every result is read from the store. */
  readonly dataVersions?: DataVersions;
  readonly summariser: Summariser;
  /** Used when the summariser has failed at every attempt (decision 4.2). */
  readonly fallbackSummariser?: Summariser;
  /** Without it the language is unknown (null) when the client named none. */
  readonly languageDetector?: LanguageDetector;
  readonly memoryClassifier: MemoryClassifier;
  /** Without it every supersession that a summariser claims is accepted. */
  readonly factComparer?: FactComparer;
  readonly memoryIndex: MemoryIndex;
  readonly passageIndex: PassageIndex;
  /** Without it `ask` returns passages and no answer. */
  readonly answerer?: AnswerGenerator;
  readonly textGenerator: TextGenerator;
  /** Used when the text generator fails or times out (decision 9.6). */
  readonly fallbackTextGenerator?: TextGenerator;
  readonly identity: IdentityVerifier;
  readonly rateLimiter: RateLimiter;
  readonly secrets: Secrets;
  readonly secretCipher: SecretCipher;
  /** `createRuntimeComponents` of the runtime adapter creates them from the scheduler and the clock. */
  readonly runtime: RuntimeComponents;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly log: EventLog;
}

export interface ApplicationOptions {
  /** What every API key starts with; it contains no dot. */
  readonly keyPrefix: string;
  readonly accessLimits: AccessLimits;
  /** How long the response to a creation waits for the processing, in milliseconds. */
  readonly processingWaitMs: number;
  /** Which URLs apps may register for webhooks, and users for push targets. */
  readonly webhookPolicy: WebhookUrlPolicy;
  readonly notifications: NotificationLimits;
  readonly proactive: ProactiveNotificationLimits;
  readonly conversationWorker: ConversationWorkerOptions;
  readonly pushDeliveryWorker: PushDeliveryWorkerOptions;
}

export const DEFAULT_APPLICATION_OPTIONS: ApplicationOptions = {
  keyPrefix: "mneme_dev_",
  accessLimits: { perMinute: 100, perDay: 10_000, failuresPerMinute: 60 },
  processingWaitMs: 5_000,
  webhookPolicy: { isPlainHttpAllowed: false },
  notifications: { perHour: 10 },
  proactive: { perDay: 9 },
  conversationWorker: DEFAULT_CONVERSATION_WORKER_OPTIONS,
  pushDeliveryWorker: DEFAULT_PUSH_DELIVERY_WORKER_OPTIONS,
};

/** The use cases and the background workers. */
export interface Application {
  readonly conversations: ConversationUseCases;
  readonly liveTranscripts: LiveTranscriptUseCases;
  readonly actionItems: ActionItemUseCases;
  readonly folders: FolderUseCases;
  readonly goals: GoalUseCases;
  readonly memories: MemoryUseCases;
  readonly memorySearch: MemorySearchUseCases;
  readonly questionAnswering: AskUseCases;
  readonly apiKeys: ApiKeyUseCases;
  readonly apps: AppUseCases;
  readonly installations: InstallationUseCases;
  readonly pushTargets: PushTargetUseCases;
  readonly notifications: NotificationUseCases;
  readonly webhookDeliveries: WebhookDeliveryUseCases;
  readonly users: UserUseCases;
  readonly reprocessing: ReprocessingUseCases;
  readonly access: AccessUseCases;
  readonly idempotency: IdempotencyUseCases;
  /** Starts the background workers, which also take over work that other processes left unfinished. */
  start(): void;
  /** Waits up to `graceMs` milliseconds (default 5,000) for running work, then releases the leases of the rest. */
  stop(graceMs?: number): Promise<void>;
}

const DEFAULT_GRACE_MS = 5_000;

/**
 * Creates the application from its ports. Embedders call this, then `start()`, which polls for unfinished work, and in
 * the end `await stop()`. Without `start()`, work whose first attempt fails or whose process died is not resumed.
 */
export function createApplication(ports: ApplicationPorts, options: Partial<ApplicationOptions> = {}): Application {
  const {
    conversationWorker: conversationWorkerOptions,
    pushDeliveryWorker: pushDeliveryWorkerOptions,
    ...rest
  } = { ...DEFAULT_APPLICATION_OPTIONS, ...options };
  const { keyPrefix, accessLimits, processingWaitMs } = rest;
  const { addressPolicy } = ports;
  const webhookPolicy: WebhookUrlPolicy = {
    ...rest.webhookPolicy,
    ...(addressPolicy ? { getRejection: (url) => addressPolicy.getRejection(url) } : {}),
  };
  const idempotencyService = new IdempotencyService(ports);
  const conversationWorker = new ConversationWorker({ ...ports, idempotencyService }, conversationWorkerOptions);
  const pushDeliveryWorker = new PushDeliveryWorker(ports, pushDeliveryWorkerOptions);
  const notificationFeed = new NotificationFeed(ports);
  const notifications = new Notifications(ports, notificationFeed, rest.notifications, () => pushDeliveryWorker.wake());
  const access = new AccessControl(ports, accessLimits);
  const systemFolders = new SystemFolders(ports.folders);
  const processingReceipts = new ProcessingReceipts(conversationWorker, ports.scheduler, processingWaitMs);
  const proactive = new ProactiveNotifications({ ...ports, notifier: notifications }, rest.proactive);
  const { appWebhook } = ports;
  const appWebhooks = appWebhook && new AppWebhooks({ ...ports, appWebhook, proactive, notifier: notifications });
  return {
    conversations: new Conversations(
      ports,
      new ConversationViews(ports),
      systemFolders,
      conversationWorker,
      processingReceipts,
    ),
    liveTranscripts: new LiveTranscripts(ports.conversations, systemFolders, processingReceipts, (session) =>
      appWebhooks?.onSegmentsAppended(session),
    ),
    actionItems: new ActionItems({ ...ports, idempotencyService }),
    folders: new Folders(ports.folders, ports.conversations),
    goals: new Goals(ports.goals),
    memories: new Memories(ports.memories, ports.memoryClassifier, idempotencyService),
    memorySearch: new MemorySearch(ports.memoryIndex, ports.memories),
    questionAnswering: new QuestionAnswering(ports),
    apiKeys: new ApiKeys(ports.apiKeys, ports.secrets, keyPrefix, () => access.invalidateKeyCache()),
    apps: new Apps(ports, idempotencyService, webhookPolicy),
    installations: new Installations(ports, idempotencyService),
    pushTargets: new PushTargets(ports, idempotencyService, {
      vapidPublicKey: ports.pushChannels.vapidPublicKey,
      webhookPolicy,
    }),
    notifications,
    webhookDeliveries: new WebhookDeliveries(ports, () => appWebhooks?.onDeliveryQueued()),
    users: new Users(ports.users, ports.clock),
    reprocessing: new Reprocessing(ports, conversationWorker),
    access,
    idempotency: idempotencyService,
    start: () => {
      conversationWorker.start();
      pushDeliveryWorker.start();
      appWebhooks?.start();
      idempotencyService.start();
    },
    stop: async (graceMs = DEFAULT_GRACE_MS) => {
      notificationFeed.stop();
      await Promise.all([
        conversationWorker.stop(graceMs),
        pushDeliveryWorker.stop(graceMs),
        appWebhooks?.stop(graceMs),
        idempotencyService.stop(),
      ]);
    },
  };
}
