import { Command } from "commander";
import { scopes as allScopes } from "../../domain/api-key.js";
import { keyPage } from "../../domain/limits.js";
import { appCommands } from "./app-commands.js";
import { appDemo } from "./app-demo.js";
import { archiveCommands } from "./archive-commands.js";
import { askCommand } from "./ask-command.js";
import { backupCommands } from "./backup-commands.js";
import { channelCommands } from "./channel-commands.js";
import {
  call,
  callOfKnown,
  command,
  limitOf,
  userCommand,
  type Output,
  type Surface,
  type UserOutput,
} from "./commands.js";
import { demo } from "./demo.js";
import { itemCommands } from "./item-commands.js";
import { memoryCommands } from "./memory-commands.js";
import { notificationCommands } from "./notification-commands.js";
import { statusCommand } from "./status-command.js";
import type { Overrides, Program, Surroundings } from "./program.js";
import { reprocessCommand } from "./reprocess-command.js";
import { pageTable, table } from "./table.js";

const HOUR_SECONDS = 3600;

/** What a command prints is its answer alone. */
const beside: Overrides = { MNEME_LOG_STREAM: "stderr" };
/** Who reads it did not ask for a log: what goes well is not told beside it, unless that is set. */
const quietly: Overrides = { MNEME_LOG_LEVEL: "warn" };

/**
 * The `mneme` command (design 7). Every command opens the store by itself, whether a server runs on it or not.
 * Each prints for a person, or one JSON value with `--json`.
 */
