import type { Command } from "commander";
import { type App, type NewApp, notificationScopes, type NotificationScope } from "../../domain/app/app.js";
import { appPageSize } from "../../domain/limits.js";
import type { InstalledApp } from "../../ports/driven/store/app-repositories.js";
import type { AppUseCases } from "../../ports/driving/apps.js";
import type { RequestContext } from "../../ports/driving/request-context.js";
import {
  createRequestContext,
  parseLimit,
  addUserCommand,
  type CommandContext,
  type UserOptions,
} from "./command-builder.js";
import { renderPageTable, renderTable } from "./render-text.js";

interface RegistrationOptions extends UserOptions {
  readonly name: string;
  readonly description?: string;
  readonly webhook?: string;
  readonly scopes?: string;
}

/** `mneme apps …`: apps that a user owns, and those that a user has installed. */
export function addAppCommands(mneme: Command, context: CommandContext): void {
  const apps = mneme.command("apps").description("manage apps and their installations");
  addOwnerCommands(apps, context);
  addInstallationCommands(apps, context);
}

function addOwnerCommands(apps: Command, { withService, printResult }: CommandContext): void {
  addUserCommand(apps, "create", "register an app; its secrets are printed once, the app secret on the last line")
    .requiredOption("--name <name>", "name of the app")
    .option("--description <text>", "description of the app")
    .option("--webhook <url>", "webhook URL that receives live transcripts")
    .option("--scopes <list>", "comma-separated, or `all`: scopes that its proactive notifications request")
    .action(async (options: RegistrationOptions) => {
      await withService(async (service) => {
        await service.application.users.register({ id: options.user });
        const { apps: useCases } = service.application;
        const { app, secret, signingSecret } = await useCases.register(
          createRequestContext(service, options.user),
          toNewApp(options),
        );
        const value = { ...toAppJson(app), secret, signing_secret: signingSecret };
        printResult(value, options, () =>
          [
            `App "${app.state.name}" of ${options.user}: ${app.state.id}`,
            `Its webhooks are signed with ${signingSecret}`,
            "The signing secret and the app secret are not shown again:",
            secret,
          ].join("\n"),
        );
      });
    });

  addUserCommand(apps, "list", "list the apps that a user owns, newest first, or has installed")
    .option("--installed", "list installed apps instead of owned ones")
    .option("--limit <n>", "maximum number of owned apps", String(appPageSize.defaultLimit))
    .action(async (options: UserOptions & { limit: string; installed?: boolean }) => {
      const page = { limit: parseLimit(options.limit, appPageSize) };
      await withService(async (service) => {
        const { apps: useCases, installations } = service.application;
        const requestContext = createRequestContext(service, options.user);
        if (options.installed) {
          const installed = await installations.list(requestContext);
          printResult(installed.map(toInstallationJson), options, () => renderTable(installed.map(toInstallationRow)));
        } else {
          const { items, total } = await useCases.list(requestContext, { page, includeTotal: true });
          printResult(items.map(toAppJson), options, () => renderPageTable(items.map(toAppRow), total));
        }
      });
    });

  addOwnedAppCommand("show", "show an app", (useCases, requestContext, id) => useCases.get(requestContext, id));
  addOwnedAppCommand(
    "disable",
    "disable an app: it receives no transcripts and sends no notifications",
    (useCases, requestContext, id) => useCases.disable(requestContext, id),
  );
  addOwnedAppCommand("enable", "enable an app that was disabled for any reason", (useCases, requestContext, id) =>
    useCases.enable(requestContext, id),
  );

  function addOwnedAppCommand(
    name: string,
    description: string,
    action: (useCases: AppUseCases, requestContext: RequestContext, id: string) => Promise<App>,
  ): void {
    addUserCommand(apps, name, description)
      .argument("<id>", "the app's id")
      .action(async (id: string, options: UserOptions) => {
        await withService(async (service) => {
          const app = await action(service.application.apps, createRequestContext(service, options.user), id);
          printResult(toAppJson(app), options, () => renderTable(toAppPropertyRows(app)));
        });
      });
  }

  addUserCommand(apps, "rotate", "rotate the secret of an app; the previous one stays valid for one day")
    .argument("<id>", "the app's id")
    .option("--signing", "rotate the webhook signing secret instead of the app secret")
    .action(async (id: string, options: UserOptions & { signing?: boolean }) => {
      await withService(async (service) => {
        const { apps: useCases } = service.application;
        const requestContext = createRequestContext(service, options.user);
        if (options.signing) {
          const { signingSecret } = await useCases.rotateSigningSecret(requestContext, id);
          printResult({ id, signing_secret: signingSecret }, options, () => `It is not shown again:\n${signingSecret}`);
        } else {
          const { secret } = await useCases.rotateSecret(requestContext, id);
          printResult({ id, secret }, options, () => `It is not shown again:\n${secret}`);
        }
      });
    });

  addUserCommand(apps, "delete", "delete an app and all its installations")
    .argument("<id>", "the app's id")
    .action(async (id: string, options: UserOptions) => {
      await withService(async (service) => {
        await service.application.apps.delete(createRequestContext(service, options.user), id);
        printResult({ deleted: id }, options, () => `Deleted ${id}`);
      });
    });
}

