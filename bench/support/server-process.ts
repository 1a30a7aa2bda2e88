import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface ServerProcess {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts a module that tells its parent `{url}` when it listens, in a process of its own. */
export async function startServer(module: string, environment: Record<string, string> = {}): Promise<ServerProcess> {
  const child: ChildProcess = fork(fileURLToPath(new URL(module, import.meta.url)), {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [message] = (await once(child, "message")) as [{ url: string }];
  return {
    url: message.url,
    stop: async () => {
      const gone = once(child, "exit");
      child.kill("SIGTERM");
      await gone;
    },
  };
}
