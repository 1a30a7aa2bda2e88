import { invalidInput } from "../errors.js";
import type { AppliedIdempotencyKeys } from "../idempotency/idempotency-record.js";
import { appDescription, appName, webhookUrl } from "../limits.js";
import { ensure, nullable } from "../rules.js";
import { isBlank } from "../text/normalize-text.js";
import { encodeDescending } from "../time/timestamps.js";
import { checkWebhookUrl, type WebhookUrlPolicy } from "../webhook/webhook-url.js";

export const appCapabilities = ["external_integration", "proactive_notification"] as const;
export type AppCapability = (typeof appCapabilities)[number];
export const appTriggers = ["transcript_processed"] as const;
export type AppTrigger = (typeof appTriggers)[number];

/**
 * `owner`: the owner disabled it; `failing`: only failures for 72 hours; `gone`: the webhook no longer exists (decision
 * 9.4).
 */
export const disablingReasons = ["owner", "failing", "gone"] as const;
export type DisablingReason = (typeof disablingReasons)[number];

export interface ExternalIntegration {
  readonly triggersOn: AppTrigger;
  readonly webhookUrl: string;
}

/** The digest of an app secret. The secret itself is not stored. */
export interface SecretDigest extends RotatableSecret {
  readonly digest: string;
}

/** A signing secret, encrypted with `SecretCipher`. */
export interface SigningSecret extends RotatableSecret {
  readonly sealed: string;
}

export interface AppState extends AppliedIdempotencyKeys {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly description: string | null;
  readonly capabilities: readonly AppCapability[];
  /** Unused while the app lacks the capability. */
  readonly externalIntegration: ExternalIntegration | null;
  readonly askedScopes: readonly RequestedScope[];
  /** The greatest edition that any scope of this app has had. */
  readonly scopeEdition: number;
  /** Newest first; two during a rotation. */
  readonly secretDigests: readonly SecretDigest[];
  readonly signingSecrets: readonly SigningSecret[];
  /** Null while the app is enabled. */
  readonly disabledBecause: DisablingReason | null;
  readonly disabledSince: Date | null;
  /** Time of the first failure since the last success. */
  readonly failingSince: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface NewApp {
  readonly name: string;
  readonly description?: string | null;
  readonly capabilities?: readonly AppCapability[];
  readonly externalIntegration?: ExternalIntegration | null;
  readonly notificationScopes?: readonly NotificationScope[];
}

/** A `null` leaves the field unchanged. */
export type AppPatch = { readonly [K in keyof NewApp]?: NewApp[K] | null };

const MAX_FAILING_MS = 72 * 60 * 60 * 1000;

const rules = { name: nullable(appName), description: nullable(appDescription) };

/** An app that notifies users and receives their live transcripts, as far as each installation grants it. */
export class App {
  private constructor(readonly state: AppState) {}

  /** @throws DomainError `invalid` naming the broken rules. */
  static create(
    input: NewApp,
    context: { id: string; ownerId: string; now: Date; digest: string; sealedSigningSecret: string },
    policy: WebhookUrlPolicy,
  ): App {
    App.checkInput(input, policy);
    const { id, ownerId, now, digest, sealedSigningSecret } = context;
    return App.createValidated({
      id,
      ownerId,
      name: input.name,
      description: input.description ?? null,
      capabilities: orderCapabilities(input.capabilities ?? []),
      externalIntegration: input.externalIntegration ?? null,
      askedScopes: requestScopes(input.notificationScopes ?? [], [], 0),
      scopeEdition: 1,
      secretDigests: [{ digest, createdAt: now, expiresAt: null }],
      signingSecrets: [{ sealed: sealedSigningSecret, createdAt: now, expiresAt: null }],
      disabledBecause: null,
      disabledSince: null,
      failingSince: null,
      createdAt: now,
      updatedAt: now,
    });
  }

  /** Rebuilds an app from stored state without validating it again. */
  static restore(state: AppState): App {
    return new App(state);
  }

