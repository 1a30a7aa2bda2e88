import { StatementSync } from "node:sqlite";

/** Loaded into a server before its own modules: ends it, when it is told to, as soon as a write is on disk. */

export interface DeathQuestion {
  /** The commit of the next write to this table is the last thing that the server does. */
  readonly dieAfterWriteTo: string;
}

type Run = (this: StatementSync, ...values: unknown[]) => unknown;

let isAwaited: (sql: string) => boolean = () => false;
let isWritten = false;

const original = Reflect.get(StatementSync.prototype, "run") as Run;
const fatal: Run = function (...values) {
  const outcome = original.apply(this, values);
  const sql = this.sourceSQL;
  if (isAwaited(sql)) isWritten = true;
  if (isWritten && sql === "COMMIT") process.kill(process.pid, "SIGKILL");
  return outcome;
};
Reflect.set(StatementSync.prototype, "run", fatal);

process.on("message", ({ dieAfterWriteTo: table }: DeathQuestion) => {
  const write = new RegExp(`^\\s*(INSERT INTO|UPDATE|DELETE FROM) ${table}\\b`);
  isAwaited = (sql) => write.test(sql);
  process.send?.("will do");
});
process.channel?.unref();
