import { broken } from "./errors.js";
import type { KeyedChanges } from "./keyed-changes.js";
import { appDescription, appName, webhookUrl } from "./limits.js";
import { askedFor, type AskedScope, type NotificationScope } from "./notification-scope.js";
import { overlapEnd, rotated, validAt, type Rotating } from "./rotation.js";
import { ensure, nullable } from "./rules.js";
import { descending } from "./sort-key.js";
import { checkWebhookUrl, type WebhookPolicy } from "./webhook-url.js";
import { isBlank } from "./white-space.js";

/** Contract 4.8. */
export const appCapabilities = ["external_integration", "proactive_notification"] as const;
export type AppCapability = (typeof appCapabilities)[number];
export const appTriggers = ["transcript_processed"] as const;
export type AppTrigger = (typeof appTriggers)[number];

/** Its owner has done it; nothing but failures for 72 hours; a webhook that says that it is gone (decision 9.4). */
export const disablingReasons = ["owner", "failing", "gone"] as const;
export type DisablingReason = (typeof disablingReasons)[number];

export interface ExternalIntegration {
  readonly triggersOn: AppTrigger;
  readonly webhookUrl: string;
}

/** Decision 9.8: the digest alone is kept, never the secret. */
export interface SecretDigest extends Rotating {
  readonly digest: string;
}

/** Decision 9.8: to be opened by a `Sealer` alone. */
export interface SigningSecret extends Rotating {
  readonly sealed: string;
}

export interface AppState extends KeyedChanges {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly description: string | null;
  readonly capabilities: readonly AppCapability[];
  /** What is not used while the app lacks the capability. */
  readonly externalIntegration: ExternalIntegration | null;
  readonly askedScopes: readonly AskedScope[];
  /** The last edition of a scope that there was. */
  readonly scopeEdition: number;
  /** Newest first; two while one takes the place of the other. */
  readonly secretDigests: readonly SecretDigest[];
  readonly signingSecrets: readonly SigningSecret[];
  /** Null while the app is enabled. */
  readonly disabledBecause: DisablingReason | null;
  readonly disabledSince: Date | null;
  /** The first of the failures since the last success. */
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

/** Decision 2.4: a `null` leaves what is there. */
export type AppPatch = { readonly [K in keyof NewApp]?: NewApp[K] | null };

/** The fields of a patch by their names on the wire, in the order of a registration. */
const patchable = "name, description, capabilities, external_integration, proactive_notification";

/** Decision 9.4: in milliseconds. */
const LONGEST_FAILING = 72 * 60 * 60 * 1000;

const rules = { name: nullable(appName), description: nullable(appDescription) };

/** What notifies people and hears their live transcripts, as far as they let it. Contract 4.8, decision 9.8. */
export class App {
  private constructor(readonly state: AppState) {}

