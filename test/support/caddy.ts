import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { LocalServer } from "./local-server.js";
import { createTemporaryDirectory } from "./temporary-directory.js";

/**
 * Starts Caddy with deploy/Caddyfile, on 127.0.0.1.
 * @param servers the URLs of the servers behind it.
 */
export async function startCaddy(servers: readonly string[]): Promise<LocalServer> {
  const { path: directory } = await createTemporaryDirectory();
  const caddyfile = join(directory, "Caddyfile");
  const options = `{\n\tadmin off\n\tdefault_bind 127.0.0.1\n\tstorage file_system ${directory}\n}\n`;
  await writeFile(caddyfile, `${options}import ${resolve("deploy/Caddyfile")}\n`);
  return LocalServer.start({
    path: "env",
    args: (port) => [
      `SITE_ADDRESS=http://127.0.0.1:${port}`,
      `MNEME_SERVERS=${servers.map((server) => new URL(server).host).join(" ")}`,
      `XDG_CONFIG_HOME=${directory}`,
      ...["caddy", "run", "--adapter", "caddyfile", "--config", caddyfile],
    ],
    readyMessage: "serving initial configuration",
    urlScheme: "http",
    directory,
  });
}
