import { StatementSync } from "node:sqlite";

/** Preloaded into a server: on request it kills the server as soon as the next write is on disk. */

export interface CrashRequest {
  /** The server dies right after the commit of the next write to this table. */
  readonly dieAfterWriteTo: string;
}

type RunMethod = (this: StatementSync, ...values: unknown[]) => unknown;

let matchesAwaitedTable: (sql: string) => boolean = () => false;
let hasWritten = false;

const originalRun = Reflect.get(StatementSync.prototype, "run") as RunMethod;
const crashingRun: RunMethod = function (...args) {
  const result = originalRun.apply(this, args);
  const sql = this.sourceSQL;
  if (matchesAwaitedTable(sql)) hasWritten = true;
  if (hasWritten && sql === "COMMIT") process.kill(process.pid, "SIGKILL");
  return result;
};
Reflect.set(StatementSync.prototype, "run", crashingRun);

process.on("message", ({ dieAfterWriteTo: table }: CrashRequest) => {
  const write = new RegExp(`^\\s*(INSERT INTO|UPDATE|DELETE FROM) ${table}\\b`);
  matchesAwaitedTable = (sql) => write.test(sql);
  process.send?.("will do");
});
process.channel?.unref();
