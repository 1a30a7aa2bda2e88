import { BuiltInTextGenerator } from "../../src/adapters/nlp/built-in-text-generator.js";
import { createBuiltInMemoryIndex, createBuiltInPassageIndex } from "../../src/adapters/search/index.js";
import { DEFAULT_APPLICATION_OPTIONS } from "../../src/application/create-application.js";
import { NotificationFeed } from "../../src/application/notifications/notification-feed.js";
import { Notifications } from "../../src/application/notifications/notifications.js";
import {
  ProactiveNotifications,
  type ProactiveOutcome,
  type NotificationRequest,
  type ProactiveNotificationPorts,
} from "../../src/application/notifications/proactive-notifications.js";
import { type App, notificationScopes, type NotificationScope } from "../../src/domain/app/app.js";
import type { Installation } from "../../src/domain/app/installation.js";
import type { NotificationKind } from "../../src/domain/notification/notification.js";
import type { Prompt } from "../../src/domain/notification/prompt.js";
import type { WebhookResponse } from "../../src/domain/webhook/webhook-response.js";
import type { EventLog, LogFields, Store, TextGenerator, TextGenerationContext } from "../../src/ports/driven/index.js";
import {
  aConversation,
  anApp,
  anInstallation,
  aUser,
  FixedClock,
  ManualScheduler,
  withTranscript,
  SequentialIds,
} from "../../src/testing/index.js";

export const LIVE_CONVERSATION_ID = "live";

export interface RecordedPrompt extends Prompt {
  readonly language: string | null;
  readonly withinMs: number | undefined;
}

/** A text generator that records its prompts and returns scripted texts. */
export class ScriptedTextGenerator implements TextGenerator {
  readonly id = "scripted";
  readonly prompts: RecordedPrompt[] = [];

  constructor(public answer: (prompt: Prompt) => string | Promise<string> = () => "Time to drink water.") {}

  async generate(prompt: Prompt, { language }: TextGenerationContext, withinMs?: number): Promise<string> {
    this.prompts.push({ ...prompt, language, withinMs });
    return this.answer(prompt);
  }
}

/** Returns all variables and the template, as a model does that obeys injected instructions. */
export const echoPrompt = ({ template, variables }: Prompt): string =>
  [...variables].map(([name, value]) => `${name}=${value}`).join(" ") + ` ${template}`;

export class RecordingLog implements EventLog {
  readonly events: (readonly [event: string, fields: LogFields])[] = [];
  readonly info = (event: string, fields: LogFields = {}): unknown => this.events.push([event, fields]);
  readonly warn = this.info;
  readonly error = this.info;

  fieldsOf(event: string): LogFields[] {
    return this.events.filter(([name]) => name === event).map(([, fields]) => fields);
  }
}

export interface ProactiveFixtureOptions {
  readonly clock?: FixedClock;
  readonly perDay?: number;
  readonly ports?: Partial<ProactiveNotificationPorts>;
}

/** Proactive notifications over a store, with a manual clock and apps that receive live transcripts. */
export class ProactiveFixture {
  readonly clock: FixedClock;
  readonly scheduler: ManualScheduler;
  readonly writer = new ScriptedTextGenerator();
  readonly log = new RecordingLog();
  readonly proactive: ProactiveNotifications;
  private deliveryCount = 0;

  constructor(
    readonly store: Store,
    {
      clock = new FixedClock(),
      perDay = DEFAULT_APPLICATION_OPTIONS.proactive.perDay,
      ports = {},
    }: ProactiveFixtureOptions = {},
  ) {
    this.clock = clock;
    this.scheduler = new ManualScheduler(clock);
    this.proactive = new ProactiveNotifications(
      {
        ...store,
        memoryIndex: createBuiltInMemoryIndex(store.memories),
        passageIndex: createBuiltInPassageIndex(store),
        notifier: new Notifications(
          store,
          new NotificationFeed({ ...store, scheduler: this.scheduler, log: this.log }),
          DEFAULT_APPLICATION_OPTIONS.notifications,
        ),
        textGenerator: this.writer,
        fallbackTextGenerator: new BuiltInTextGenerator(),
        ids: new SequentialIds(),
        clock,
        scheduler: this.scheduler,
        log: this.log,
        ...ports,
      },
      { perDay },
    );
  }

  /** Adds a user with a live conversation. */
  async addUser(
    userId = "ada",
    overrides: Parameters<typeof aUser>[0] = {},
    liveOverrides: Parameters<typeof aConversation>[0] = {},
  ): Promise<void> {
    await this.store.users.insertOrGet(aUser({ id: userId, ...overrides }));
    const id = `${LIVE_CONVERSATION_ID} of ${userId}`;
    const liveConversation = aConversation({ id, userId, status: "in_progress", summary: null, ...liveOverrides });
    await this.store.conversations.insertOrGet(withTranscript(liveConversation));
  }

  /** Adds an app that the user has installed and granted these scopes. */
  async addInstalledApp(
    id = "garden",
    scopes: readonly NotificationScope[] = notificationScopes,
    userId = "ada",
    overrides: Parameters<typeof anApp>[0] = {},
  ): Promise<InstalledApp> {
    const requestedScopes = notificationScopes.map((scope) => ({ scope, edition: 1 }));
    const app = anApp({ id, askedScopes: requestedScopes, ...overrides });
    await this.store.apps.add(app);
    return this.installApp(app, scopes, userId);
  }

  async installApp(app: App, scopes: readonly NotificationScope[], userId: string): Promise<InstalledApp> {
    const grants = app.state.askedScopes.filter(({ scope }) => scopes.includes(scope));
    const installation = anInstallation({ appId: app.state.id, userId, grants });
    await this.store.installations.put(userId, app.state.id, () => installation);
    return { app, installation };
  }

  /** Builds the response of an app to a webhook call, for a new delivery unless overridden. */
  createOffer(
    installedApp: InstalledApp,
    webhookResponse: WebhookResponse,
    overrides: Partial<NotificationRequest> = {},
  ): NotificationRequest {
    this.deliveryCount += 1;
    const { userId } = installedApp.installation.state;
    return {
      ...installedApp,
      userId,
      conversationId: `${LIVE_CONVERSATION_ID} of ${userId}`,
      deliveryId: `delivery ${this.deliveryCount}`,
      response: webhookResponse,
      liveSegments: [{ text: "We spoke of the garden." }],
      ...overrides,
    };
  }

  consider(
    installedApp: InstalledApp,
    webhookResponse: WebhookResponse = askToNotify(),
    overrides: Partial<NotificationRequest> = {},
  ): Promise<ProactiveOutcome> {
    return this.proactive.notifyIfAllowed(this.createOffer(installedApp, webhookResponse, overrides), this.clock.now());
  }

  /** Lists the texts of the user's inbox, newest first; only of this kind if it is defined. */
  async listInboxTexts(userId = "ada", kind?: NotificationKind): Promise<string[]> {
    const notifications = await this.store.notifications.list(userId, { unreadOnly: false }, { limit: 1_000 });
    return notifications
      .filter(({ state }) => kind === undefined || state.kind === kind)
      .map(({ state }) => state.text);
  }
}

export interface InstalledApp {
  readonly app: App;
  readonly installation: Installation;
}

export const askToNotify = (
  prompt = "Remind {{user_name}} to drink water.",
  params: readonly NotificationScope[] = notificationScopes,
): WebhookResponse => ({ kind: "notification", prompt, params });
