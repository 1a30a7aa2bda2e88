import { Service } from "./support/client.js";
import { median, type Figure } from "./support/measure.js";
import { madeUpSegments } from "./support/transcripts.js";

const STARTS = 7;
const TURNS = 500;
const SUMMARIES = 10;

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
  const service = await Service.start({ environment: { SETTINGS: JSON.stringify({ MNEME_WORKER_THREADS: "1" }) } });
  try {
    for (let summary = 0; summary < SUMMARIES; summary += 1) await service.create(madeUpSegments(TURNS));
    const name = `Resident memory with one worker thread, after ${SUMMARIES} summaries of ${TURNS} segments`;
    return [{ name, value: await service.process.residentMemory(), unit: "MB", goal: { atMost: 220 } }];
  } finally {
    await service.stop();
  }
}
