import { BuiltInWriter } from "../../src/adapters/language/built-in-writer.js";
import { builtInMemoryIndex, builtInPassageIndex } from "../../src/adapters/language/search/index.js";
import { applicationDefaults } from "../../src/application/create-application.js";
import { NotificationFeed } from "../../src/application/notification-feed.js";
import { Notifications } from "../../src/application/notifications.js";
import { Proactive, type Considered, type Offer, type ProactivePorts } from "../../src/application/proactive.js";
import type { App } from "../../src/domain/app.js";
import type { Installation } from "../../src/domain/installation.js";
import type { NotificationKind } from "../../src/domain/notification.js";
import { notificationScopes, type NotificationScope } from "../../src/domain/notification-scope.js";
import type { Prompt } from "../../src/domain/prompt.js";
import type { WebhookAnswer } from "../../src/domain/webhook-answer.js";
import type { EventLog, Fields, Store, Writer, WritingContext } from "../../src/ports/driven/index.js";
import {
  aConversation,
  anApp,
  anInstallation,
  aUser,
  FixedClock,
  ManualScheduler,
  recorded,
  SequentialIds,
} from "../../src/testing/index.js";

export const LIVE = "live";

export interface Written extends Prompt {
  readonly language: string | null;
  readonly withinMs: number | undefined;
}

/** Keeps what it was given, and writes what it is told to. */
export class ScriptedWriter implements Writer {
  readonly id = "scripted";
  readonly asked: Written[] = [];

  constructor(public answer: (prompt: Prompt) => string | Promise<string> = () => "Time to drink water.") {}

  async write(prompt: Prompt, { language }: WritingContext, withinMs?: number): Promise<string> {
    this.asked.push({ ...prompt, language, withinMs });
    return this.answer(prompt);
  }
}

/** Says all that it was given, as one would that obeys whoever speaks. */
export const echo = ({ template, variables }: Prompt): string =>
  [...variables].map(([name, value]) => `${name}=${value}`).join(" ") + ` ${template}`;

export class RecordingLog implements EventLog {
  readonly events: (readonly [event: string, fields: Fields])[] = [];
  readonly info = (event: string, fields: Fields = {}): unknown => this.events.push([event, fields]);
  readonly warn = this.info;
  readonly error = this.info;

  of(event: string): Fields[] {
    return this.events.filter(([name]) => name === event).map(([, fields]) => fields);
  }
}

export interface Given {
  readonly clock?: FixedClock;
  readonly perDay?: number;
  readonly ports?: Partial<ProactivePorts>;
}

/** Proactive notifications over a store, with time that stands still, of apps that hear live transcripts. */
export class Notifying {
  readonly clock: FixedClock;
  readonly scheduler: ManualScheduler;
  readonly writer = new ScriptedWriter();
  readonly log = new RecordingLog();
  readonly proactive: Proactive;
  private deliveries = 0;

  constructor(
    readonly store: Store,
    { clock = new FixedClock(), perDay = applicationDefaults.proactive.perDay, ports = {} }: Given = {},
  ) {
    this.clock = clock;
    this.scheduler = new ManualScheduler(clock);
    this.proactive = new Proactive(
      {
        ...store,
        memoryIndex: builtInMemoryIndex(store.memories),
        passageIndex: builtInPassageIndex(store),
        notifier: new Notifications(
          store,
          new NotificationFeed({ ...store, scheduler: this.scheduler, log: this.log }),
          applicationDefaults.notifications,
        ),
        writer: this.writer,
        fallbackWriter: new BuiltInWriter(),
        ids: new SequentialIds(),
        clock,
        scheduler: this.scheduler,
        log: this.log,
        ...ports,
      },
      { perDay },
    );
  }

  /** A user who speaks, with a live conversation. */
  async user(
    userId = "ada",
    with_: Parameters<typeof aUser>[0] = {},
    live_: Parameters<typeof aConversation>[0] = {},
  ): Promise<void> {
    await this.store.users.insertOrGet(aUser({ id: userId, ...with_ }));
    const id = `${LIVE} of ${userId}`;
    const live = aConversation({ id, userId, status: "in_progress", summary: null, ...live_ });
    await this.store.conversations.insertOrGet(recorded(live));
  }

  /** An app that the user has installed and that may draw on these. */
  async app(
    id = "garden",
    scopes: readonly NotificationScope[] = notificationScopes,
    userId = "ada",
    with_: Parameters<typeof anApp>[0] = {},
  ): Promise<InstalledApp> {
    const asked = notificationScopes.map((scope) => ({ scope, edition: 1 }));
    const app = anApp({ id, askedScopes: asked, ...with_ });
    await this.store.apps.add(app);
    return this.install(app, scopes, userId);
  }

  async install(app: App, scopes: readonly NotificationScope[], userId: string): Promise<InstalledApp> {
    const grants = app.state.askedScopes.filter(({ scope }) => scopes.includes(scope));
    const installation = anInstallation({ appId: app.state.id, userId, grants });
    await this.store.installations.put(userId, app.state.id, () => installation);
    return { app, installation };
  }

  /** What the app answers, each time to another delivery unless it is told. */
  offer(installed: InstalledApp, answer: WebhookAnswer, with_: Partial<Offer> = {}): Offer {
    this.deliveries += 1;
    const { userId } = installed.installation.state;
    return {
      ...installed,
      userId,
      conversationId: `${LIVE} of ${userId}`,
      deliveryId: `delivery ${this.deliveries}`,
      answer,
      said: [{ text: "We spoke of the garden." }],
      ...with_,
    };
  }

  consider(installed: InstalledApp, answer: WebhookAnswer = asking(), with_: Partial<Offer> = {}): Promise<Considered> {
    return this.proactive.consider(this.offer(installed, answer, with_), this.clock.now());
  }

  /** The texts of the user's inbox, newest first, of this kind alone unless it is left open. */
  async inbox(userId = "ada", kind?: NotificationKind): Promise<string[]> {
    const listed = await this.store.notifications.list(userId, { unreadOnly: false }, { limit: 1_000 });
    return listed.filter(({ state }) => kind === undefined || state.kind === kind).map(({ state }) => state.text);
  }
}

export interface InstalledApp {
  readonly app: App;
  readonly installation: Installation;
}

export const asking = (
  prompt = "Remind {{user_name}} to drink water.",
  params: readonly NotificationScope[] = notificationScopes,
): WebhookAnswer => ({ kind: "asks", prompt, params });
