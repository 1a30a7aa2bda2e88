import { Service } from "./support/client.js";
import { median, type Figure } from "./support/measure.js";
import { madeUpSegments } from "./support/transcripts.js";

const STARTS = 7;
const TURNS = 500;

/** From the start of the process to the first answer, on a store of its own. */
export async function coldStart(): Promise<Figure[]> {
  const taken: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    const begun = performance.now();
    const service = await Service.start();
    await service.send(service.conversations());
    taken.push(performance.now() - begun);
    await service.stop();
  }
  return [{ name: "Cold start to the first answer", value: median(taken), unit: "ms", goal: { atMost: 1000 } }];
}

export async function memory(): Promise<Figure[]> {
  const service = await Service.start();
  try {
    await service.create(madeUpSegments(TURNS));
    const name = "Resident memory after the first summary, of 500 segments";
    return [{ name, value: await service.process.residentMemory(), unit: "MB", goal: { atMost: 180 } }];
  } finally {
    await service.stop();
  }
}