  /** @throws DomainError `invalid` naming the broken rules. */
  static create(
    input: NewApp,
    birth: { id: string; ownerId: string; now: Date; digest: string; sealedSigningSecret: string },
    policy: WebhookPolicy,
  ): App {
    App.check(input, policy);
    const { id, ownerId, now, digest, sealedSigningSecret } = birth;
    return App.complete({
      id,
      ownerId,
      name: input.name,
      description: input.description ?? null,
      capabilities: known(input.capabilities ?? []),
      externalIntegration: input.externalIntegration ?? null,
      askedScopes: askedFor(input.notificationScopes ?? [], [], 0),
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

  /** Trusts the store: what it holds was checked when it was written. */
  static restore(state: AppState): App {
    return new App(state);
  }

  /** The rules of a patch that need no app: they are answered before a 404 (decision 2.3). */
  static checkPatch(patch: AppPatch, policy: WebhookPolicy): void {
    if (Object.values(patch).every(isAbsent)) {
      throw broken("patch_empty", `At least one field (${patchable}) must be provided`);
    }
    App.check(patch, policy);
  }

  /** Newest first: ascending order of this key is the order of the list. */
  get sortKey(): string {
    return descending(this.state.createdAt) + this.state.id;
  }

  get isEnabled(): boolean {
    return this.state.disabledBecause === null;
  }

  get notificationScopes(): readonly NotificationScope[] {
    return this.state.askedScopes.map(({ scope }) => scope);
  }

  /** Where live transcripts go; null when the app hears none. */
  get webhookUrl(): string | null {
    return this.has("external_integration") ? (this.state.externalIntegration?.webhookUrl ?? null) : null;
  }

  /** Whether it has the capability, and may use it. */
  has(capability: AppCapability): boolean {
    return this.isEnabled && this.state.capabilities.includes(capability);
  }

  /** Whether the secret of this digest is one of the app's now. */
  isKnownBy(digest: string, now: Date): boolean {
    return validAt(this.state.secretDigests, now).some((each) => each.digest === digest);
  }

  /** What its webhooks are to be signed with, newest first. */
  signingSecretsAt(now: Date): readonly SigningSecret[] {
    return validAt(this.state.signingSecrets, now);
  }

  /** Until when the secret before this one is valid too; null when it is not. */
  secretOverlapEnd(now: Date): Date | null {
    return overlapEnd(this.state.secretDigests, now);
  }

  signingSecretOverlapEnd(now: Date): Date | null {
    return overlapEnd(this.state.signingSecrets, now);
  }

  /** @throws DomainError `invalid` for an empty patch or one that breaks a rule. */
  edit(patch: AppPatch, now: Date, policy: WebhookPolicy): App {
    App.checkPatch(patch, policy);
    if (Object.values(patch).every((value) => value == null)) return this;
    const { state } = this;
    const url = patch.externalIntegration?.webhookUrl ?? state.externalIntegration?.webhookUrl;
    const isMoved = url !== state.externalIntegration?.webhookUrl;
    const askedScopes =
      patch.notificationScopes == null
        ? state.askedScopes
        : askedFor(patch.notificationScopes, state.askedScopes, state.scopeEdition);
    return App.complete({
      ...state,
      name: patch.name ?? state.name,
      description: patch.description ?? state.description,
      capabilities: patch.capabilities ? known(patch.capabilities) : state.capabilities,
      externalIntegration: patch.externalIntegration ?? state.externalIntegration,
      // What has failed was at another address.
      failingSince: isMoved ? null : state.failingSince,
      askedScopes,
      scopeEdition: Math.max(state.scopeEdition, ...askedScopes.map(({ edition }) => edition)),
      updatedAt: now,
    });
  }

  /** The secret before it stays valid for a day. */
  rotateSecret(digest: string, now: Date): App {
    const secretDigests = rotated(this.state.secretDigests, { digest, createdAt: now, expiresAt: null }, now);
    return new App({ ...this.state, secretDigests, updatedAt: now });
  }

  /** The one before it signs beside it for a day. */
  rotateSigningSecret(sealed: string, now: Date): App {
    const signingSecrets = rotated(this.state.signingSecrets, { sealed, createdAt: now, expiresAt: null }, now);
    return new App({ ...this.state, signingSecrets, updatedAt: now });
  }

  /** What it was disabled for first stays the reason. */
  disable(disabledBecause: DisablingReason, now: Date): App {
    if (!this.isEnabled) return this;
    return new App({ ...this.state, disabledBecause, disabledSince: now, updatedAt: now });
  }

  enable(now: Date): App {
    if (this.isEnabled) return this;
    return new App({ ...this.state, disabledBecause: null, disabledSince: null, failingSince: null, updatedAt: now });
  }

  /** A call of its webhook has failed: the same app unless that changes what is known of it (decision 9.4). */
  failed(now: Date): App {
    const { failingSince } = this.state;
    if (failingSince === null) return new App({ ...this.state, failingSince: now });
    return now.getTime() - failingSince.getTime() >= LONGEST_FAILING ? this.disable("failing", now) : this;
  }

  /** Its webhook has answered: the same app unless it had failed before. */
  succeeded(): App {
    return this.state.failingSince === null ? this : new App({ ...this.state, failingSince: null });
  }

  private static check(input: AppPatch, policy: WebhookPolicy): void {
    const { name = null, description = null, externalIntegration } = input;
    ensure(rules, { name, description });
    if (name !== null && isBlank(name)) throw broken("name_blank", "App name cannot be empty");
    if (!externalIntegration) return;
    ensure({ webhookUrl }, externalIntegration);
    checkWebhookUrl(externalIntegration.webhookUrl, policy);
  }

  private static complete(state: AppState): App {
    if (state.capabilities.includes("external_integration") && !state.externalIntegration) {
      throw broken("integration_missing", "The capability external_integration needs external_integration");
    }
    return new App(state);
  }
}

/** Each once, in the contract's order. */
function known(capabilities: readonly AppCapability[]): readonly AppCapability[] {
  return appCapabilities.filter((capability) => capabilities.includes(capability));
}

const isAbsent = (value: unknown): boolean => value === undefined;
