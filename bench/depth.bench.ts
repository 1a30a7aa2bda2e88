import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Service } from "./support/service-client.js";
import { fillStore } from "./support/seed-store.js";
import { median, type Figure } from "./support/measurement.js";

const SMALL = 1_000;
const LARGE = 1_000_000;
const DEPTH = 10_000;
const ROUNDS = 9;
/** Requests of one kind in a round. */
const REQUESTS = 40;

/**
 * Sequential GETs of a page of 25 in stores of 1,000 and 1,000,000 conversations of one user. Each request filters by a
 * different early date, so that no response comes from a cache.
 */
export async function pages(): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), "mneme-bench-"));
  const services: Service[] = [];
  const serve = async (conversations: number): Promise<Service> => {
    const storeDirectory = join(directory, String(conversations));
    await fillStore(storeDirectory, conversations);
    const service = await Service.start({ environment: { DIRECTORY: storeDirectory } });
    services.push(service);
    return service;
  };
  try {
    const [small, large] = [await serve(SMALL), await serve(LARGE)];
    const kinds = [
      { service: small, createPageQuery: firstPage },
      { service: large, createPageQuery: firstPage },
      { service: large, createPageQuery: cursorAtDepth },
      { service: large, createPageQuery: () => Promise.resolve(`&offset=${DEPTH}`) },
    ];
    const rounds: number[][] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const elapsedMs: number[] = [];
      for (const { service, createPageQuery } of kinds) elapsedMs.push(await measurePageMs(service, createPageQuery));
      rounds.push(elapsedMs);
    }
    const ratio = (one: number, other: number): number =>
      median(rounds.map((elapsedMs) => (elapsedMs[one] ?? NaN) / (elapsedMs[other] ?? NaN)));
    const goal = { atMost: 1.2 };
    return [
      {
        name: "GET of a page of 25 in a store of 1,000 conversations, median",
        value: median(rounds.map(([first = NaN]) => first)),
        unit: "ms",
      },
      {
        name: "GET of the first page of 25, store of 1,000,000 conversations relative to 1,000",
        value: ratio(1, 0),
        unit: "×",
        goal,
      },
      {
        name: "GET of a page of 25 by cursor at depth 10,000 of 1,000,000, relative to the first page of 1,000",
        value: ratio(2, 0),
        unit: "×",
        goal,
      },
      {
        name: "GET of a page of 25 at offset 10,000 of 1,000,000, relative to offset 0",
        value: ratio(3, 1),
        unit: "×",
        goal: { atMost: 2 },
      },
      {
        name: "Resident memory after paging through a store of 1,000,000 conversations",
        value: await large.process.readResidentMegabytes(),
        unit: "MB",
        goal: { atMost: 300 },
      },
    ];
  } finally {
    for (const service of services) await service.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

let requestCount = 0;

/** Where a page begins in a list, as the rest of a query. */
type PageQueryFactory = (service: Service, list: string) => Promise<string>;

/** @returns the median response time in milliseconds; each request has a new filter, so that no cache has its page. */
async function measurePageMs(service: Service, createPageQuery: PageQueryFactory): Promise<number> {
  const elapsedMs: number[] = [];
  for (let request = 0; request < REQUESTS; request += 1) {
    requestCount += 1;
    const list = `start_date=${new Date(requestCount).toISOString()}`;
    const query = await createPageQuery(service, list);
    const startedAtMs = performance.now();
    const page = (await (
      await service.send(service.conversationsRequest(`?limit=25&${list}${query}`))
    ).json()) as unknown[];
    elapsedMs.push(performance.now() - startedAtMs);
    if (page.length !== 25) throw new Error(`A page of ${page.length}`);
  }
  return median(elapsedMs);
}

const firstPage: PageQueryFactory = () => Promise.resolve("");

/** Behind as many as `DEPTH`. */
const cursorAtDepth: PageQueryFactory = async (service, list) => {
  const { headers } = await service.send(service.conversationsRequest(`?limit=1&offset=${DEPTH - 1}&${list}`));
  const cursor = /cursor=([^&>]+)/.exec(headers.get("link") ?? "")?.[1];
  if (cursor === undefined) throw new Error("There is no next page");
  return `&cursor=${cursor}`;
};
