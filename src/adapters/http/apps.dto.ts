import {
  appCapabilities,
  appTriggers,
  disablingReasons,
  type App,
  type AppCapability,
  type AppPatch,
  type AppTrigger,
  type DisablingReason,
  type ExternalIntegration,
  type NewApp,
} from "../../domain/app.js";
import { appDescription, appName, appPage, webhookUrl } from "../../domain/limits.js";
import { notificationScopes, type NotificationScope } from "../../domain/notification-scope.js";
import { oneOf, text } from "../../domain/rules.js";
import type { ListApps as Listing, RegisteredApp } from "../../ports/driving/apps.js";
import { cursor, type Cursor } from "./cursor.js";
import { Component, Field, record, type Plain } from "./field.js";
import { clamped, flag, list, nullable, timestamp } from "./wire-rules.js";

/** Contract 4.8. Which addresses a webhook may have is no matter of shape. */
@Component("ExternalIntegration")
export class ExternalIntegrationBody {
  @Field(oneOf(appTriggers)) triggers_on!: AppTrigger;
  @Field(webhookUrl) webhook_url!: string;
}

/** Contract 4.8. */
@Component("ProactiveNotification")
export class ProactiveNotificationBody {
  @Field(list(oneOf(notificationScopes))) scopes!: NotificationScope[];
}

const integration = () => nullable(record(() => ExternalIntegrationBody));
const notification = () => nullable(record(() => ProactiveNotificationBody));

/** Decision 9.8. */
@Component("RegisterApp")
export class RegisterApp {
  @Field(appName) name!: string;
  @Field(nullable(appDescription), { optional: true }) description: string | null = null;
  @Field(list(oneOf(appCapabilities)), { optional: true }) capabilities: AppCapability[] = [];
  @Field(integration(), { optional: true }) external_integration: ExternalIntegrationBody | null = null;
  @Field(notification(), { optional: true }) proactive_notification: ProactiveNotificationBody | null = null;
}

/** As `RegisterApp`; what is null is left as it is (decision 2.4). */
@Component("UpdateApp")
export class UpdateApp {
  @Field(nullable(appName), { optional: true }) name?: string | null;
  @Field(nullable(appDescription), { optional: true }) description?: string | null;
  @Field(nullable(list(oneOf(appCapabilities))), { optional: true }) capabilities?: AppCapability[] | null;
  @Field(integration(), { optional: true }) external_integration?: ExternalIntegrationBody | null;
  @Field(notification(), { optional: true }) proactive_notification?: ProactiveNotificationBody | null;
}

/** Decisions 9.8 and 4.14. */
export class ListApps {
  @Field(clamped({ min: 1, max: appPage.most }), { optional: true, description: `Drawn into 1 to ${appPage.most}.` })
  limit: number = appPage.usual;
  @Field(clamped({ min: 0, max: Number.MAX_SAFE_INTEGER }), { optional: true }) offset: number = 0;
  @Field(cursor(), { optional: true, description: "Goes on where the page that linked it ended." }) cursor?: Cursor;
  @Field(flag(), { optional: true, description: "Asks for `X-Total-Count`." }) total: boolean = false;
}

/** An app, as its owner sees it: without its secrets. */
@Component("App")
export class AppBody {
  @Field(text()) id!: string;
  @Field(text()) name!: string;
  @Field(nullable(text())) description!: string | null;
  @Field(list(oneOf(appCapabilities))) capabilities!: AppCapability[];
  @Field(integration()) external_integration!: ExternalIntegrationBody | null;
  @Field(record(() => ProactiveNotificationBody)) proactive_notification!: ProactiveNotificationBody;
  @Field(flag()) is_enabled!: boolean;
  @Field(nullable(oneOf(disablingReasons))) disabled_because!: DisablingReason | null;
  @Field(nullable(timestamp())) disabled_since!: string | null;
  @Field(nullable(timestamp()), { description: "Until when the secret before this one is good too." })
  previous_secret_expires_at!: string | null;
  @Field(nullable(timestamp()), { description: "Until when webhooks are signed with the one before this one too." })
  previous_signing_secret_expires_at!: string | null;
  @Field(timestamp()) created_at!: string;
  @Field(timestamp()) updated_at!: string;
}

/** The only time that the secret is shown. */
@Component("AppWithSecret")
export class RotatedSecretBody extends AppBody {
  @Field(text()) secret!: string;
}

/** The only time that the signing secret is shown. */
@Component("AppWithSigningSecret")
export class RotatedSigningSecretBody extends AppBody {
  @Field(text()) signing_secret!: string;
}

/** The only time that both are shown. */
@Component("RegisteredApp")
export class RegisteredAppBody extends RotatedSecretBody {
  @Field(text()) signing_secret!: string;
}

export function newApp(body: RegisterApp): NewApp {
  return {
    name: body.name,
    description: body.description,
    capabilities: body.capabilities,
    externalIntegration: body.external_integration && integrationOf(body.external_integration),
    notificationScopes: body.proactive_notification?.scopes ?? [],
  };
}

/** Only what the body names is in the patch. */
export function appPatch(body: UpdateApp): AppPatch {
  const { external_integration: external, proactive_notification: proactive } = body;
  return {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.description === undefined ? {} : { description: body.description }),
    ...(body.capabilities === undefined ? {} : { capabilities: body.capabilities }),
    ...(external === undefined ? {} : { externalIntegration: external && integrationOf(external) }),
    ...(proactive === undefined ? {} : { notificationScopes: proactive && proactive.scopes }),
  };
}

export function appListing({ limit, offset, total }: ListApps): Listing {
  return { page: { limit, offset }, withTotal: total };
}

export function appBody(app: App, now: Date): Plain<AppBody> {
  const { state } = app;
  const { externalIntegration } = state;
  return {
    id: state.id,
    name: state.name,
    description: state.description,
    capabilities: [...state.capabilities],
    external_integration: externalIntegration && {
      triggers_on: externalIntegration.triggersOn,
      webhook_url: externalIntegration.webhookUrl,
    },
    proactive_notification: { scopes: [...app.notificationScopes] },
    is_enabled: app.isEnabled,
    disabled_because: state.disabledBecause,
    disabled_since: state.disabledSince?.toISOString() ?? null,
    previous_secret_expires_at: app.secretOverlapEnd(now)?.toISOString() ?? null,
    previous_signing_secret_expires_at: app.signingSecretOverlapEnd(now)?.toISOString() ?? null,
    created_at: state.createdAt.toISOString(),
    updated_at: state.updatedAt.toISOString(),
  };
}

export function rotatedSecretBody(
  { app, secret }: Pick<RegisteredApp, "app" | "secret">,
  now: Date,
): Plain<RotatedSecretBody> {
  return { ...appBody(app, now), secret };
}

export function rotatedSigningSecretBody(
  { app, signingSecret }: Pick<RegisteredApp, "app" | "signingSecret">,
  now: Date,
): Plain<RotatedSigningSecretBody> {
  return { ...appBody(app, now), signing_secret: signingSecret };
}

export function registeredAppBody(registered: RegisteredApp, now: Date): Plain<RegisteredAppBody> {
  return { ...rotatedSecretBody(registered, now), signing_secret: registered.signingSecret };
}

function integrationOf({ triggers_on, webhook_url }: ExternalIntegrationBody): ExternalIntegration {
  return { triggersOn: triggers_on, webhookUrl: webhook_url };
}
