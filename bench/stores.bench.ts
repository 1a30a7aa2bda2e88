import { randomUUID } from "node:crypto";
import { selectDatabase, standInAbsence, startStandIn, withMongo } from "../test/support/mongodb-server.js";
import { Service } from "./support/client.js";
import { requestsPerSecond, type Asked } from "./support/load.js";
import { median, ratios, type Figure } from "./support/measure.js";
import { madeUpSegments } from "./support/transcripts.js";

const ROUNDS = 3;
const SECONDS = 3;
const WARM_UP = 1;
const CONVERSATIONS = 100;
const TURNS = 4;

interface Request {
  readonly name: string;
  readonly of: (service: Service, conversationId: string) => Asked;
}

const requests: readonly Request[] = [
  { name: "GET of one conversation", of: (service, id) => service.conversations(`/${id}`) },
  { name: "A page of 25", of: (service) => service.conversations("?limit=25") },
  {
    name: "A durable creation of an action item",
    of: (service) => service.actionItem("Send Ana the budget for the launch by Friday"),
  },
];

/** Requests per second over MongoDB as a share of those over SQLite. The server is named: a stand-in has no goal. */
export async function shares(): Promise<Figure[]> {
  const server = await openServer();
  if (!server) return [];
  const url = selectDatabase(server.url, `mneme_bench_${randomUUID()}`);
  const secret = "the secret of a bench that keeps nothing";
  const settings = { MNEME_STORE: "mongodb", MONGODB_URL: url, MNEME_SECRET: secret };
  const environment = { SETTINGS: JSON.stringify(settings) };
  const [sqlite, mongodb] = [await Service.start(), await Service.start({ environment })];
  try {
    const ids = [await fill(sqlite), await fill(mongodb)];
    const figures: Figure[] = [];
    for (const { name, of } of requests) {
      const [ours, theirs] = [of(mongodb, ids[1] ?? ""), of(sqlite, ids[0] ?? "")];
      for (const asked of [ours, theirs]) await requestsPerSecond(asked, WARM_UP);
      const found = await ratios(
        ROUNDS,
        () => requestsPerSecond(ours, SECONDS),
        () => requestsPerSecond(theirs, SECONDS),
      );
      figures.push({ name: `${name}, ${server.name} beside SQLite`, value: 100 * median(found), unit: "%" });
    }
    return figures;
  } finally {
    await Promise.all([sqlite.stop(), mongodb.stop()]);
    await withMongo(url, (client) => client.db().dropDatabase());
    await server.close();
  }
}

/** @returns the ID of one of the conversations. */
async function fill(service: Service): Promise<string> {
  const { id } = await service.create(madeUpSegments(TURNS));
  for (let count = 1; count < CONVERSATIONS; count += 1) await service.create(madeUpSegments(TURNS));
  return id;
}

interface Server {
  readonly url: string;
  readonly name: string;
  readonly close: () => Promise<void>;
}

/** That of `MONGODB_URL`, or a stand-in; undefined, with the reason printed, where there is none. */
async function openServer(): Promise<Server | undefined> {
  const url = process.env["MONGODB_URL"];
  if (url) return { url, name: await nameOf(url), close: () => Promise.resolve() };
  const absence = standInAbsence();
  if (absence) {
    console.log(`stores: not measured, because ${absence}`);
    return undefined;
  }
  const standIn = await startStandIn();
  return { url: standIn.url, name: await nameOf(standIn.url), close: () => standIn.close() };
}

function nameOf(url: string): Promise<string> {
  return withMongo(url, async (client) => {
    const build = await client.db().admin().buildInfo();
    const standIn: unknown = build["secantusVersion"];
    return typeof standIn === "string" ? `SecantusDB ${standIn}` : `MongoDB ${String(build["version"])}`;
  });
}
