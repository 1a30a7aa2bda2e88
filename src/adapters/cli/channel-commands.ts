import { Option, type Command } from "commander";
import type { PushTarget } from "../../domain/push-target.js";
import { call, callOfKnown, userCommand, type Surface, type UserOutput } from "./commands.js";
import type { Surroundings } from "./program.js";
import { table } from "./table.js";

/** A browser registers itself, by a page: nobody could type its keys. */
const named = ["ntfy", "webhook"] as const;

/** `mneme channels …`: where a user's notifications go beside the inbox. */
export function channelCommands(
  mneme: Command,
  { using, show }: Surface,
  { readSecret }: Pick<Surroundings, "readSecret">,
): void {
  const channels = mneme.command("channels").description("where notifications go beside the inbox");

  userCommand(
    channels,
    "add",
    "push a user's notifications to an ntfy topic or a webhook, whose secret is shown this once",
  )
    .argument("<channel>", named.join(" or "))
    .argument("<url>", "the topic's URL, or the webhook's")
    .option("--token-stdin", "read an ntfy topic's access token from standard input, where it needs one")
    .addOption(new Option("--token <token>").hideHelp())
    .action(async (name: string, url: string, options: UserOutput & { tokenStdin?: boolean; token?: string }) => {
      if (options.token !== undefined) {
        throw new Error("Pass the token on standard input (--token-stdin): other users can read a command line");
      }
      const channel = named.find((each) => each === name);
      if (!channel) throw new Error(`The channel must be ${named.join(" or ")}`);
      const token = options.tokenStdin ? await readSecret("Access token: ") : null;
      await using(async (program) => {
        await program.application.users.register({ id: options.user });
        const { target, signingSecret } = await program.application.channels.register(call(program, options.user), {
          channel,
          url,
          token,
        });
        show({ ...targetValue(target), signing_secret: signingSecret }, options, () =>
          [
            `Notifications of ${options.user} go to ${url}: ${target.state.id}`,
            ...(signingSecret === null
              ? []
              : ["They are signed with this secret, which is not shown again:", signingSecret]),
          ].join("\n"),
        );
      });
    });

  userCommand(channels, "list", "list where a user's notifications go, newest first").action(
    async (options: UserOutput) => {
      await using(async (program) => {
        const all = await program.application.channels.list(await callOfKnown(program, options.user));
        show(all.map(targetValue), options, () => table(all.map(targetValue)));
      });
    },
  );

  userCommand(channels, "remove", "push notifications there no more")
    .argument("<id>", "the target's id, as `channels list` shows it")
    .action(async (id: string, options: UserOutput) => {
      await using(async (program) => {
        await program.application.channels.remove(await callOfKnown(program, options.user), id);
        show({ removed: id }, options, () => `Removed ${id}`);
      });
    });
}

function targetValue({ state }: PushTarget) {
  return {
    id: state.id,
    channel: state.channel,
    created: state.createdAt.toISOString(),
    gone: state.goneSince?.toISOString() ?? null,
    url: state.url,
  };
}
