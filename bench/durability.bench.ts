import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "../src/adapters/sqlite/index.js";
import { anUnprocessedConversation, recorded } from "../src/testing/index.js";
import { Service } from "./support/client.js";
import { requestsAnswered } from "./support/load.js";
import { median, ratios, type Figure } from "./support/measure.js";
import { madeUpSegments } from "./support/transcripts.js";

const ROUNDS = 7;
const WRITES = 320;
const CONCURRENCY = 32;
const SECONDS = 4;
const TURNS = 4;

/** Creations at the repository, 32 at once beside one after the other, which is one commit a write, in one file. */
export async function groupCommit(): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), "mneme-bench-"));
  const store = await openSqliteStore({ directory });
  const since = new Date();
  const insert = () => store.conversations.insertOrGet(recorded(anUnprocessedConversation(since)));
  const perSecond = async (writers: number): Promise<number> => {
    const begun = performance.now();
    const write = async () => {
      for (let count = 0; count < WRITES / writers; count += 1) await insert();
    };
    await Promise.all(Array.from({ length: writers }, write));
    return (1000 * WRITES) / (performance.now() - begun);
  };
  try {
    await perSecond(CONCURRENCY);
    const found = await ratios(
      ROUNDS,
      () => perSecond(CONCURRENCY),
      () => perSecond(1),
    );
    const name = "Creations at the repository, 32 at once beside one commit a write";
    return [{ name, value: median(found), unit: "×", goal: { atLeast: 2.5 } }];
  } finally {
    await store.close();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Flushes to disk, counted by the kernel's own trace, beside the creations that were acknowledged meanwhile. */
export async function flushes(): Promise<Figure[]> {
  execFileSync("strace", ["-V"], { stdio: "ignore" });
  const goal = { atMost: 0.1 };
  return [
    {
      name: "Flushes to disk for an acknowledged creation",
      value: await flushesACreation({ Prefer: "respond-async" }),
      unit: "",
      goal,
    },
    { name: "Flushes to disk for one that is summarised too", value: await flushesACreation({}), unit: "", goal },
  ];
}

/** Of a service of its own: what others have left behind to be summarised is written, too. */
async function flushesACreation(headers: Readonly<Record<string, string>>): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), "mneme-bench-"));
  const trace = join(directory, "trace");
  const through = ["strace", "-D", "-f", "--seccomp-bpf", "-e", "trace=fsync,fdatasync", "-o", trace];
  const service = await Service.start({ through });
  try {
    const before = await flushesIn(trace);
    const creations = await requestsAnswered(service.creation(madeUpSegments(TURNS), headers), SECONDS);
    return ((await flushesIn(trace)) - before) / creations;
  } finally {
    await service.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function flushesIn(trace: string): Promise<number> {
  return (await readFile(trace, "utf8")).match(/\bf(?:data)?sync\(/g)?.length ?? 0;
}
