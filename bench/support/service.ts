import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keepHeapTight } from "../../src/adapters/system/index.js";
import { openProgram } from "../../src/composition/container.js";
import { readSettings } from "../../src/composition/settings.js";

/**
 * The service as `npm start` runs it, with the limits so high that they count but never refuse: on a store of its own,
 * or on that of `DIRECTORY`; with further settings where `SETTINGS` has some, as JSON. It tells its address, a key of
 * the user "bench", and an app that the user has installed, its id and its secret, with `#` between.
 */
keepHeapTight();
const given = process.env["DIRECTORY"];
const directory = given ?? (await mkdtemp(join(tmpdir(), "mneme-bench-")));
const program = await openProgram(
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
    if (given === undefined) await rm(directory, { recursive: true, force: true });
    process.exit();
  })();
});
