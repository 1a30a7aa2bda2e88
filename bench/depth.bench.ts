import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Service } from "./support/client.js";
import { fillStore } from "./support/full-store.js";
import { median, type Figure } from "./support/measure.js";

const SMALL = 1_000;
const LARGE = 1_000_000;
const DEPTH = 10_000;
const ROUNDS = 9;
/** Requests of one kind in a round. */
const REQUESTS = 40;

/**
 * A page of 25 over HTTP, one request after the other, in a store of 1,000 conversations and of a million, all of one
 * user. Every request names another date long before all of them, so that none is one that the service remembers.
 */
export async function pages(): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), "mneme-bench-"));
  const services: Service[] = [];
  const serve = async (conversations: number): Promise<Service> => {
    const place = join(directory, String(conversations));
    await fillStore(place, conversations);
    const service = await Service.start({ environment: { DIRECTORY: place } });
    services.push(service);
    return service;
  };
  try {
    const [small, large] = [await serve(SMALL), await serve(LARGE)];
    const kinds = [
      { service: small, placeIn: beginning },
      { service: large, placeIn: beginning },
      { service: large, placeIn: cursorAtDepth },
      { service: large, placeIn: () => Promise.resolve(`&offset=${DEPTH}`) },
    ];
    const rounds: number[][] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const taken: number[] = [];
      for (const { service, placeIn } of kinds) taken.push(await timeOfPage(service, placeIn));
      rounds.push(taken);
    }
    const ratio = (one: number, other: number): number =>
      median(rounds.map((taken) => (taken[one] ?? NaN) / (taken[other] ?? NaN)));
    const same = { atMost: 1.2 };
    return [
      { name: "A page of 25 in a store of 1,000", value: median(rounds.map(([first = NaN]) => first)), unit: "ms" },
      { name: "A page of 25 in a store of 1,000,000, beside one of 1,000", value: ratio(1, 0), unit: "×", goal: same },
      { name: "By cursor at depth 10,000, beside one of 1,000", value: ratio(2, 0), unit: "×", goal: same },
      { name: "At offset 10,000, beside offset 0", value: ratio(3, 1), unit: "×", goal: { atMost: 2 } },
      {
        name: "Resident memory after the million-row run",
        value: await large.process.residentMemory(),
        unit: "MB",
        goal: { atMost: 300 },
      },
    ];
  } finally {
    for (const service of services) await service.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

let asked = 0;

/** Where a page begins in a list, as the rest of a query. */
type PlaceIn = (service: Service, list: string) => Promise<string>;

/** The median time of an answer, in milliseconds, of lists that nobody has asked for before. */
async function timeOfPage(service: Service, placeIn: PlaceIn): Promise<number> {
  const taken: number[] = [];
  for (let request = 0; request < REQUESTS; request += 1) {
    asked += 1;
    const list = `start_date=${new Date(asked).toISOString()}`;
    const place = await placeIn(service, list);
    const begun = performance.now();
    const page = (await (await service.send(service.conversations(`?limit=25&${list}${place}`))).json()) as unknown[];
    taken.push(performance.now() - begun);
    if (page.length !== 25) throw new Error(`A page of ${page.length}`);
  }
  return median(taken);
}

const beginning: PlaceIn = () => Promise.resolve("");

/** Behind as many as `DEPTH`. */
const cursorAtDepth: PlaceIn = async (service, list) => {
  const { headers } = await service.send(service.conversations(`?limit=1&offset=${DEPTH - 1}&${list}`));
  const cursor = /cursor=([^&>]+)/.exec(headers.get("link") ?? "")?.[1];
  if (cursor === undefined) throw new Error("There is no next page");
  return `&cursor=${cursor}`;
};
