import type { Command } from "commander";
import { addCommand, type OutputOptions, type CommandContext } from "./command-builder.js";
import type { CliEnvironment, ComponentInfo, ServiceStatus } from "./service-handle.js";

/** `mneme status`: counts and components of the service. */
export function addStatusCommand(
  mneme: Command,
  version: string,
  { withService, printResult }: CommandContext,
  { assertStoreExists }: Pick<CliEnvironment, "assertStoreExists">,
): void {
  addCommand(mneme, "status", "show object counts, the summariser, embedding progress and the rate limiter").action(
    async (options: OutputOptions) => {
      assertStoreExists();
      await withService(async (service) => {
        const status = await service.status();
        printResult(toStatusJson(status, version), options, () => renderStatus(status, version));
      });
    },
  );
}

function toStatusJson(status: ServiceStatus, version: string): object {
  const { store, counts, summariser, embedder, embeddedMemories, summarisedWithoutModel, rateLimiter } = status;
  return {
    version,
    store,
    users: counts.users,
    conversations: Object.fromEntries(counts.conversations),
    memories: counts.memories,
    summariser: { id: summariser.id, host: summariser.host ?? null },
    made_without_model: summarisedWithoutModel,
    embedder: { id: embedder.id, host: embedder.host ?? null },
    embedded: { done: embeddedMemories, of: counts.memories },
    rate_limiter: { id: rateLimiter.id, host: rateLimiter.host ?? null, available: rateLimiter.available },
  };
}

function renderStatus(status: ServiceStatus, version: string): string {
  const { store, counts, summariser, embedder, embeddedMemories, summarisedWithoutModel, rateLimiter } = status;
  const conversations = [...counts.conversations].map(([name, count]) => `${count} ${name.replaceAll("_", " ")}`);
  const lines: readonly (readonly [string, string])[] = [
    ["version", version],
    ["store", store],
    ["users", String(counts.users)],
    ["conversations", conversations.join(", ") || "none"],
    ["memories", String(counts.memories)],
    ["summariser", describeComponent(summariser)],
    ...(summarisedWithoutModel > 0
      ? [
          [
            "",
            `${summarisedWithoutModel} completed by the built-in summariser: run mneme reprocess to use the model`,
          ] as const,
        ]
      : []),
    ["embedder", describeComponent(embedder)],
    ...(embedder.host === undefined
      ? []
      : [
          [
            "embedded",
            `${embeddedMemories} of ${counts.memories} memories${formatIncompletePercentage(embeddedMemories, counts.memories)}`,
          ] as const,
        ]),
    [
      "rate limiter",
      describeComponent(rateLimiter) + (rateLimiter.available ? "" : " (does not answer: limits hold per process)"),
    ],
  ];
  return lines.map(([name, value]) => `${name.padEnd(15)}${value}`).join("\n");
}

const describeComponent = ({ id, host }: ComponentInfo): string => (host === undefined ? id : `${id} at ${host}`);

const formatIncompletePercentage = (done: number, total: number): string =>
  done >= total ? "" : ` (${Math.floor((100 * done) / total)} %)`;
