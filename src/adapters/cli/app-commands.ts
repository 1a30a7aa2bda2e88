import type { Command } from "commander";
import type { App, NewApp } from "../../domain/app.js";
import { appPage } from "../../domain/limits.js";
import { notificationScopes, type NotificationScope } from "../../domain/notification-scope.js";
import type { InstalledApp } from "../../ports/driven/installation-repository.js";
import type { AppUseCases } from "../../ports/driving/apps.js";
import type { Call } from "../../ports/driving/call.js";
import { call, limitOf, userCommand, type Surface, type UserOutput } from "./commands.js";
import { pageTable, table } from "./table.js";

interface Registration extends UserOutput {
  readonly name: string;
  readonly description?: string;
  readonly webhook?: string;
  readonly scopes?: string;
}

/** `mneme apps …`: apps that a user owns, and those that a user has installed. */
export function appCommands(mneme: Command, surface: Surface): void {
  const apps = mneme.command("apps").description("apps that hear and notify people");
  ownerCommands(apps, surface);
  userCommands(apps, surface);
}

function ownerCommands(apps: Command, { using, show }: Surface): void {
  userCommand(apps, "create", "register an app; its secrets are shown this once, the app secret alone on the last line")
    .requiredOption("--name <name>", "what the app is called")
    .option("--description <text>", "what it is for")
    .option("--webhook <url>", "where live transcripts go")
    .option("--scopes <list>", "comma-separated, or `all`: what its proactive notifications draw on")
    .action(async (options: Registration) => {
      await using(async (program) => {
        await program.application.users.register({ id: options.user });
        const { apps: useCases } = program.application;
        const { app, secret, signingSecret } = await useCases.register(call(program, options.user), newApp(options));
        const value = { ...appValue(app), secret, signing_secret: signingSecret };
        show(value, options, () =>
          [
            `App "${app.state.name}" of ${options.user}: ${app.state.id}`,
            `Its webhooks are signed with ${signingSecret}`,
            "Neither that nor its secret is shown again:",
            secret,
          ].join("\n"),
        );
      });
    });

  userCommand(apps, "list", "list a user's own apps, newest first, or those that the user has installed")
    .option("--installed", "those that the user has installed")
    .option("--limit <n>", "how many of the user's own", String(appPage.usual))
    .action(async (options: UserOutput & { limit: string; installed?: boolean }) => {
      const page = { limit: limitOf(options.limit, appPage) };
      await using(async (program) => {
        const { apps: useCases, installations } = program.application;
        const caller = call(program, options.user);
        if (options.installed) {
          const installed = await installations.list(caller);
          show(installed.map(installationValue), options, () => table(installed.map(installationRow)));
        } else {
          const { items, total } = await useCases.list(caller, { page, withTotal: true });
          show(items.map(appValue), options, () => pageTable(items.map(appRow), total));
        }
      });
    });

  ownCommand("show", "show an app", (useCases, caller, id) => useCases.get(caller, id));
  ownCommand("disable", "disable an app: it neither hears nor says anything", (useCases, caller, id) =>
    useCases.disable(caller, id),
  );
  ownCommand("enable", "enable an app, whatever it was disabled for", (useCases, caller, id) =>
    useCases.enable(caller, id),
  );

  function ownCommand(
    name: string,
    description: string,
    work: (useCases: AppUseCases, caller: Call, id: string) => Promise<App>,
  ): void {
    userCommand(apps, name, description)
      .argument("<id>", "the app's id")
      .action(async (id: string, options: UserOutput) => {
        await using(async (program) => {
          const app = await work(program.application.apps, call(program, options.user), id);
          show(appValue(app), options, () => table(propertyRows(app)));
        });
      });
  }

  userCommand(apps, "rotate", "give an app another secret; the one before is good for a day more")
    .argument("<id>", "the app's id")
    .option("--signing", "what its webhooks are signed with, not its own secret")
    .action(async (id: string, options: UserOutput & { signing?: boolean }) => {
      await using(async (program) => {
        const { apps: useCases } = program.application;
        const caller = call(program, options.user);
        if (options.signing) {
          const { signingSecret } = await useCases.rotateSigningSecret(caller, id);
          show({ id, signing_secret: signingSecret }, options, () => `It is not shown again:\n${signingSecret}`);
        } else {
          const { secret } = await useCases.rotateSecret(caller, id);
          show({ id, secret }, options, () => `It is not shown again:\n${secret}`);
        }
      });
    });

  userCommand(apps, "delete", "delete an app, for all who have it installed")
    .argument("<id>", "the app's id")
    .action(async (id: string, options: UserOutput) => {
      await using(async (program) => {
        await program.application.apps.delete(call(program, options.user), id);
        show({ deleted: id }, options, () => `Deleted ${id}`);
      });
    });
}