export function commandLine(surroundings: Surroundings): Command {
  const { open, print, untilAskedToStop, version } = surroundings;
  const mneme = new Command("mneme")
    .description("A personal memory: conversations become summaries, action items, events and memories.")
    .version(version);

  async function using<T>(work: (program: Program) => Promise<T>): Promise<T> {
    const program = await open(beside, quietly);
    try {
      if (!program.keepsData) throw new Error("MNEME_STORE=memory keeps nothing for another process to find");
      return await work(program);
    } finally {
      await program.close();
    }
  }

  const show: Surface["show"] = (value, { json }, forPeople) =>
    print(json ? JSON.stringify(value, null, 2) : forPeople());

  command(mneme, "serve", "serve the API until Ctrl-C").action(async ({ json }: Output) => {
    const program = await open();
    try {
      const { url, metrics } = await program.listen();
      const isFirstStart = program.keepsData && (await program.application.users.list({ limit: 1 })).length === 0;
      const hint = isFirstStart ? firstKeyHint(program.dataDirectory) : [];
      show({ url, metrics }, { json: json ?? false }, () => [...listeningLines(url, metrics), ...hint].join("\n"));
      await untilAskedToStop();
    } finally {
      await program.close();
    }
  });

  command(mneme, "demo", "turn a conversation into a summary, to-dos and memories, over HTTP, on a fresh store")
    .option("--once", "exit when it has been shown")
    .option("--app", "show an app instead, which hears a conversation while it is held and notifies; then exit")
    .action(async ({ once = false, app = false, json = false }: Output & { once?: boolean; app?: boolean }) => {
      await (app ? appDemo(surroundings, { json }) : demo(surroundings, { once, json }));
    });

  userCommand(mneme, "token", "print an identity token: it carries all scopes of its user")
    .option("--hours <n>", "how long it is valid, at most 24", "1")
    .action(async (options: UserOutput & { hours: string }) => {
      await using(async (program) => {
        if (!program.issueToken) throw new Error("Tokens come from the configured OIDC issuer, not from mneme");
        await program.application.users.register({ id: options.user });
        const lifetimeSeconds = Math.round(positive(options.hours, "--hours") * HOUR_SECONDS);
        const token = await program.issueToken({ userId: options.user, lifetimeSeconds });
        show({ token }, options, () => token);
      });
    });

  const keys = mneme.command("keys").description("developer API keys of a user");
  userCommand(keys, "create", "make a key; it is shown this once, alone on the last line")
    .requiredOption("--name <name>", "what the key is for")
    .option("--scopes <list>", "comma-separated, or `all`; read-only when absent")
    .action(async (options: UserOutput & { name: string; scopes?: string }) => {
      await using(async (program) => {
        await program.application.users.register({ id: options.user });
        const input = { name: options.name, scopes: chosenScopes(options.scopes) };
        const { key, secret } = await program.application.apiKeys.create(call(program, options.user), input);
        const { id, name, scopes } = key.state;
        const lines = [`Key "${name}" of ${options.user}: ${scopes.join(", ")}`, "It is not shown again:", secret];
        show({ id, name, scopes, key: secret }, options, () => lines.join("\n"));
      });
    });
  userCommand(keys, "list", "list the keys, newest first")
    .option("--limit <n>", "how many", String(keyPage.usual))
    .action(async (options: UserOutput & { limit: string }) => {
      const page = { limit: limitOf(options.limit, keyPage) };
      await using(async (program) => {
        const query = { page, withTotal: true };
        const { items, total } = await program.application.apiKeys.list(
          await callOfKnown(program, options.user),
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
        show(rows, options, () => pageTable(rows, total));
      });
    });
  userCommand(keys, "revoke", "revoke a key")
    .argument("<id>", "the key's id, as `keys list` shows it")
    .action(async (id: string, options: UserOutput) => {
      await using(async (program) => {
        await program.application.apiKeys.revoke(await callOfKnown(program, options.user), id);
        show({ revoked: id }, options, () => `Revoked ${id}`);
      });
    });

  askCommand(mneme, { using, show });
  memoryCommands(mneme, { using, show });
  itemCommands(mneme, { using, show });
  statusCommand(mneme, version, { using, show });
  reprocessCommand(mneme, { using, show }, surroundings);
  appCommands(mneme, { using, show });
  channelCommands(mneme, { using, show }, surroundings);
  notificationCommands(mneme, { using, show });
  backupCommands(mneme, surroundings.backups, { show });
  archiveCommands(mneme, { using, show });

  const users = mneme.command("users").description("manage users");
  command(users, "add", "add a user")
    .argument("<id>", "the user's id")
    .option("--name <name>", "how the user is called")
    .action(async (id: string, options: Output & { name?: string }) => {
      await using(async (program) => {
        const { users: useCases } = program.application;
        const { name: displayName } = options;
        const added = await useCases.register({ id, ...(displayName ? { displayName } : {}) });
        const isRenamed = displayName !== undefined && added.state.displayName !== displayName;
        const user = isRenamed ? await useCases.updateProfile(call(program, id), { displayName }) : added;
        show({ id, display_name: user.state.displayName }, options, () => `${id} is called ${user.state.displayName}`);
      });
    });
  command(users, "list", "list the users").action(async (options: Output) => {
    await using(async (program) => {
      const rows = await Array.fromAsync(program.application.users.listAll(), ({ state }) => ({
        id: state.id,
        name: state.displayName,
        time_zone: state.timeZone,
        created: state.createdAt.toISOString(),
      }));
      show(rows, options, () => table(rows));
    });
  });

  return mneme;
}

function chosenScopes(list: string | undefined): readonly string[] | null {
  if (list === undefined) return null;
  return list === "all" ? allScopes : list.split(",").map((scope) => scope.trim());
}

function positive(text: string, option: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new Error(`${option} must be a number greater than 0`);
  return value;
}

/** @param newDirectory the data directory on the first start; undefined afterwards. */
function listeningLines(url: string, metrics: string | undefined): string[] {
  const documented = `mneme is listening at ${url} (documentation: ${url}/docs)`;
  return metrics === undefined ? [documented] : [documented, `Its metrics are at ${metrics}`];
}

/** @param directory undefined when the settings alone lead to the data. */
function firstKeyHint(directory: string | undefined): string[] {
  const create = 'npm run --silent mneme -- keys create --name "my first key" --scopes all';
  const lines =
    directory === undefined
      ? ["There is no key yet. To create one, run in another terminal with the same settings:", `  ${create}`]
      : [
          `The data directory is ${directory}. There is no key yet. To create one, run in another terminal:`,
          `  MNEME_DATA_DIR=${shellWord(directory)} ${create}`,
        ];
  return ["", ...lines, ""];
}

/** Quotes the text for a POSIX shell. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
