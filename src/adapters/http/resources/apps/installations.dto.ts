import {
  appCapabilities,
  type AppCapability,
  notificationScopes,
  type NotificationScope,
} from "../../../../domain/app/app.js";
import { oneOf, text } from "../../../../domain/rules.js";
import type { InstalledApp } from "../../../../ports/driven/store/app-repositories.js";
import { Component, Field, type PlainObject } from "../../kernel/dto-fields.js";
import { lenientBoolean, arrayOf, nullableParser, timestamp } from "../../kernel/field-parsers.js";
import { TotalParameter } from "../list-parameters.js";

/** The domain rejects a scope that the app does not request. */
@Component("InstallApp")
export class InstallAppRequest {
  @Field(nullableParser(arrayOf(oneOf(notificationScopes))), { optional: true, description: "The granted scopes." })
  scopes: NotificationScope[] | null = null;
}

@Component("UpdateAppInstallation")
export class UpdateInstallationRequest {
  @Field(arrayOf(oneOf(notificationScopes)), { description: "The granted scopes; all others are revoked." })
  scopes!: NotificationScope[];
}

/** All installations are in one response, so there is no cursor (decision 4.14). */
export class ListInstallationsParameters {
  @TotalParameter() total: boolean = false;
}

/** An app as a user who has installed it sees it. */
@Component("AppInstallation")
export class InstallationResponse {
  @Field(text(), { description: "The ID of the app." }) id!: string;
  @Field(text()) name!: string;
  @Field(nullableParser(text())) description!: string | null;
  @Field(arrayOf(oneOf(appCapabilities))) capabilities!: AppCapability[];
  @Field(lenientBoolean()) is_enabled!: boolean;
  @Field(arrayOf(oneOf(notificationScopes)), { description: "The scopes requested by the app." })
  requested_scopes!: NotificationScope[];
  @Field(arrayOf(oneOf(notificationScopes)), { description: "The requested scopes that the user has granted." })
  granted_scopes!: NotificationScope[];
  @Field(timestamp()) installed_at!: string;
  @Field(timestamp()) updated_at!: string;
}

export function toInstallationResponse({ installation, app }: InstalledApp): PlainObject<InstallationResponse> {
  return {
    id: app.state.id,
    name: app.state.name,
    description: app.state.description,
    capabilities: [...app.state.capabilities],
    is_enabled: app.isEnabled,
    requested_scopes: [...app.notificationScopes],
    granted_scopes: [...installation.getGrantedScopes(app)],
    installed_at: installation.state.installedAt.toISOString(),
    updated_at: installation.state.updatedAt.toISOString(),
  };
}
