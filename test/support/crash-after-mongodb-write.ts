import { ClientSession, Collection } from "mongodb";
import type { CrashRequest } from "./crash-after-sqlite-write.js";

/** Preloaded into a server: on request it kills the server as soon as the next write is committed. */

type Method = (this: unknown, ...args: unknown[]) => Promise<unknown>;

const WRITE_METHODS = [
  ...["insertOne", "insertMany", "replaceOne", "updateOne", "updateMany"],
  ...["deleteOne", "deleteMany", "findOneAndUpdate", "bulkWrite"],
] as const;

let awaitedCollection: string | undefined;
const writingSessions = new WeakSet<ClientSession>();

for (const name of WRITE_METHODS) {
  const original = Reflect.get(Collection.prototype, name) as Method;
  Reflect.set(Collection.prototype, name, function (this: Collection, ...args: unknown[]) {
    const session = args.map((arg) => (arg as { session?: unknown } | undefined)?.session).find(Boolean);
    if (this.collectionName === awaitedCollection && session instanceof ClientSession) writingSessions.add(session);
    return original.apply(this, args);
  });
}

const originalCommit = Reflect.get(ClientSession.prototype, "commitTransaction") as Method;
Reflect.set(ClientSession.prototype, "commitTransaction", async function (this: ClientSession, ...args: unknown[]) {
  await originalCommit.apply(this, args);
  if (writingSessions.has(this)) process.kill(process.pid, "SIGKILL");
});

const originalAbort = Reflect.get(ClientSession.prototype, "abortTransaction") as Method;
Reflect.set(ClientSession.prototype, "abortTransaction", function (this: ClientSession, ...args: unknown[]) {
  writingSessions.delete(this);
  return originalAbort.apply(this, args);
});

process.on("message", ({ dieAfterWriteTo: table }: CrashRequest) => {
  // Tests use the names of the SQLite tables.
  awaitedCollection = table.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  process.send?.("will do");
});
process.channel?.unref();
