import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** A less durable server: it responds to each POST after the commit in this `synchronous` mode of SQLite. */
const [directory = "", synchronous = ""] = process.argv.slice(2);
const database = new DatabaseSync(join(directory, "mneme.db"));
database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; CREATE TABLE notes (text TEXT)`);
const insert = database.prepare("INSERT INTO notes VALUES ('a note')");
const server = createServer((request, response) => {
  request.resume().once("end", () => {
    insert.run();
    response.end("{}");
  });
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.once("SIGTERM", () => process.exit());