  /** Checks the rules of a patch that do not depend on the app; a violation takes precedence over absence. */
  static checkPatch(patch: AppPatch, policy: WebhookUrlPolicy): void {
    if (Object.values(patch).every(isUndefined)) {
      throw invalidInput("patch_empty");
    }
    App.checkInput(patch, policy);
  }

  /** Newest first: ascending order of this key is the order of the list. */
  get sortKey(): string {
    return encodeDescending(this.state.createdAt) + this.state.id;
  }

  get isEnabled(): boolean {
    return this.state.disabledBecause === null;
  }

  get notificationScopes(): readonly NotificationScope[] {
    return this.state.askedScopes.map(({ scope }) => scope);
  }

  /** Receives live transcripts; null when the app must not receive any. */
  get webhookUrl(): string | null {
    return this.canUse("external_integration") ? (this.state.externalIntegration?.webhookUrl ?? null) : null;
  }

  /** Whether the app is enabled and has the capability. */
  canUse(capability: AppCapability): boolean {
    return this.isEnabled && this.state.capabilities.includes(capability);
  }

  /** Whether this is the digest of a secret of the app that is valid at this time. */
  hasValidSecret(digest: string, now: Date): boolean {
    return selectValidSecrets(this.state.secretDigests, now).some((secret) => secret.digest === digest);
  }

  /** Returns the secrets that sign its webhook calls, newest first. */
  getValidSigningSecrets(now: Date): readonly SigningSecret[] {
    return selectValidSecrets(this.state.signingSecrets, now);
  }

  /** Returns the time until which the previous secret is also valid; null when it is not. */
  getSecretOverlapEnd(now: Date): Date | null {
    return findOverlapEnd(this.state.secretDigests, now);
  }

  getSigningSecretOverlapEnd(now: Date): Date | null {
    return findOverlapEnd(this.state.signingSecrets, now);
  }

  /** @throws DomainError `invalid` for an empty patch or one that breaks a rule. */
  edit(patch: AppPatch, now: Date, policy: WebhookUrlPolicy): App {
    App.checkPatch(patch, policy);
    if (Object.values(patch).every((value) => value == null)) return this;
    const { state } = this;
    const url = patch.externalIntegration?.webhookUrl ?? state.externalIntegration?.webhookUrl;
    const isUrlChanged = url !== state.externalIntegration?.webhookUrl;
    const askedScopes =
      patch.notificationScopes == null
        ? state.askedScopes
        : requestScopes(patch.notificationScopes, state.askedScopes, state.scopeEdition);
    return App.createValidated({
      ...state,
      name: patch.name ?? state.name,
      description: patch.description ?? state.description,
      capabilities: patch.capabilities ? orderCapabilities(patch.capabilities) : state.capabilities,
      externalIntegration: patch.externalIntegration ?? state.externalIntegration,
      // The failures occurred at the old address.
      failingSince: isUrlChanged ? null : state.failingSince,
      askedScopes,
      scopeEdition: Math.max(state.scopeEdition, ...askedScopes.map(({ edition }) => edition)),
      updatedAt: now,
    });
  }

  /** Adds a new secret; the previous one stays valid for a day. */
  rotateSecret(digest: string, now: Date): App {
    const secretDigests = rotateSecrets(this.state.secretDigests, { digest, createdAt: now, expiresAt: null }, now);
    return new App({ ...this.state, secretDigests, updatedAt: now });
  }

  /** Adds a new signing secret; the previous one also signs for a day. */
  rotateSigningSecret(sealed: string, now: Date): App {
    const signingSecrets = rotateSecrets(this.state.signingSecrets, { sealed, createdAt: now, expiresAt: null }, now);
    return new App({ ...this.state, signingSecrets, updatedAt: now });
  }

  /** Keeps the first reason when the app is already disabled. */
  disable(disabledBecause: DisablingReason, now: Date): App {
    if (!this.isEnabled) return this;
    return new App({ ...this.state, disabledBecause, disabledSince: now, updatedAt: now });
  }

