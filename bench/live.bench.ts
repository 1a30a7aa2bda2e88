import { setTimeout as sleep } from "node:timers/promises";
import { SESSION_SEGMENTS_MOST } from "../src/domain/limits.js";
import { Service } from "./support/client.js";
import { median, percentile, type Figure } from "./support/measure.js";

const SESSIONS = 100;
const SECONDS = 10;
/** Requests under way at once, where as many are sent as are answered. */
const AT_ONCE = 32;
const ROUNDS = 9;
/** Pieces of one kind in a round. */
const PIECES = 40;
const DEEP = SESSION_SEGMENTS_MOST - 1_000;

/** One segment a piece, as an app that transcribes sends them. */
export async function appends(): Promise<Figure[]> {
  const service = await Service.start();
  try {
    const most = await perSecond(service);
    const { share, latencies } = await atLeisure(service);
    const ratio = await depthRatio(service);
    return [
      { name: `Pieces of ${SESSIONS} live sessions, as many as there can be`, value: most, unit: "/s" },
      { name: `${SESSIONS} sessions, a piece a second each: share of a core`, value: share, unit: "%" },
      { name: "The same, an answer, 99th percentile", value: percentile(latencies, 99), unit: "ms" },
      { name: `A piece at depth ${DEEP}, beside one at depth 1`, value: ratio, unit: "×", goal: { atMost: 1.2 } },
    ];
  } finally {
    await service.stop();
  }
}

let pieces = 0;

/** @returns how long the answer took, in milliseconds. */
async function append(service: Service, session: string): Promise<number> {
  pieces += 1;
  const text = `I think we should talk about the budget before the end of month ${pieces}.`;
  const segment = { text, start: pieces, end: pieces + 1, speaker: `SPEAKER_0${pieces % 3}` };
  const begun = performance.now();
  const answer = await service.send(service.piece(session, [segment]));
  await answer.arrayBuffer();
  return performance.now() - begun;
}

async function perSecond(service: Service): Promise<number> {
  const end = performance.now() + SECONDS * 1_000;
  let count = 0;
  const client = async (): Promise<void> => {
    for (; performance.now() < end; count += 1) await append(service, `busy ${count % SESSIONS}`);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return count / SECONDS;
}

async function atLeisure(service: Service): Promise<{ readonly share: number; readonly latencies: number[] }> {
  const before = await service.process.cpuSeconds();
  const latencies: number[] = [];
  const client = async (_: unknown, index: number): Promise<void> => {
    await sleep((index * 1_000) / SESSIONS);
    for (let second = 0; second < SECONDS; second += 1) {
      const begun = performance.now();
      latencies.push(await append(service, `calm ${index}`));
      await sleep(begun + 1_000 - performance.now());
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: SESSIONS }, client));
  const seconds = (performance.now() - begun) / 1_000;
  return { share: (100 * ((await service.process.cpuSeconds()) - before)) / seconds, latencies };
}

/** Both in turn, so that both see the same moods of the machine. */
async function depthRatio(service: Service): Promise<number> {
  let heard = 0;
  const fill = async (): Promise<void> => {
    while (heard < DEEP) {
      heard += 1;
      await append(service, "deep");
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fill));
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [deep, shallow]: [number[], number[]] = [[], []];
    for (let piece = 0; piece < PIECES; piece += 1) {
      const fresh = `fresh ${round} ${piece}`;
      await append(service, fresh);
      shallow.push(await append(service, fresh));
      deep.push(await append(service, "deep"));
    }
    ratios.push(median(deep) / median(shallow));
  }
  return median(ratios);
}
