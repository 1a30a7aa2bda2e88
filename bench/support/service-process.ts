import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { limitHeapGrowth } from "../../src/adapters/system/index.js";
import { openService } from "../../src/composition/container.js";
import { readSettings } from "../../src/composition/settings.js";

/**
 * Runs the service as `npm start` does, with rate limits that count requests but never reject one. `DIRECTORY` names an
 * existing store (default: a temporary one); `SETTINGS` holds further settings as JSON. When the service listens, sends
 * its parent process `url#apiKey#appId#appSecret`: a key of the user "bench" and an app that the user installed.
 */
limitHeapGrowth();
const existingDirectory = process.env["DIRECTORY"];
const directory = existingDirectory ?? (await mkdtemp(join(tmpdir(), "mneme-bench-")));
const program = await openService(
  readSettings({
    MNEME_DATA_DIR: directory,
    MNEME_RATE_LIMIT_PER_MINUTE: "10000000",
    MNEME_RATE_LIMIT_PER_DAY: "10000000",
    MNEME_NOTIFICATIONS_PER_HOUR: "0",
    PORT: "0",
    ...(JSON.parse(process.env["SETTINGS"] ?? "{}") as Record<string, string>),
  }),
);
const { url } = await program.listen();
await program.application.users.register({ id: "bench" });
const call = { userId: "bench", now: program.clock.now(), ids: program.ids };
const { secret } = await program.application.apiKeys.create(call, {
  name: "bench",
  scopes: ["conversations:read", "conversations:write", "action_items:write"],
});
const { app, secret: appSecret } = await program.application.apps.register(call, { name: "bench" });
await program.application.installations.install(call, app.state.id, null);
process.send?.({ url: [url, secret, app.state.id, appSecret].join("#") });
process.once("SIGTERM", () => {
  void (async () => {
    await program.close();
    if (existingDirectory === undefined) await rm(directory, { recursive: true, force: true });
    process.exit();
  })();
});
