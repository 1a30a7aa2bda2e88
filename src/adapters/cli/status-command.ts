import type { Command } from "commander";
import { command, type Output, type Surface } from "./commands.js";
import type { Maker, ServiceStatus } from "./program.js";

/** `mneme status`: how the service stands. */
export function statusCommand(mneme: Command, version: string, { using, show }: Surface): void {
  command(
    mneme,
    "status",
    "what the store holds, who summarises and embeds, how far that has come; the rate limiter",
  ).action(async (options: Output) => {
    await using(async (program) => {
      const status = await program.status();
      show(shown(status, version), options, () => told(status, version));
    });
  });
}

function shown(status: ServiceStatus, version: string): object {
  const { store, counts, summariser, embedder, embedded, madeWithoutModel, rateLimiter } = status;
  return {
    version,
    store,
    users: counts.users,
    conversations: Object.fromEntries(counts.conversations),
    memories: counts.memories,
    summariser: { id: summariser.id, host: summariser.host ?? null },
    made_without_model: madeWithoutModel,
    embedder: { id: embedder.id, host: embedder.host ?? null },
    embedded: { done: embedded, of: counts.memories },
    rate_limiter: { id: rateLimiter.id, host: rateLimiter.host ?? null, available: rateLimiter.available },
  };
}

function told(status: ServiceStatus, version: string): string {
  const { store, counts, summariser, embedder, embedded, madeWithoutModel, rateLimiter } = status;
  const conversations = [...counts.conversations].map(([name, count]) => `${count} ${name.replaceAll("_", " ")}`);
  const lines: readonly (readonly [string, string])[] = [
    ["version", version],
    ["store", store],
    ["users", String(counts.users)],
    ["conversations", conversations.join(", ") || "none"],
    ["memories", String(counts.memories)],
    ["summariser", named(summariser)],
    ...(madeWithoutModel > 0
      ? [["", `${madeWithoutModel} completed without the model: reprocess them to have it try again`] as const]
      : []),
    ["embedder", named(embedder)],
    ["embedded", `${embedded} of ${counts.memories} memories${progress(embedded, counts.memories)}`],
    ["rate limiter", named(rateLimiter) + (rateLimiter.available ? "" : " (does not answer: limits hold per process)")],
  ];
  return lines.map(([name, value]) => `${name.padEnd(15)}${value}`).join("\n");
}

const named = ({ id, host }: Maker): string => (host === undefined ? id : `${id} at ${host}`);

const progress = (done: number, all: number): string => (done >= all ? "" : ` (${Math.floor((100 * done) / all)} %)`);
