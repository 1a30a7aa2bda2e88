import { type App, notificationScopes, type NotificationScope } from "../../domain/app/app.js";
import type { Installation } from "../../domain/app/installation.js";
import { MIN_PROACTIVE_INTERVAL_MS } from "../../domain/limits.js";
import { LocalTime } from "../../domain/time/local-time.js";
import { sanitizeProactiveText, fillPrompt, findPlaceholders, type Prompt } from "../../domain/notification/prompt.js";
import { isBlank } from "../../domain/text/normalize-text.js";
import type { WebhookResponseFault, WebhookResponse } from "../../domain/webhook/webhook-response.js";
import type {
  Clock,
  EventLog,
  IdGenerator,
  InstallationRepository,
  LanguageDetector,
  NotificationRepository,
  CooldownLock,
  WindowCounter,
  Scheduler,
  TextGenerator,
  TextGenerationContext,
} from "../../ports/driven/index.js";
import { withTimeout } from "../with-timeout.js";
import type { Notifications } from "./notifications.js";
import {
  PromptVariables,
  type PromptContext,
  type ResolvedVariables,
  type PromptVariablePorts,
} from "./prompt-variables.js";

export interface ProactiveNotificationPorts extends PromptVariablePorts {
  readonly installations: Pick<InstallationRepository, "get">;
  readonly notifications: Pick<NotificationRepository, "get" | "findLatestByApp">;
  readonly notifier: Pick<Notifications, "push">;
  readonly cooldownLock: CooldownLock;
  readonly windowCounter: WindowCounter;
  /** Without it the language is unknown (null) when the client named none. */
  readonly languageDetector?: LanguageDetector;
  readonly textGenerator: TextGenerator;
  /** Used when the text generator fails or times out; absent when the text generator calls no model. */
  readonly fallbackTextGenerator?: TextGenerator;
  readonly ids: IdGenerator;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: EventLog;
}

/** Limits of proactive notifications; 0 disables a limit. */
export interface ProactiveNotificationLimits {
  /** Notifications of all apps together to a user, per day of the user's time zone. */
  readonly perDay: number;
}

/** The response of an app's webhook to live segments. */
export interface NotificationRequest extends PromptContext {
  readonly app: App;
  /** As it was when the webhook was called. */
  readonly installation: Installation;
  /** The same in every attempt. */
  readonly deliveryId: string;
  readonly response: WebhookResponse;
}

export const SUPPRESSION_REASONS = [
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
/** Why no notification was sent. A reason reveals nothing about the user or the text of the response. */
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number] | WebhookResponseFault;

export type ProactiveOutcome =
  | { readonly kind: "notified" }
  /** The app requested no notification. */
  | { readonly kind: "none" }
  | { readonly kind: "suppressed"; readonly reason: SuppressionReason };

type RequestedNotification = Extract<WebhookResponse, { kind: "notification" }>;

interface Permission {
  readonly granted: readonly NotificationScope[];
  /** The language of the conversation; null when the client named none. */
  readonly language: string | null;
}

interface GeneratedText {
  readonly text: string;
  /** ID of the text generator. */
  readonly generatorId: string;
}

/** How long to wait for the model, in milliseconds; short because the text is about a conversation in progress. */
const GENERATION_TIMEOUT_MS = 15_000;

/** Sends the notifications that apps request in response to live segments, where the user granted it (decision 9.6). */
export class ProactiveNotifications {
  private readonly promptVariables: PromptVariables;

  constructor(
    private readonly ports: ProactiveNotificationPorts,
    private readonly limits: ProactiveNotificationLimits,
  ) {
    this.promptVariables = new PromptVariables(ports);
  }

