import type { App } from "../domain/app.js";
import type { Installation } from "../domain/installation.js";
import { PROACTIVE_INTERVAL_MS } from "../domain/limits.js";
import { LocalTime } from "../domain/local-time.js";
import { notificationScopes, type NotificationScope } from "../domain/notification-scope.js";
import { sendableText } from "../domain/proactive-text.js";
import { filledPrompt, placeholdersIn, type Prompt } from "../domain/prompt.js";
import { isBlank } from "../domain/white-space.js";
import type { AnswerFault, WebhookAnswer } from "../domain/webhook-answer.js";
import type {
  Clock,
  EventLog,
  Ids,
  InstallationRepository,
  LanguageDetector,
  NotificationRepository,
  CooldownLock,
  WindowCounter,
  Scheduler,
  Writer,
  WritingContext,
} from "../ports/driven/index.js";
import { inTime } from "./in-time.js";
import type { Notifications } from "./notifications.js";
import { PromptVariables, type Telling, type ToldVariables, type VariablePorts } from "./prompt-variables.js";

export interface ProactivePorts extends VariablePorts {
  readonly installations: Pick<InstallationRepository, "get">;
  readonly notifications: Pick<NotificationRepository, "get" | "latestWithApp">;
  readonly notifier: Pick<Notifications, "push">;
  readonly cooldownLock: CooldownLock;
  readonly windowCounter: WindowCounter;
  /** Without it the language is unknown (null) when the client named none. */
  readonly languageDetector?: LanguageDetector;
  readonly writer: Writer;
  /** Writes instead of one that fails or takes too long; absent where the writer asks nobody. */
  readonly fallbackWriter?: Writer;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: EventLog;
}

/** How much apps may have said; 0 is no limit. */
export interface ProactiveLimits {
  /** To a user in one of their days, by all apps together (decision 9.6). */
  readonly perDay: number;
}

/** What an app's webhook has answered to the live segments that it was told of. */
export interface Offer extends Telling {
  readonly app: App;
  /** As they were when the webhook was called. */
  readonly installation: Installation;
  /** The same in every try. */
  readonly deliveryId: string;
  readonly answer: WebhookAnswer;
}

export const suppressions = [
  "capability_missing",
  "not_installed",
  "scopes_not_granted",
  "too_soon",
  "day_spent",
  "conversation_gone",
  "not_relevant",
  "text_too_short",
  "withdrawn",
] as const;
/** Why nobody was notified: none of it tells anything of the user or of the answer. */
export type Suppression = (typeof suppressions)[number] | AnswerFault;

export type Considered =
  | { readonly kind: "notified" }
  /** The app has not asked for a notification. */
  | { readonly kind: "none" }
  | { readonly kind: "suppressed"; readonly reason: Suppression };

type Asked = Extract<WebhookAnswer, { kind: "asks" }>;

interface Permission {
  readonly granted: readonly NotificationScope[];
  /** Of the conversation, as its client named it; null where it named none. */
  readonly language: string | null;
}

interface Written {
  readonly text: string;
  /** Who wrote it. */
  readonly writer: string;
}

/** How long a model is waited for, in milliseconds: what it is to speak of is going on. */
const LONGEST_WAIT_MS = 15_000;

/**
 * Notifies a user of what an app makes of their live transcripts, where they let it. Contract 4.8, decisions 9.6, 9.7.
 */
export class Proactive {
  private readonly variables: PromptVariables;

  constructor(
    private readonly ports: ProactivePorts,
    private readonly limits: ProactiveLimits,
  ) {
    this.variables = new PromptVariables(ports);
  }

  /**
   * May be repeated, as after a crash: one delivery notifies once.
   * @param now when the app answered.
   * @throws DomainError `unavailable` when the store cannot be used now.
   */
  async consider(offer: Offer, now: Date): Promise<Considered> {
    const { app, installation, answer } = offer;
    if (answer.kind === "nothing") return { kind: "none" };
    const refusal = refusalOf(app, installation, answer);
    if (refusal) return this.suppressed(offer, refusal);
    if (answer.kind === "refused") return this.suppressed(offer, answer.reason);
    return this.notify(offer, answer, now);
  }

  private async notify(offer: Offer, asked: Asked, now: Date): Promise<Considered> {
    const { userId, deliveryId, app } = offer;
    const { ids, notifications, notifier, clock, log } = this.ports;
    const id = ids.derived(userId, "proactive", deliveryId);
    if (await notifications.get(userId, id)) return { kind: "notified" };
    if (!(await this.isAlone(offer, now))) return this.suppressed(offer, "too_soon");
    const permission = await this.permission(offer, asked);
    if (typeof permission === "string") return this.suppressed(offer, permission);
    if (!(await this.isWithinDay(userId, now))) return this.suppressed(offer, "day_spent");
    const told = await this.variables.of(offer, allowed(asked, permission));
    const prompt = { template: asked.prompt, variables: told.values };
    this.tellUnfilled(offer, prompt);
    const said = offer.said.map((segment) => segment.text);
    const language = permission.language ?? (await this.detectLanguage(offer));
    const written = await this.write(prompt, { userId, language, said });
    if (isBlank(written.text)) return this.suppressed(offer, "not_relevant");
    const text = sendableText(written.text, prompt);
    if (text === undefined) return this.suppressed(offer, "text_too_short");
    const refusal = await this.refusalSince(offer, asked, told);
    if (refusal) return this.suppressed(offer, refusal);
    const at = clock.now();
    // A model takes its time: the next one is to keep its distance from this one, not from its beginning.
    if (!(await this.isAlone(offer, at))) return this.suppressed(offer, "too_soon");
    const sources = [{ kind: "conversation", id: offer.conversationId } as const, ...told.sources];
    const pushed = await notifier.push({ id, userId, appId: app.state.id, sources, kind: "proactive", text }, at);
    if (!pushed) return this.suppressed(offer, "withdrawn");
    log.info("proactive.notified", { app: app.state.id, delivery: deliveryId, writer: written.writer });
    return { kind: "notified" };
  }

