import { appCapabilities, type AppCapability } from "../../domain/app.js";
import { notificationScopes, type NotificationScope } from "../../domain/notification-scope.js";
import { oneOf, text } from "../../domain/rules.js";
import type { InstalledApp } from "../../ports/driven/installation-repository.js";
import { Component, Field, type Plain } from "./field.js";
import { flag, list, nullable, timestamp } from "./wire-rules.js";

/** Decision 9.8. What an app does not ask for cannot be granted, which is no matter of shape. */
@Component("InstallApp")
export class InstallApp {
  @Field(nullable(list(oneOf(notificationScopes))), { optional: true, description: "All that is granted." })
  scopes: NotificationScope[] | null = null;
}

/** Decision 9.8. */
@Component("UpdateAppInstallation")
export class GrantScopes {
  @Field(list(oneOf(notificationScopes)), { description: "All that is granted: the others are withdrawn." })
  scopes!: NotificationScope[];
}

/** Decision 4.14: all installations come at once, so that there is nothing to go on with. */
export class ListInstallations {
  @Field(flag(), { optional: true, description: "Asks for `X-Total-Count`." }) total: boolean = false;
}

/** An app, as who has installed it sees it. */
@Component("AppInstallation")
export class InstallationBody {
  @Field(text(), { description: "The app's." }) id!: string;
  @Field(text()) name!: string;
  @Field(nullable(text())) description!: string | null;
  @Field(list(oneOf(appCapabilities))) capabilities!: AppCapability[];
  @Field(flag()) is_enabled!: boolean;
  @Field(list(oneOf(notificationScopes)), { description: "What the app asks for." })
  requested_scopes!: NotificationScope[];
  @Field(list(oneOf(notificationScopes)), { description: "What of it the user has granted." })
  granted_scopes!: NotificationScope[];
  @Field(timestamp()) installed_at!: string;
  @Field(timestamp()) updated_at!: string;
}

export function installationBody({ installation, app }: InstalledApp): Plain<InstallationBody> {
  return {
    id: app.state.id,
    name: app.state.name,
    description: app.state.description,
    capabilities: [...app.state.capabilities],
    is_enabled: app.isEnabled,
    requested_scopes: [...app.notificationScopes],
    granted_scopes: [...installation.grantedTo(app)],
    installed_at: installation.state.installedAt.toISOString(),
    updated_at: installation.state.updatedAt.toISOString(),
  };
}
