import { setTimeout as sleep } from "node:timers/promises";
import { MAX_SESSION_SEGMENTS } from "../src/domain/limits.js";
import { Service } from "./support/service-client.js";
import { median, percentile, type Figure } from "./support/measurement.js";

const SESSIONS = 100;
const SECONDS = 10;
/** Concurrent requests while throughput is measured. */
const CONCURRENCY = 32;
const ROUNDS = 9;
/** Pairs of a deep and a shallow append in a round. */
const PAIRS_PER_ROUND = 40;
const DEEP_SEGMENT_COUNT = MAX_SESSION_SEGMENTS - 1_000;

/** Appends of one segment to live sessions, as a transcribing client sends them. */
export async function liveAppends(): Promise<Figure[]> {
  const service = await Service.start();
  try {
    const maxRate = await measureAppendsPerSecond(service);
    const { share, latencies } = await measurePacedLoad(service);
    const ratio = await measureDepthRatio(service);
    return [
      {
        name: `POST of one segment to ${SESSIONS} live sessions, ${CONCURRENCY} concurrent, throughput`,
        value: maxRate,
        unit: "/s",
      },
      {
        name: `CPU at one append per second in each of ${SESSIONS} live sessions, share of a core`,
        value: share,
        unit: "%",
      },
      {
        name: `POST of one segment at one per second in each of ${SESSIONS} live sessions, p99`,
        value: percentile(latencies, 99),
        unit: "ms",
      },
      {
        name: `POST of one segment to a session of ${DEEP_SEGMENT_COUNT} segments, relative to a session of 1, p50`,
        value: ratio,
        unit: "×",
        goal: { atMost: 1.2 },
      },
    ];
  } finally {
    await service.stop();
  }
}

let segmentCount = 0;

/** @returns the response time in milliseconds. */
async function append(service: Service, session: string): Promise<number> {
  segmentCount += 1;
  const text = `I think we should talk about the budget before the end of month ${segmentCount}.`;
  const segment = { text, start: segmentCount, end: segmentCount + 1, speaker: `SPEAKER_0${segmentCount % 3}` };
  const startedAtMs = performance.now();
  const answer = await service.send(service.appendRequest(session, [segment]));
  await answer.arrayBuffer();
  return performance.now() - startedAtMs;
}

async function measureAppendsPerSecond(service: Service): Promise<number> {
  const end = performance.now() + SECONDS * 1_000;
  let count = 0;
  const client = async (): Promise<void> => {
    for (; performance.now() < end; count += 1) await append(service, `busy ${count % SESSIONS}`);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, client));
  return count / SECONDS;
}

async function measurePacedLoad(service: Service): Promise<{ readonly share: number; readonly latencies: number[] }> {
  const before = await service.process.readCpuSeconds();
  const latencies: number[] = [];
  const client = async (_: unknown, index: number): Promise<void> => {
    await sleep((index * 1_000) / SESSIONS);
    for (let second = 0; second < SECONDS; second += 1) {
      const startedAtMs = performance.now();
      latencies.push(await append(service, `calm ${index}`));
      await sleep(startedAtMs + 1_000 - performance.now());
    }
  };
  const startedAtMs = performance.now();
  await Promise.all(Array.from({ length: SESSIONS }, client));
  const seconds = (performance.now() - startedAtMs) / 1_000;
  return { share: (100 * ((await service.process.readCpuSeconds()) - before)) / seconds, latencies };
}

/** Alternates deep and shallow appends so that load on the machine affects both alike. */
async function measureDepthRatio(service: Service): Promise<number> {
  let appendCount = 0;
  const fill = async (): Promise<void> => {
    while (appendCount < DEEP_SEGMENT_COUNT) {
      appendCount += 1;
      await append(service, "deep");
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, fill));
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [deep, shallow]: [number[], number[]] = [[], []];
    for (let pair = 0; pair < PAIRS_PER_ROUND; pair += 1) {
      const fresh = `fresh ${round} ${pair}`;
      await append(service, fresh);
      shallow.push(await append(service, fresh));
      deep.push(await append(service, "deep"));
    }
    ratios.push(median(deep) / median(shallow));
  }
  return median(ratios);
}
