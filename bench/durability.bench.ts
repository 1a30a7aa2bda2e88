import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "../src/adapters/sqlite/index.js";
import { anUnprocessedConversation, withTranscript } from "../src/testing/index.js";
import { Service } from "./support/service-client.js";
import { countAnsweredRequests } from "./support/load-generator.js";
import { median, measureRatios, type Figure } from "./support/measurement.js";
import { generateSegments } from "./support/generated-transcripts.js";

const ROUNDS = 7;
const WRITES = 320;
const CONCURRENCY = 32;
const SECONDS = 4;
const TURNS = 4;

/** Inserts by 32 concurrent writers, which share commits, relative to one writer, which commits each insert. */
export async function groupCommit(): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), "mneme-bench-"));
  const store = await openSqliteStore({ directory });
  const since = new Date();
  const insert = () => store.conversations.insertOrGet(withTranscript(anUnprocessedConversation(since)));
  const perSecond = async (writers: number): Promise<number> => {
    const startedAtMs = performance.now();
    const write = async () => {
      for (let count = 0; count < WRITES / writers; count += 1) await insert();
    };
    await Promise.all(Array.from({ length: writers }, write));
    return (1000 * WRITES) / (performance.now() - startedAtMs);
  };
  try {
    await perSecond(CONCURRENCY);
    const ratios = await measureRatios(
      ROUNDS,
      () => perSecond(CONCURRENCY),
      () => perSecond(1),
    );
    const name = "Conversations inserted per second in SQLite, 32 writers relative to 1 writer";
    return [{ name, value: median(ratios), unit: "×", goal: { atLeast: 2.5 } }];
  } finally {
    await store.close();
    await rm(directory, { recursive: true, force: true });
  }
}

/** fsync and fdatasync calls, counted by strace, per acknowledged creation. */
export async function flushes(): Promise<Figure[]> {
  execFileSync("strace", ["-V"], { stdio: "ignore" });
  const goal = { atMost: 0.1 };
  return [
    {
      name: "fsync calls per acknowledged POST of a conversation, summarised later",
      value: await measureFlushesPerCreation({ Prefer: "respond-async" }),
      unit: "",
      goal,
    },
    {
      name: "fsync calls per acknowledged POST of a conversation, summarised before the response",
      value: await measureFlushesPerCreation({}),
      unit: "",
      goal,
    },
  ];
}

/** Starts a new service: a backlog of summaries from an earlier measurement would add writes. */
async function measureFlushesPerCreation(headers: Readonly<Record<string, string>>): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), "mneme-bench-"));
  const trace = join(directory, "trace");
  const wrapper = ["strace", "-D", "-f", "--seccomp-bpf", "-e", "trace=fsync,fdatasync", "-o", trace];
  const service = await Service.start({ wrapper });
  try {
    const before = await countFlushes(trace);
    const creations = await countAnsweredRequests(service.creationRequest(generateSegments(TURNS), headers), SECONDS);
    return ((await countFlushes(trace)) - before) / creations;
  } finally {
    await service.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function countFlushes(trace: string): Promise<number> {
  return (await readFile(trace, "utf8")).match(/\bf(?:data)?sync\(/g)?.length ?? 0;
}