  /**
   * Idempotent, also after a crash: one delivery causes at most one notification.
   * @param now when the app responded.
   * @throws DomainError `unavailable` when the store cannot be used now.
   */
  async notifyIfAllowed(request: NotificationRequest, now: Date): Promise<ProactiveOutcome> {
    const { app, installation, response } = request;
    if (response.kind === "none") return { kind: "none" };
    const suppression = getSuppressionReason(app, installation, response);
    if (suppression) return this.suppress(request, suppression);
    if (response.kind === "malformed") return this.suppress(request, response.reason);
    return this.notify(request, response, now);
  }

  private async notify(
    request: NotificationRequest,
    requested: RequestedNotification,
    now: Date,
  ): Promise<ProactiveOutcome> {
    const { userId, deliveryId, app } = request;
    const { ids, notifications, notifier, clock, log } = this.ports;
    const id = ids.derive(userId, "proactive", deliveryId);
    if (await notifications.get(userId, id)) return { kind: "notified" };
    if (!(await this.acquireCooldown(request, now))) return this.suppress(request, "too_soon");
    const permission = await this.checkPermission(request, requested);
    if (typeof permission === "string") return this.suppress(request, permission);
    if (!(await this.consumeDailyQuota(userId, now))) return this.suppress(request, "day_spent");
    const resolved = await this.promptVariables.resolve(request, selectAllowedScopes(requested, permission));
    const prompt = { template: requested.prompt, variables: resolved.values };
    this.logUnresolvedVariables(request, prompt);
    const recentTexts = request.liveSegments.map((segment) => segment.text);
    const language = permission.language ?? (await this.detectLanguage(request));
    const generated = await this.generateText(prompt, { userId, language, recentTexts });
    if (isBlank(generated.text)) return this.suppress(request, "not_relevant");
    const text = sanitizeProactiveText(generated.text, prompt);
    if (text === undefined) return this.suppress(request, "text_too_short");
    const suppression = await this.recheckPermission(request, requested, resolved);
    if (suppression) return this.suppress(request, suppression);
    const notifiedAt = clock.now();
    // Generation takes time: the cooldown has to last from the notification, not from the start of the generation.
    if (!(await this.acquireCooldown(request, notifiedAt))) return this.suppress(request, "too_soon");
    const sources = [{ kind: "conversation", id: request.conversationId } as const, ...resolved.sources];
    const stored = await notifier.push(
      { id, userId, appId: app.state.id, sources, kind: "proactive", text },
      notifiedAt,
    );
    if (!stored) return this.suppress(request, "withdrawn");
    log.info("proactive.notified", { app: app.state.id, delivery: deliveryId, generator: generated.generatorId });
    return { kind: "notified" };
  }

  /** Detects the language of the live segments; null when uncertain, and the generator then follows the prompt. */
  private async detectLanguage({ liveSegments }: NotificationRequest): Promise<string | null> {
    return (await this.ports.languageDetector?.detect(liveSegments.map(({ text }) => text))) ?? null;
  }

  /** Acquires the cooldown of user and app over all processes. The attempts of one delivery share it. */
  private acquireCooldown({ userId, app, deliveryId }: NotificationRequest, now: Date): Promise<boolean> {
    return this.ports.cooldownLock.tryAcquire(
      { userId, appId: app.state.id },
      deliveryId,
      now,
      MIN_PROACTIVE_INTERVAL_MS,
    );
  }

  /** Counts a generation when it begins, also when it leads to no notification (decision 9.6). */
  private async consumeDailyQuota(userId: string, now: Date): Promise<boolean> {
    const { perDay } = this.limits;
    if (perDay === 0) return true;
    const user = await this.ports.users.get(userId);
    const dayWindow = new LocalTime(user?.state.timeZone ?? "UTC").getDayRange(now);
    return (await this.ports.windowCounter.tryConsume(JSON.stringify(["proactive", userId]), perDay, dayWindow, now))
      .isConsumed;
  }