  /** Detects the language of the live segments; null when uncertain, and the writer then follows the prompt. */
  private async detectLanguage({ said }: Offer): Promise<string | null> {
    return (await this.ports.languageDetector?.detect(said.map(({ text }) => text))) ?? null;
  }

  /** Over all processes, the tries of one delivery together. */
  private isAlone({ userId, app, deliveryId }: Offer, now: Date): Promise<boolean> {
    return this.ports.cooldownLock.tryAcquire({ userId, appId: app.state.id }, deliveryId, now, PROACTIVE_INTERVAL_MS);
  }

  /** Counts what is begun: whoever writes nothing of it has been asked all the same. */
  private async isWithinDay(userId: string, now: Date): Promise<boolean> {
    const { perDay } = this.limits;
    if (perDay === 0) return true;
    const user = await this.ports.users.get(userId);
    const day = new LocalTime(user?.state.timeZone ?? "UTC").day(now);
    return (await this.ports.windowCounter.tryConsume(JSON.stringify(["proactive", userId]), perDay, day, now))
      .isConsumed;
  }

  /** What holds by now, or why the user is not to be notified. */
  private async permission({ userId, conversationId, app }: Offer, asked: Asked): Promise<Permission | Suppression> {
    const [installed, conversation] = await Promise.all([
      this.ports.installations.get(userId, app.state.id),
      this.ports.conversations.get(userId, conversationId),
    ]);
    if (!installed) return "not_installed";
    // The app has heard it, and its prompt may say it again.
    if (!conversation || conversation.isGone) return "conversation_gone";
    const refusal = refusalOf(installed.app, installed.installation, asked);
    return (
      refusal ?? {
        granted: installed.installation.grantedTo(installed.app),
        language: conversation.namedLanguage,
      }
    );
  }

  /** Why what was written is not to be sent, for what has changed while it was. */
  private async refusalSince(offer: Offer, asked: Asked, told: ToldVariables): Promise<Suppression | undefined> {
    const permission = await this.permission(offer, asked);
    if (typeof permission === "string") return permission;
    const isGranted = [...told.values.keys()].every((scope) => permission.granted.includes(scope));
    return isGranted && (await this.variables.areStillThere(offer.userId, told)) ? undefined : "withdrawn";
  }

  private async write(prompt: Prompt, context: WritingContext): Promise<Written> {
    const { writer, fallbackWriter, scheduler, log } = this.ports;
    if (!fallbackWriter) return { text: await writer.write(prompt, context), writer: writer.id };
    try {
      const writing = writer.write(prompt, context, LONGEST_WAIT_MS);
      const text = await inTime(scheduler, LONGEST_WAIT_MS, writing);
      if (text !== undefined) return { text, writer: writer.id };
      log.warn("proactive.writer_replaced", { writer: writer.id, error: "It took too long" });
    } catch (error) {
      log.warn("proactive.writer_replaced", { writer: writer.id, error: String(error) });
    }
    return { text: await fallbackWriter.write(prompt, context), writer: fallbackWriter.id };
  }

  /** Of what is no variable only how many there are: it may be what somebody said. */
  private tellUnfilled({ app, deliveryId }: Offer, prompt: Prompt): void {
    const { unfilled } = filledPrompt(prompt);
    if (unfilled.length === 0) return;
    const variables = notificationScopes.filter((scope) => unfilled.includes(scope));
    const unknown = unfilled.length - variables.length;
    this.ports.log.info("proactive.unfilled", { app: app.state.id, delivery: deliveryId, variables, unknown });
  }

  private suppressed({ app, deliveryId }: Offer, reason: Suppression): Considered {
    this.ports.log.info("proactive.suppressed", { app: app.state.id, delivery: deliveryId, reason });
    return { kind: "suppressed", reason };
  }
}

/**
 * Why the app may not notify the user, whatever it asks for. A user may grant some of what it asks for, not nothing.
 */
function refusalOf(app: App, installation: Installation, answer: WebhookAnswer): Suppression | undefined {
  if (!app.has("proactive_notification")) return "capability_missing";
  if (answer.kind !== "asks" || answer.params.length === 0) return undefined;
  const granted = installation.grantedTo(app);
  return answer.params.some((scope) => granted.includes(scope)) ? undefined : "scopes_not_granted";
}

/** The variables that the app declares and uses, and may draw on. */
function allowed({ prompt, params }: Asked, { granted }: Permission): readonly NotificationScope[] {
  const used = new Set(placeholdersIn(prompt));
  return params.filter((scope) => used.has(scope) && granted.includes(scope));
}
