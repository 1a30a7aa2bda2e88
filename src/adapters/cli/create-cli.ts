import { Command } from "commander";
import { apiScopes as allScopes } from "../../domain/user/api-key.js";
import { apiKeyPageSize } from "../../domain/limits.js";
import { addAppCommands } from "./app-commands.js";
import { runAppDemo } from "./demo/demo-app.js";
import { addArchiveCommands } from "./archive-commands.js";
import { addAskCommand } from "./ask-command.js";
import { addBackupCommands } from "./backup-commands.js";
import { addPushTargetCommands } from "./push-target-commands.js";
import {
  createRequestContext,
  createKnownUserContext,
  addCommand,
  parseLimit,
  addUserCommand,
  type OutputOptions,
  type CommandContext,
  type UserOptions,
} from "./command-builder.js";
import { runDemo } from "./demo/demo.js";
import { addActionItemCommands } from "./action-item-commands.js";
import { addMemoryCommands } from "./memory-commands.js";
import { addNotificationCommands } from "./notification-commands.js";
import { addStatusCommand } from "./status-command.js";
import type { SettingOverrides, ServiceHandle, CliEnvironment } from "./service-handle.js";
import { addReprocessCommand } from "./reprocess-command.js";
import { renderPageTable, renderTable } from "./render-text.js";

const HOUR_SECONDS = 3600;

/** Standard output contains only the result of a command. */
const LOG_TO_STDERR: SettingOverrides = { MNEME_LOG_STREAM: "stderr" };
/** Default log level of commands that print a result. */
const LOG_WARNINGS_ONLY: SettingOverrides = { MNEME_LOG_LEVEL: "warn" };

/**
 * Creates the `mneme` command. Each subcommand opens the store itself, whether or not a server is running on it, and
 * prints text, or one JSON value with `--json`.
 */
