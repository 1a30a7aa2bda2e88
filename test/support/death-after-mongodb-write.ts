import { ClientSession, Collection } from "mongodb";
import type { DeathQuestion } from "./death-after-write.js";

/** Loaded into a server before its own modules: ends it, when it is told to, as soon as a write is committed. */

type Method = (this: unknown, ...values: unknown[]) => Promise<unknown>;

const WRITES = [
  ...["insertOne", "insertMany", "replaceOne", "updateOne", "updateMany"],
  ...["deleteOne", "deleteMany", "findOneAndUpdate", "bulkWrite"],
] as const;

let awaited: string | undefined;
const written = new WeakSet<ClientSession>();

for (const name of WRITES) {
  const original = Reflect.get(Collection.prototype, name) as Method;
  Reflect.set(Collection.prototype, name, function (this: Collection, ...values: unknown[]) {
    const session = values.map((value) => (value as { session?: unknown } | undefined)?.session).find(Boolean);
    if (this.collectionName === awaited && session instanceof ClientSession) written.add(session);
    return original.apply(this, values);
  });
}

const commit = Reflect.get(ClientSession.prototype, "commitTransaction") as Method;
Reflect.set(ClientSession.prototype, "commitTransaction", async function (this: ClientSession, ...values: unknown[]) {
  await commit.apply(this, values);
  if (written.has(this)) process.kill(process.pid, "SIGKILL");
});

const abort = Reflect.get(ClientSession.prototype, "abortTransaction") as Method;
Reflect.set(ClientSession.prototype, "abortTransaction", function (this: ClientSession, ...values: unknown[]) {
  written.delete(this);
  return abort.apply(this, values);
});

process.on("message", ({ dieAfterWriteTo: table }: DeathQuestion) => {
  // Tests name what is written as SQLite does.
  awaited = table.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  process.send?.("will do");
});
process.channel?.unref();
