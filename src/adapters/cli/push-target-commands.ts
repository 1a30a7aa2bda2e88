import { Option, type Command } from "commander";
import type { PushTarget } from "../../domain/notification/push-target.js";
import {
  createRequestContext,
  createKnownUserContext,
  addUserCommand,
  type CommandContext,
  type UserOptions,
} from "./command-builder.js";
import type { CliEnvironment } from "./service-handle.js";
import { renderTable } from "./render-text.js";

/** Channels that can be added here. A browser registers itself from a web page, which supplies the push keys. */
const SUPPORTED_CHANNELS = ["ntfy", "webhook"] as const;

/** `mneme push-targets …`: the push targets of a user. */
export function addPushTargetCommands(
  mneme: Command,
  { withService, printResult }: CommandContext,
  { readSecret }: Pick<CliEnvironment, "readSecret">,
): void {
  const pushTargets = mneme.command("push-targets").description("manage the push targets of a user");

  addUserCommand(
    pushTargets,
    "add",
    "add an ntfy topic or a webhook as push target; the webhook secret is printed once",
  )
    .argument("<channel>", SUPPORTED_CHANNELS.join(" or "))
    .argument("<url>", "URL of the topic or webhook")
    .option("--token-stdin", "read the access token of an ntfy topic from standard input")
    .addOption(new Option("--token <token>").hideHelp())
    .action(async (name: string, url: string, options: UserOptions & { tokenStdin?: boolean; token?: string }) => {
      if (options.token !== undefined) {
        throw new Error("Pass the token on standard input (--token-stdin): other users can read a command line");
      }
      const channel = SUPPORTED_CHANNELS.find((candidate) => candidate === name);
      if (!channel) throw new Error(`The channel must be ${SUPPORTED_CHANNELS.join(" or ")}`);
      const token = options.tokenStdin ? await readSecret("Access token: ") : null;
      await withService(async (service) => {
        await service.application.users.register({ id: options.user });
        const { target, signingSecret } = await service.application.pushTargets.register(
          createRequestContext(service, options.user),
          {
            channel,
            url,
            token,
          },
        );
        printResult({ ...toPushTargetJson(target), signing_secret: signingSecret }, options, () =>
          [
            `Notifications of ${options.user} go to ${url}: ${target.state.id}`,
            ...(signingSecret === null
              ? []
              : ["They are signed with this secret, which is not shown again:", signingSecret]),
          ].join("\n"),
        );
      });
    });

  addUserCommand(pushTargets, "list", "list push targets, newest first").action(async (options: UserOptions) => {
    await withService(async (service) => {
      const targets = await service.application.pushTargets.list(await createKnownUserContext(service, options.user));
      printResult(targets.map(toPushTargetJson), options, () => renderTable(targets.map(toPushTargetJson)));
    });
  });

  addUserCommand(pushTargets, "remove", "remove a push target")
    .argument("<id>", "the target's id, as `push-targets list` shows it")
    .action(async (id: string, options: UserOptions) => {
      await withService(async (service) => {
        await service.application.pushTargets.remove(await createKnownUserContext(service, options.user), id);
        printResult({ removed: id }, options, () => `Removed ${id}`);
      });
    });
}

function toPushTargetJson({ state }: PushTarget) {
  return {
    id: state.id,
    channel: state.channel,
    created: state.createdAt.toISOString(),
    gone: state.goneSince?.toISOString() ?? null,
    url: state.url,
  };
}
