import { Service } from "./support/service-client.js";
import { median, type Figure } from "./support/measurement.js";
import { generateSegments } from "./support/generated-transcripts.js";

const STARTS = 7;
const TURNS = 500;
const SUMMARIES = 10;

/** Time from process start to the first response, with an empty store. */
export async function coldStart(): Promise<Figure[]> {
  const elapsedMs: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    const startedAtMs = performance.now();
    const service = await Service.start();
    await service.send(service.conversationsRequest());
    elapsedMs.push(performance.now() - startedAtMs);
    await service.stop();
  }
  return [
    { name: "Cold start to the first response, p50", value: median(elapsedMs), unit: "ms", goal: { atMost: 1000 } },
  ];
}

export async function residentMemory(): Promise<Figure[]> {
  const service = await Service.start({ environment: { SETTINGS: JSON.stringify({ MNEME_WORKER_THREADS: "1" }) } });
  try {
    for (let summary = 0; summary < SUMMARIES; summary += 1) await service.create(generateSegments(TURNS));
    const name = `Resident memory with one worker thread, after ${SUMMARIES} summaries of ${TURNS} segments`;
    return [{ name, value: await service.process.readResidentMegabytes(), unit: "MB", goal: { atMost: 220 } }];
  } finally {
    await service.stop();
  }
}
