import { randomUUID } from "node:crypto";
import { selectDatabase, findStandInAbsence, startStandIn, withMongo } from "../test/support/mongodb-server.js";
import { Service } from "./support/service-client.js";
import { measureRequestsPerSecond, type LoadRequest } from "./support/load-generator.js";
import { median, measureRatios, type Figure } from "./support/measurement.js";
import { generateSegments } from "./support/generated-transcripts.js";

const ROUNDS = 3;
const SECONDS = 3;
const WARM_UP = 1;
const CONVERSATIONS = 100;
const TURNS = 4;

interface BenchmarkRequest {
  readonly name: string;
  readonly createRequest: (service: Service, conversationId: string) => LoadRequest;
}

const requests: readonly BenchmarkRequest[] = [
  { name: "GET of one conversation", createRequest: (service, id) => service.conversationsRequest(`/${id}`) },
  { name: "GET of a page of 25 conversations", createRequest: (service) => service.conversationsRequest("?limit=25") },
  {
    name: "Durable POST of an action item",
    createRequest: (service) => service.actionItemRequest("Send Ana the budget for the launch by Friday"),
  },
];

/** Requests per second over MongoDB as a share of those over SQLite. Rows name the server, which may be a stand-in. */
export async function mongodbShares(): Promise<Figure[]> {
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
    for (const { name, createRequest } of requests) {
      const [mongodbRequest, sqliteRequest] = [
        createRequest(mongodb, ids[1] ?? ""),
        createRequest(sqlite, ids[0] ?? ""),
      ];
      for (const request of [mongodbRequest, sqliteRequest]) await measureRequestsPerSecond(request, WARM_UP);
      const ratios = await measureRatios(
        ROUNDS,
        () => measureRequestsPerSecond(mongodbRequest, SECONDS),
        () => measureRequestsPerSecond(sqliteRequest, SECONDS),
      );
      figures.push({
        name: `${name}, requests per second over ${server.name} relative to SQLite`,
        value: 100 * median(ratios),
        unit: "%",
      });
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
  const { id } = await service.create(generateSegments(TURNS));
  for (let count = 1; count < CONVERSATIONS; count += 1) await service.create(generateSegments(TURNS));
  return id;
}

interface Server {
  readonly url: string;
  readonly name: string;
  readonly close: () => Promise<void>;
}

/** @returns the server at `MONGODB_URL`, or a stand-in; undefined if neither is available (the reason is printed). */
async function openServer(): Promise<Server | undefined> {
  const url = process.env["MONGODB_URL"];
  if (url) return { url, name: await readServerName(url), close: () => Promise.resolve() };
  const absence = findStandInAbsence();
  if (absence) {
    console.log(`stores: not measured, because ${absence}`);
    return undefined;
  }
  const standIn = await startStandIn();
  return { url: standIn.url, name: await readServerName(standIn.url), close: () => standIn.close() };
}

function readServerName(url: string): Promise<string> {
  return withMongo(url, async (client) => {
    const build = await client.db().admin().buildInfo();
    const standIn: unknown = build["secantusVersion"];
    return typeof standIn === "string" ? `SecantusDB ${standIn}` : `MongoDB ${String(build["version"])}`;
  });
}