  enable(now: Date): App {
    if (this.isEnabled) return this;
    return new App({ ...this.state, disabledBecause: null, disabledSince: null, failingSince: null, updatedAt: now });
  }

  /** Records a failed webhook call. Returns the same app if earlier calls had failed without a success since. */
  recordFailure(now: Date): App {
    return this.state.failingSince === null ? new App({ ...this.state, failingSince: now }) : this;
  }

  /** Whether a further failure disables the app (decision 9.4). */
  hasFailedTooLong(now: Date): boolean {
    const { failingSince } = this.state;
    return failingSince !== null && now.getTime() - failingSince.getTime() >= MAX_FAILING_MS;
  }

  /** Records a successful webhook call. Returns the same app unless calls had failed before. */
  recordSuccess(): App {
    return this.state.failingSince === null ? this : new App({ ...this.state, failingSince: null });
  }

  private static checkInput(input: AppPatch, policy: WebhookUrlPolicy): void {
    const { name = null, description = null, externalIntegration } = input;
    ensure(rules, { name, description });
    if (name !== null && isBlank(name)) throw invalidInput("app_name_blank");
    if (!externalIntegration) return;
    ensure({ webhookUrl }, externalIntegration);
    checkWebhookUrl(externalIntegration.webhookUrl, policy);
  }

  private static createValidated(state: AppState): App {
    if (state.capabilities.includes("external_integration") && !state.externalIntegration) {
      throw invalidInput("integration_missing");
    }
    return new App(state);
  }
}

/** Returns each capability once, in the order of `appCapabilities`. */
function orderCapabilities(capabilities: readonly AppCapability[]): readonly AppCapability[] {
  return appCapabilities.filter((capability) => capabilities.includes(capability));
}

const isUndefined = (value: unknown): boolean => value === undefined;

/** The user data that a proactive notification may contain, in the documented order. */
export const notificationScopes = ["user_name", "user_facts", "user_context", "user_chat"] as const;
export type NotificationScope = (typeof notificationScopes)[number];

/** A scope that an app requests. */
export interface RequestedScope {
  readonly scope: NotificationScope;
  /**
   * Counts the app's additions of scopes. A scope that is removed and added again gets a new edition (decision 9.8).
   */
  readonly edition: number;
}

/**
 * Returns the requested scopes after a change: a kept scope keeps its edition, an added one gets a new edition.
 * @param latestEdition the greatest edition so far.
 */
export function requestScopes(
  scopes: readonly NotificationScope[],
  current: readonly RequestedScope[],
  latestEdition: number,
): readonly RequestedScope[] {
  return notificationScopes
    .filter((scope) => scopes.includes(scope))
    .map((scope) => current.find((requested) => requested.scope === scope) ?? { scope, edition: latestEdition + 1 });
}

/** A secret, or its stored form, that can be rotated. */
export interface RotatableSecret {
  readonly createdAt: Date;
  /** Null until a newer secret replaces it. */
  readonly expiresAt: Date | null;
}

/** How long the previous secret stays valid after a rotation: a day to deploy the new one. */
export const ROTATION_OVERLAP_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the secrets after a rotation, newest first, at most two. A second rotation during the overlap removes the
 * oldest secret immediately.
 */
export function rotateSecrets<T extends RotatableSecret>(secrets: readonly T[], next: T, now: Date): readonly T[] {
  const [current] = secrets;
  return current ? [next, { ...current, expiresAt: new Date(now.getTime() + ROTATION_OVERLAP_MS) }] : [next];
}

export function selectValidSecrets<T extends RotatableSecret>(secrets: readonly T[], now: Date): readonly T[] {
  return secrets.filter(({ expiresAt }) => expiresAt === null || now < expiresAt);
}

/** Returns the time until which an older secret is also valid; null when none is. */
export function findOverlapEnd(secrets: readonly RotatableSecret[], now: Date): Date | null {
  return selectValidSecrets(secrets, now).find(({ expiresAt }) => expiresAt !== null)?.expiresAt ?? null;
}