function addInstallationCommands(apps: Command, { withService, printResult }: CommandContext): void {
  addUserCommand(apps, "install", "install an app for a user")
    .argument("<id>", "the app's id")
    .option("--scopes <list>", "comma-separated, or `all`: scopes to grant; default: none")
    .action(async (id: string, options: UserOptions & { scopes?: string }) => {
      await withService(async (service) => {
        await service.application.users.register({ id: options.user });
        const { installations } = service.application;
        const requestContext = createRequestContext(service, options.user);
        const initial = await installations.install(
          requestContext,
          id,
          options.scopes === "all" ? null : parseNotificationScopes(options.scopes),
        );
        const installed =
          options.scopes === "all"
            ? await installations.grant(requestContext, id, initial.app.notificationScopes)
            : initial;
        printResult(toInstallationJson(installed), options, () => renderTable([toInstallationRow(installed)]));
      });
    });

  addGrantCommand("grant", "grant scopes to an app", "scopes to add", (granted, scopes) => [...granted, ...scopes]);
  addGrantCommand("revoke", "revoke scopes of an app immediately", "scopes to revoke", (granted, scopes) =>
    granted.filter((scope) => !scopes.includes(scope)),
  );

  function addGrantCommand(
    name: string,
    description: string,
    scopesDescription: string,
    changeGrants: (granted: readonly NotificationScope[], scopes: readonly NotificationScope[]) => NotificationScope[],
  ): void {
    addUserCommand(apps, name, description)
      .argument("<id>", "the app's id")
      .requiredOption("--scopes <list>", `comma-separated, or \`all\`: ${scopesDescription}`)
      .action(async (id: string, options: UserOptions & { scopes: string }) => {
        await withService(async (service) => {
          const { installations } = service.application;
          const requestContext = createRequestContext(service, options.user);
          const { app, installation } = await installations.get(requestContext, id);
          const scopes =
            options.scopes === "all" ? app.notificationScopes : (parseNotificationScopes(options.scopes) ?? []);
          const updated = await installations.grant(
            requestContext,
            id,
            changeGrants(installation.getGrantedScopes(app), scopes),
          );
          printResult(toInstallationJson(updated), options, () => renderTable([toInstallationRow(updated)]));
        });
      });
  }

  addUserCommand(apps, "uninstall", "uninstall an app")
    .argument("<id>", "the app's id")
    .action(async (id: string, options: UserOptions) => {
      await withService(async (service) => {
        await service.application.installations.uninstall(createRequestContext(service, options.user), id);
        printResult({ uninstalled: id }, options, () => `Uninstalled ${id}`);
      });
    });
}

/** Derives the capabilities from the options: `--webhook` and `--scopes` each add one. */
function toNewApp({ name, description, webhook, scopes }: RegistrationOptions): NewApp {
  return {
    name,
    description: description ?? null,
    capabilities: [
      ...(webhook === undefined ? [] : ["external_integration" as const]),
      ...(scopes === undefined ? [] : ["proactive_notification" as const]),
    ],
    externalIntegration: webhook === undefined ? null : { triggersOn: "transcript_processed", webhookUrl: webhook },
    notificationScopes: (scopes === "all" ? notificationScopes : parseNotificationScopes(scopes)) ?? [],
  };
}

/** @returns null if the option is absent. @throws Error for an unknown scope. */
function parseNotificationScopes(scopeList: string | undefined): NotificationScope[] | null {
  if (scopeList === undefined) return null;
  return scopeList.split(",").map((name) => {
    const scope = notificationScopes.find((candidate) => candidate === name.trim());
    if (!scope) throw new Error(`--scopes must be all or a comma-separated list of ${notificationScopes.join(",")}`);
    return scope;
  });
}

function toAppJson(app: App) {
  const { state } = app;
  return {
    id: state.id,
    name: state.name,
    description: state.description,
    capabilities: state.capabilities,
    webhook: state.externalIntegration?.webhookUrl ?? null,
    scopes: app.notificationScopes,
    disabled_because: state.disabledBecause,
    disabled_since: state.disabledSince?.toISOString() ?? null,
    created: state.createdAt.toISOString(),
  };
}

function toAppRow(app: App): Record<string, string> {
  const { state } = app;
  return {
    id: state.id,
    name: state.name,
    state: state.disabledBecause === null ? "enabled" : `disabled (${state.disabledBecause})`,
    created: state.createdAt.toISOString(),
    scopes: app.notificationScopes.join(","),
    webhook: state.externalIntegration?.webhookUrl ?? "",
  };
}

/** Returns one row per property of an app. */
function toAppPropertyRows(app: App): Record<string, string>[] {
  const { description, capabilities, disabledSince } = app.state;
  const properties = {
    ...toAppRow(app),
    ...(disabledSince ? { disabled: disabledSince.toISOString() } : {}),
    capabilities: capabilities.join(","),
    description: description ?? "",
  };
  return Object.entries(properties).map(([property, value]) => ({ property, value }));
}

function toInstallationJson({ installation, app }: InstalledApp) {
  return {
    id: app.state.id,
    name: app.state.name,
    enabled: app.isEnabled,
    requested: app.notificationScopes,
    granted: installation.getGrantedScopes(app),
    installed: installation.state.installedAt.toISOString(),
  };
}

function toInstallationRow({ installation, app }: InstalledApp): Record<string, string> {
  return {
    id: app.state.id,
    name: app.state.name,
    state: app.isEnabled ? "enabled" : "disabled",
    installed: installation.state.installedAt.toISOString(),
    requested: app.notificationScopes.join(","),
    granted: installation.getGrantedScopes(app).join(","),
  };
}