function userCommands(apps: Command, { using, show }: Surface): void {
  userCommand(apps, "install", "let an app hear and notify a user")
    .argument("<id>", "the app's id")
    .option("--scopes <list>", "comma-separated, or `all`: what is granted; nothing when absent")
    .action(async (id: string, options: UserOutput & { scopes?: string }) => {
      await using(async (program) => {
        await program.application.users.register({ id: options.user });
        const { installations } = program.application;
        const caller = call(program, options.user);
        const bare = await installations.install(caller, id, options.scopes === "all" ? null : named(options.scopes));
        const installed =
          options.scopes === "all" ? await installations.grant(caller, id, bare.app.notificationScopes) : bare;
        show(installationValue(installed), options, () => table([installationRow(installed)]));
      });
    });

  regrant("grant", "grant an app more scopes", "what is granted beside what was", (granted, scopes) => [
    ...granted,
    ...scopes,
  ]);
  regrant("withdraw", "withdraw scopes from an app, at once", "what is withdrawn", (granted, scopes) =>
    granted.filter((scope) => !scopes.includes(scope)),
  );

  function regrant(
    name: string,
    description: string,
    option: string,
    change: (granted: readonly NotificationScope[], scopes: readonly NotificationScope[]) => NotificationScope[],
  ): void {
    userCommand(apps, name, description)
      .argument("<id>", "the app's id")
      .requiredOption("--scopes <list>", `comma-separated, or \`all\`: ${option}`)
      .action(async (id: string, options: UserOutput & { scopes: string }) => {
        await using(async (program) => {
          const { installations } = program.application;
          const caller = call(program, options.user);
          const { app, installation } = await installations.get(caller, id);
          const scopes = options.scopes === "all" ? app.notificationScopes : (named(options.scopes) ?? []);
          const changed = await installations.grant(caller, id, change(installation.grantedTo(app), scopes));
          show(installationValue(changed), options, () => table([installationRow(changed)]));
        });
      });
  }

  userCommand(apps, "uninstall", "uninstall an app")
    .argument("<id>", "the app's id")
    .action(async (id: string, options: UserOutput) => {
      await using(async (program) => {
        await program.application.installations.uninstall(call(program, options.user), id);
        show({ uninstalled: id }, options, () => `Uninstalled ${id}`);
      });
    });
}

/** What it can do follows from what it is given. */
function newApp({ name, description, webhook, scopes }: Registration): NewApp {
  return {
    name,
    description: description ?? null,
    capabilities: [
      ...(webhook === undefined ? [] : ["external_integration" as const]),
      ...(scopes === undefined ? [] : ["proactive_notification" as const]),
    ],
    externalIntegration: webhook === undefined ? null : { triggersOn: "transcript_processed", webhookUrl: webhook },
    notificationScopes: (scopes === "all" ? notificationScopes : named(scopes)) ?? [],
  };
}

/** @throws Error for what is no scope. */
function named(list: string | undefined): NotificationScope[] | null {
  if (list === undefined) return null;
  return list.split(",").map((each) => {
    const scope = notificationScopes.find((known) => known === each.trim());
    if (!scope) throw new Error(`--scopes must be all, or some of ${notificationScopes.join(",")}`);
    return scope;
  });
}

function appValue(app: App) {
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

function appRow(app: App): Record<string, string> {
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

/** One of an app's properties a row. */
function propertyRows(app: App): Record<string, string>[] {
  const { description, capabilities, disabledSince } = app.state;
  const all = {
    ...appRow(app),
    ...(disabledSince ? { disabled: disabledSince.toISOString() } : {}),
    capabilities: capabilities.join(","),
    description: description ?? "",
  };
  return Object.entries(all).map(([property, value]) => ({ property, value }));
}

function installationValue({ installation, app }: InstalledApp) {
  return {
    id: app.state.id,
    name: app.state.name,
    enabled: app.isEnabled,
    requested: app.notificationScopes,
    granted: installation.grantedTo(app),
    installed: installation.state.installedAt.toISOString(),
  };
}

function installationRow({ installation, app }: InstalledApp): Record<string, string> {
  return {
    id: app.state.id,
    name: app.state.name,
    state: app.isEnabled ? "enabled" : "disabled",
    installed: installation.state.installedAt.toISOString(),
    requested: app.notificationScopes.join(","),
    granted: installation.grantedTo(app).join(","),
  };
}