export function createCli(environment: CliEnvironment): Command {
  const { open, print, waitForStopRequest, version } = environment;
  const mneme = new Command("mneme")
    .description("A personal memory: conversations become summaries, action items, events and memories.")
    .version(version);

  async function withService<T>(task: (service: ServiceHandle) => Promise<T>): Promise<T> {
    const service = await open(LOG_TO_STDERR, LOG_WARNINGS_ONLY);
    try {
      if (!service.isPersistent)
        throw new Error("MNEME_STORE=memory is visible to the serving process only: use a persistent store");
      return await task(service);
    } finally {
      await service.close();
    }
  }

  const printResult: CommandContext["printResult"] = (value, { json }, renderText) =>
    print(json ? JSON.stringify(value, null, 2) : renderText());

  addCommand(mneme, "serve", "serve the API until Ctrl-C").action(async ({ json }: OutputOptions) => {
    const service = await open();
    try {
      const { url, metrics } = await service.listen();
      const isFirstStart = service.isPersistent && (await service.application.users.list({ limit: 1 })).length === 0;
      const hint = isFirstStart ? renderFirstKeyHint(service.dataDirectory) : [];
      printResult({ url, metrics }, { json: json ?? false }, () =>
        [...renderListeningLines(url, metrics), ...hint].join("\n"),
      );
      await waitForStopRequest();
    } finally {
      await service.close();
    }
  });

  addCommand(mneme, "demo", "summarise a sample conversation over HTTP on an empty store")
    .option("--once", "exit after printing the result")
    .option("--app", "show an example app that receives a live transcript and sends a notification; then exit")
    .action(async ({ once = false, app = false, json = false }: OutputOptions & { once?: boolean; app?: boolean }) => {
      await (app ? runAppDemo(environment, { json }) : runDemo(environment, { once, json }));
    });

  addUserCommand(mneme, "token", "print an identity token with all scopes of the user")
    .option("--hours <n>", "lifetime in hours, at most 24", "1")
    .action(async (options: UserOptions & { hours: string }) => {
      await withService(async (service) => {
        if (!service.issueToken) throw new Error("Tokens come from the configured OIDC issuer, not from mneme");
        await service.application.users.register({ id: options.user });
        const lifetimeSeconds = Math.round(parsePositiveNumber(options.hours, "--hours") * HOUR_SECONDS);
        const token = await service.issueToken({ userId: options.user, lifetimeSeconds });
        printResult({ token }, options, () => token);
      });
    });

  const keys = mneme.command("keys").description("manage the developer API keys of a user");
  addUserCommand(keys, "create", "create a key; it is printed once, on the last line")
    .requiredOption("--name <name>", "a name for the key")
    .option("--scopes <list>", "comma-separated, or `all`; default: the read-only scopes")
    .action(async (options: UserOptions & { name: string; scopes?: string }) => {
      await withService(async (service) => {
        await service.application.users.register({ id: options.user });
        const input = { name: options.name, scopes: parseScopes(options.scopes) };
        const { key, secret } = await service.application.apiKeys.create(
          createRequestContext(service, options.user),
          input,
        );
        const { id, name, scopes } = key.state;
        const lines = [`Key "${name}" of ${options.user}: ${scopes.join(", ")}`, "It is not shown again:", secret];
        printResult({ id, name, scopes, key: secret }, options, () => lines.join("\n"));
      });
    });
  addUserCommand(keys, "list", "list API keys, newest first")
    .option("--limit <n>", "maximum number of keys", String(apiKeyPageSize.defaultLimit))
    .action(async (options: UserOptions & { limit: string }) => {
      const page = { limit: parseLimit(options.limit, apiKeyPageSize) };
      await withService(async (service) => {
        const query = { page, includeTotal: true };
        const { items, total } = await service.application.apiKeys.list(
          await createKnownUserContext(service, options.user),
          query,
        );
        const rows = items.map(({ state }) => ({
          id: state.id,
          key: state.keyPrefix,
          name: state.name,
          created: state.createdAt.toISOString(),
          last_used: state.lastUsedAt?.toISOString() ?? null,
          scopes: state.scopes.join(","),
        }));
        printResult(rows, options, () => renderPageTable(rows, total));
      });
    });
  addUserCommand(keys, "revoke", "revoke an API key")
    .argument("<id>", "the key's id, as `keys list` shows it")
    .action(async (id: string, options: UserOptions) => {
      await withService(async (service) => {
        await service.application.apiKeys.revoke(await createKnownUserContext(service, options.user), id);
        printResult({ revoked: id }, options, () => `Revoked ${id}`);
      });
    });

  addAskCommand(mneme, { withService, printResult });
  addMemoryCommands(mneme, { withService, printResult });
  addActionItemCommands(mneme, { withService, printResult });
  addStatusCommand(mneme, version, { withService, printResult }, environment);
  addReprocessCommand(mneme, { withService, printResult }, environment);
  addAppCommands(mneme, { withService, printResult });
  addPushTargetCommands(mneme, { withService, printResult }, environment);
  addNotificationCommands(mneme, { withService, printResult });
  addBackupCommands(mneme, environment.backups, { printResult });
  addArchiveCommands(mneme, { withService, printResult });

  const users = mneme.command("users").description("manage users");
  addCommand(users, "add", "add a user")
    .argument("<id>", "the user's id")
    .option("--name <name>", "display name of the user")
    .action(async (id: string, options: OutputOptions & { name?: string }) => {
      await withService(async (service) => {
        const { users: useCases } = service.application;
        const { name: displayName } = options;
        const added = await useCases.register({ id, ...(displayName ? { displayName } : {}) });
        const isRenamed = displayName !== undefined && added.state.displayName !== displayName;
        const user = isRenamed
          ? await useCases.updateProfile(createRequestContext(service, id), { displayName })
          : added;
        printResult(
          { id, display_name: user.state.displayName },
          options,
          () => `${id} is called ${user.state.displayName}`,
        );
      });
    });
  addCommand(users, "list", "list users").action(async (options: OutputOptions) => {
    await withService(async (service) => {
      const rows = await Array.fromAsync(service.application.users.listAll(), ({ state }) => ({
        id: state.id,
        name: state.displayName,
        time_zone: state.timeZone,
        created: state.createdAt.toISOString(),
      }));
      printResult(rows, options, () => renderTable(rows));
    });
  });

  return mneme;
}

function parseScopes(scopeList: string | undefined): readonly string[] | null {
  if (scopeList === undefined) return null;
  return scopeList === "all" ? allScopes : scopeList.split(",").map((scope) => scope.trim());
}

function parsePositiveNumber(text: string, option: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new Error(`${option} must be a number greater than 0`);
  return value;
}

function renderListeningLines(url: string, metrics: string | undefined): string[] {
  const addressLine = `mneme is listening at ${url} (documentation: ${url}/docs)`;
  return metrics === undefined ? [addressLine] : [addressLine, `Metrics: ${metrics}`];
}

/** @param dataDirectory undefined if the data is in MongoDB. */
function renderFirstKeyHint(dataDirectory: string | undefined): string[] {
  const createKeyCommand = 'npm run --silent mneme -- keys create --name "my first key" --scopes all';
  const lines =
    dataDirectory === undefined
      ? ["There is no key yet. To create one, run in another terminal with the same settings:", `  ${createKeyCommand}`]
      : [
          `The data directory is ${dataDirectory}. There is no key yet. To create one, run in another terminal:`,
          `  MNEME_DATA_DIR=${quoteForShell(dataDirectory)} ${createKeyCommand}`,
        ];
  return ["", ...lines, ""];
}

/** Quotes the text for a POSIX shell. */
function quoteForShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