  /** Returns the current permission, or why the user must not be notified. */
  private async checkPermission(
    { userId, conversationId, app }: NotificationRequest,
    requested: RequestedNotification,
  ): Promise<Permission | SuppressionReason> {
    const [installed, conversation] = await Promise.all([
      this.ports.installations.get(userId, app.state.id),
      this.ports.conversations.get(userId, conversationId),
    ]);
    if (!installed) return "not_installed";
    // The app received segments of the deleted conversation, and its prompt may contain them.
    if (!conversation || conversation.isDeleting) return "conversation_gone";
    const suppression = getSuppressionReason(installed.app, installed.installation, requested);
    return (
      suppression ?? {
        granted: installed.installation.getGrantedScopes(installed.app),
        language: conversation.specifiedLanguage,
      }
    );
  }

  /** Returns why a generated text must not be sent after changes during the generation; undefined if it may be sent. */
  private async recheckPermission(
    request: NotificationRequest,
    requested: RequestedNotification,
    resolved: ResolvedVariables,
  ): Promise<SuppressionReason | undefined> {
    const permission = await this.checkPermission(request, requested);
    if (typeof permission === "string") return permission;
    const isGranted = [...resolved.values.keys()].every((scope) => permission.granted.includes(scope));
    return isGranted && (await this.promptVariables.areSourcesAvailable(request.userId, resolved))
      ? undefined
      : "withdrawn";
  }

  private async generateText(prompt: Prompt, context: TextGenerationContext): Promise<GeneratedText> {
    const { textGenerator, fallbackTextGenerator, scheduler, log } = this.ports;
    if (!fallbackTextGenerator)
      return { text: await textGenerator.generate(prompt, context), generatorId: textGenerator.id };
    try {
      const generation = textGenerator.generate(prompt, context, GENERATION_TIMEOUT_MS);
      const text = await withTimeout(scheduler, GENERATION_TIMEOUT_MS, generation);
      if (text !== undefined) return { text, generatorId: textGenerator.id };
      log.warn("proactive.text_generation_fallback_used", { generator: textGenerator.id, error: "Timed out" });
    } catch (error) {
      log.warn("proactive.text_generation_fallback_used", { generator: textGenerator.id, error: String(error) });
    }
    return { text: await fallbackTextGenerator.generate(prompt, context), generatorId: fallbackTextGenerator.id };
  }

  /** Logs only the number of unknown placeholders: their names may contain words of a transcript. */
  private logUnresolvedVariables({ app, deliveryId }: NotificationRequest, prompt: Prompt): void {
    const { unresolved } = fillPrompt(prompt);
    if (unresolved.length === 0) return;
    const variables = notificationScopes.filter((scope) => unresolved.includes(scope));
    const unknownCount = unresolved.length - variables.length;
    this.ports.log.info("proactive.variables_unresolved", {
      app: app.state.id,
      delivery: deliveryId,
      variables,
      unknown: unknownCount,
    });
  }

  private suppress({ app, deliveryId }: NotificationRequest, reason: SuppressionReason): ProactiveOutcome {
    this.ports.log.info("proactive.suppressed", { app: app.state.id, delivery: deliveryId, reason });
    return { kind: "suppressed", reason };
  }
}

/**
 * Returns why the app may not notify the user; undefined if it may. The user need not grant all requested scopes, but
 * at least one.
 */
function getSuppressionReason(
  app: App,
  installation: Installation,
  response: WebhookResponse,
): SuppressionReason | undefined {
  if (!app.canUse("proactive_notification")) return "capability_missing";
  if (response.kind !== "notification" || response.params.length === 0) return undefined;
  const granted = installation.getGrantedScopes(app);
  return response.params.some((scope) => granted.includes(scope)) ? undefined : "scopes_not_granted";
}

/** Returns the variables that the response names in `params`, that the prompt uses, and that the user granted. */
function selectAllowedScopes(
  { prompt, params }: RequestedNotification,
  { granted }: Permission,
): readonly NotificationScope[] {
  const used = new Set(findPlaceholders(prompt));
  return params.filter((scope) => used.has(scope) && granted.includes(scope));
}
