import { CreateFromSegments } from "../src/adapters/http/conversations.dto.js";
import { read } from "../src/adapters/http/field.js";
import { neutral } from "../src/adapters/http/wire-names.js";
import { Refused } from "../src/domain/rules.js";
import { BuiltInSummariser } from "../src/adapters/language/index.js";
import { Tagger } from "../src/adapters/language/text/tagger.js";
import { Transcript } from "../src/domain/transcript.js";
import { writtenTalks } from "./language/talks.js";
import { Service } from "./support/client.js";
import { median, times, type Figure } from "./support/measure.js";
import { germanSegments, madeUpSegments } from "./support/transcripts.js";

const TURNS = 500;

/** Reading a body of 500 segments, from its text to the checked input. */
export async function bodyValidation(): Promise<Figure[]> {
  const text = JSON.stringify({ transcript_segments: madeUpSegments(TURNS) });
  const taken = await times(200, () => {
    if (read(CreateFromSegments, "body", JSON.parse(text), neutral) instanceof Refused) throw new Error("refused");
  });
  return [{ name: "Validation of a body of 500 segments", value: median(taken), unit: "ms", goal: { atMost: 5 } }];
}

/** 500 segments over HTTP, durably stored and summarised before the answer. */
export async function summarising(): Promise<Figure[]> {
  const service = await Service.start();
  try {
    const taken = await times(40, async () => {
      const { status } = await service.create(madeUpSegments(TURNS));
      if (status !== "completed") throw new Error(`The conversation is ${status}`);
    });
    return [{ name: "500 segments stored and summarised", value: median(taken), unit: "ms", goal: { atMost: 60 } }];
  } finally {
    await service.stop();
  }
}

const LONG_TURNS = 690;
const GERMAN_TURNS = 710;
const WORDS = 8900;
const RUNS = 15;
const CONTEXT = {
  userId: "u",
  startedAt: new Date("2026-03-04T09:00:00Z"),
  timeZone: "Europe/London",
  language: "en",
  textSource: null,
  userName: "Nora",
} as const;

/** A long transcript through all of the built-in summariser, beside its tagging alone, which the machine slows as much. */
export async function pipeline(): Promise<Figure[]> {
  const transcript = transcriptOf(madeUpSegments(LONG_TURNS));
  const lines = transcript.segments.map(({ text }) => text);
  const words = wordsIn(transcript);
  const summariser = new BuiltInSummariser();
  const tagger = new Tagger();
  const taken: number[] = [];
  const tagging: number[] = [];
  for (let run = -5; run < RUNS; run += 1) {
    const [whole, alone] = [
      await processorTime(() => summariser.summarise(transcript, CONTEXT)),
      await processorTime(() => tagger.tagged(lines)),
    ];
    if (run < 0) continue;
    taken.push((whole * WORDS) / words);
    tagging.push(whole / alone);
  }
  return [
    {
      name: "8,900 words through the built-in pipeline, of one core",
      value: median(taken),
      unit: "ms",
      goal: { atMost: 150 },
    },
    { name: "The same beside the tagging alone", value: median(tagging), unit: "times" },
  ];
}

/** The same in a language that is known by its lexicon, by people who have much to do. */
export async function tonguePipeline(): Promise<Figure[]> {
  const transcript = transcriptOf(germanSegments(GERMAN_TURNS));
  const context = { ...CONTEXT, timeZone: "Europe/Berlin", language: "de" };
  const summariser = new BuiltInSummariser();
  const taken = await timesOf(() => summariser.summarise(transcript, context), transcript);
  return [{ name: "8,900 words of German, of one core", value: median(taken), unit: "ms", goal: { atMost: 150 } }];
}

/** Talks as people have them, one after the other, of which hardly two sentences are alike. */
export async function writtenPipeline(): Promise<Figure[]> {
  const lines = writtenTalks()
    .filter(({ part }) => part === "report")
    .flatMap(({ segments }) => segments);
  const said: object[] = [];
  for (let words = 0; words < WORDS; words += wordsOf(lines[said.length - 1]?.text ?? ""))
    said.push({ ...lines[said.length], start: said.length * 4, end: said.length * 4 + 3.5 });
  const transcript = transcriptOf(said);
  const summariser = new BuiltInSummariser();
  const taken = await timesOf(() => summariser.summarise(transcript, CONTEXT), transcript);
  return [
    { name: "8,900 words of written talks, of one core", value: median(taken), unit: "ms", goal: { atMost: 150 } },
  ];
}

function transcriptOf(made: readonly object[]): Transcript {
  const segments = made as { text: string; start: number; end: number; speaker: string }[];
  return Transcript.create(
    "long",
    segments.map(({ text, start, end, speaker }) => ({ text, start, end, speaker })),
  );
}

const wordsOf = (text: string): number => text.split(/\s+/).length;

const wordsIn = ({ segments }: Transcript): number => segments.reduce((sum, { text }) => sum + wordsOf(text), 0);

/** @returns milliseconds of one core for so many words, once warm. */
async function timesOf(task: () => Promise<unknown>, transcript: Transcript): Promise<number[]> {
  const taken: number[] = [];
  for (let run = -5; run < RUNS; run += 1) {
    const whole = await processorTime(task);
    if (run >= 0) taken.push((whole * WORDS) / wordsIn(transcript));
  }
  return taken;
}

/** @returns milliseconds of one core. */
async function processorTime(task: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await task();
  return milliseconds(process.cpuUsage(before));
}

const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;
