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
  notificationScopes,
  type NotificationScope,
} from "../../../../domain/app/app.js";
import { appDescription, appName, appPageSize, webhookUrl } from "../../../../domain/limits.js";
import { oneOf, text } from "../../../../domain/rules.js";
import type { ListQuery } from "../../../../ports/paging.js";
import type { RegisteredApp } from "../../../../ports/driving/apps.js";
import type { Cursor } from "../../kernel/list-page.js";
import { Component, Field, nestedObject, type PlainObject } from "../../kernel/dto-fields.js";
import { lenientBoolean, arrayOf, nullableParser, timestamp } from "../../kernel/field-parsers.js";
import { CursorParameter, LimitParameter, OffsetParameter, TotalParameter } from "../list-parameters.js";

/** The domain checks which webhook addresses are allowed. */
@Component("ExternalIntegration")
export class ExternalIntegrationDto {
  @Field(oneOf(appTriggers)) triggers_on!: AppTrigger;
  @Field(webhookUrl) webhook_url!: string;
}

@Component("ProactiveNotification")
export class ProactiveNotificationDto {
  @Field(arrayOf(oneOf(notificationScopes))) scopes!: NotificationScope[];
}

const externalIntegrationParser = () => nullableParser(nestedObject(() => ExternalIntegrationDto));
const proactiveNotificationParser = () => nullableParser(nestedObject(() => ProactiveNotificationDto));

@Component("RegisterApp")
export class RegisterAppRequest {
  @Field(appName) name!: string;
  @Field(nullableParser(appDescription), { optional: true }) description: string | null = null;
  @Field(arrayOf(oneOf(appCapabilities)), { optional: true }) capabilities: AppCapability[] = [];
  @Field(externalIntegrationParser(), { optional: true }) external_integration: ExternalIntegrationDto | null = null;
  @Field(proactiveNotificationParser(), { optional: true }) proactive_notification: ProactiveNotificationDto | null =
    null;
}

/** The fields of `RegisterAppRequest`; null leaves a field unchanged (decision 2.4). */
@Component("UpdateApp")
export class UpdateAppRequest {
  @Field(nullableParser(appName), { optional: true }) name?: string | null;
  @Field(nullableParser(appDescription), { optional: true }) description?: string | null;
  @Field(nullableParser(arrayOf(oneOf(appCapabilities))), { optional: true }) capabilities?: AppCapability[] | null;
  @Field(externalIntegrationParser(), { optional: true }) external_integration?: ExternalIntegrationDto | null;
  @Field(proactiveNotificationParser(), { optional: true }) proactive_notification?: ProactiveNotificationDto | null;
}

/** The query of `GET /v1/dev/apps`. */
export class ListAppsParameters {
  @LimitParameter(appPageSize) limit: number = appPageSize.defaultLimit;
  @OffsetParameter() offset: number = 0;
  @CursorParameter() cursor?: Cursor;
  @TotalParameter() total: boolean = false;
}

/** An app as its owner sees it, without its secrets. */
@Component("App")
export class AppResponse {
  @Field(text()) id!: string;
  @Field(text()) name!: string;
  @Field(nullableParser(text())) description!: string | null;
  @Field(arrayOf(oneOf(appCapabilities))) capabilities!: AppCapability[];
  @Field(externalIntegrationParser()) external_integration!: ExternalIntegrationDto | null;
  @Field(nestedObject(() => ProactiveNotificationDto)) proactive_notification!: ProactiveNotificationDto;
  @Field(lenientBoolean()) is_enabled!: boolean;
  @Field(nullableParser(oneOf(disablingReasons))) disabled_because!: DisablingReason | null;
  @Field(nullableParser(timestamp())) disabled_since!: string | null;
  @Field(nullableParser(timestamp()), { description: "When the previous secret expires." })
  previous_secret_expires_at!: string | null;
  @Field(nullableParser(timestamp()), {
    description: "When webhooks stop being signed with the previous signing secret.",
  })
  previous_signing_secret_expires_at!: string | null;
  @Field(timestamp()) created_at!: string;
  @Field(timestamp()) updated_at!: string;
}

/** An app with a new secret, which no later response contains. */
@Component("AppWithSecret")
export class AppWithSecretResponse extends AppResponse {
  @Field(text()) secret!: string;
}

/** An app with a new signing secret, which no later response contains. */
@Component("AppWithSigningSecret")
export class AppWithSigningSecretResponse extends AppResponse {
  @Field(text()) signing_secret!: string;
}

/** A new app with both secrets, which no later response contains. */
@Component("RegisteredApp")
export class RegisteredAppResponse extends AppWithSecretResponse {
  @Field(text()) signing_secret!: string;
}

export function toNewApp(body: RegisterAppRequest): NewApp {
  return {
    name: body.name,
    description: body.description,
    capabilities: body.capabilities,
    externalIntegration: body.external_integration && toExternalIntegration(body.external_integration),
    notificationScopes: body.proactive_notification?.scopes ?? [],
  };
}

/** Contains only the fields that the body contains. */
export function toAppPatch(body: UpdateAppRequest): AppPatch {
  const { external_integration: externalIntegration, proactive_notification: proactiveNotification } = body;
  return {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.description === undefined ? {} : { description: body.description }),
    ...(body.capabilities === undefined ? {} : { capabilities: body.capabilities }),
    ...(externalIntegration === undefined
      ? {}
      : { externalIntegration: externalIntegration && toExternalIntegration(externalIntegration) }),
    ...(proactiveNotification === undefined
      ? {}
      : { notificationScopes: proactiveNotification && proactiveNotification.scopes }),
  };
}

export function toAppListQuery({ limit, offset, total }: ListAppsParameters): ListQuery {
  return { page: { limit, offset }, includeTotal: total };
}

export function toAppResponse(app: App, now: Date): PlainObject<AppResponse> {
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
    previous_secret_expires_at: app.getSecretOverlapEnd(now)?.toISOString() ?? null,
    previous_signing_secret_expires_at: app.getSigningSecretOverlapEnd(now)?.toISOString() ?? null,
    created_at: state.createdAt.toISOString(),
    updated_at: state.updatedAt.toISOString(),
  };
}

export function toAppWithSecretResponse(
  { app, secret }: Pick<RegisteredApp, "app" | "secret">,
  now: Date,
): PlainObject<AppWithSecretResponse> {
  return { ...toAppResponse(app, now), secret };
}

export function toAppWithSigningSecretResponse(
  { app, signingSecret }: Pick<RegisteredApp, "app" | "signingSecret">,
  now: Date,
): PlainObject<AppWithSigningSecretResponse> {
  return { ...toAppResponse(app, now), signing_secret: signingSecret };
}

export function toRegisteredAppResponse(registered: RegisteredApp, now: Date): PlainObject<RegisteredAppResponse> {
  return { ...toAppWithSecretResponse(registered, now), signing_secret: registered.signingSecret };
}

function toExternalIntegration({ triggers_on, webhook_url }: ExternalIntegrationDto): ExternalIntegration {
  return { triggersOn: triggers_on, webhookUrl: webhook_url };
}
