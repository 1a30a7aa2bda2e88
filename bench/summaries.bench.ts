import { CreateConversationFromSegmentsRequest } from "../src/adapters/http/resources/conversations/conversations.dto.js";
import { parseInput } from "../src/adapters/http/kernel/dto-fields.js";
import { neutralNaming } from "../src/adapters/http/kernel/naming-profile.js";
import { ValidationFailure } from "../src/domain/rules.js";
import { BuiltInSummariser } from "../src/adapters/nlp/index.js";
import { Transcript } from "../src/domain/conversation/transcript.js";
import { loadAnnotatedTalks } from "./language/annotated-talks.js";
import { Service } from "./support/service-client.js";
import { median, measureTimesMs, type Figure } from "./support/measurement.js";
import { generateGermanSegments, generateSegments } from "./support/generated-transcripts.js";

const TURNS = 500;

/** Reading a body of 500 segments, from its text to the checked input. */
export async function bodyValidation(): Promise<Figure[]> {
  const text = JSON.stringify({ transcript_segments: generateSegments(TURNS) });
  const elapsedMs = await measureTimesMs(200, () => {
    if (
      parseInput(CreateConversationFromSegmentsRequest, "body", JSON.parse(text), neutralNaming) instanceof
      ValidationFailure
    )
      throw new Error("The body was rejected");
  });
  return [
    {
      name: "Validation of a request body of 500 segments, p50",
      value: median(elapsedMs),
      unit: "ms",
      goal: { atMost: 5 },
    },
  ];
}

/** 500 segments over HTTP, durably stored and summarised before the answer. */
export async function summarising(): Promise<Figure[]> {
  const service = await Service.start();
  try {
    const elapsedMs = await measureTimesMs(40, async () => {
      const { status } = await service.create(generateSegments(TURNS));
      if (status !== "completed") throw new Error(`The conversation is ${status}`);
    });
    return [
      {
        name: "POST of a conversation of 500 segments, stored and summarised, p50",
        value: median(elapsedMs),
        unit: "ms",
        goal: { atMost: 60 },
      },
    ];
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

/** CPU time for a long transcript. */
export async function pipeline(): Promise<Figure[]> {
  const transcript = createTranscript(generateSegments(LONG_TURNS));
  const summariser = new BuiltInSummariser();
  const elapsedMs = await measureCpuTimesMs(() => summariser.summarise(transcript, CONTEXT), transcript);
  return [
    {
      name: "CPU time of the built-in summariser, 8,900 English words",
      value: median(elapsedMs),
      unit: "ms",
      goal: { atMost: 150 },
    },
  ];
}

/** CPU time for a German transcript with many tasks. */
export async function germanPipeline(): Promise<Figure[]> {
  const transcript = createTranscript(generateGermanSegments(GERMAN_TURNS));
  const context = { ...CONTEXT, timeZone: "Europe/Berlin", language: "de" };
  const summariser = new BuiltInSummariser();
  const elapsedMs = await measureCpuTimesMs(() => summariser.summarise(transcript, context), transcript);
  return [
    {
      name: "CPU time of the built-in summariser, 8,900 German words",
      value: median(elapsedMs),
      unit: "ms",
      goal: { atMost: 150 },
    },
  ];
}

/** CPU time for concatenated talks, in which hardly any sentence repeats. */
export async function variedTalksPipeline(): Promise<Figure[]> {
  const lines = loadAnnotatedTalks()
    .filter(({ part }) => part === "report")
    .flatMap(({ segments }) => segments);
  const segments: object[] = [];
  for (let words = 0; words < WORDS; words += countWords(lines[segments.length - 1]?.text ?? ""))
    segments.push({ ...lines[segments.length], start: segments.length * 4, end: segments.length * 4 + 3.5 });
  const transcript = createTranscript(segments);
  const summariser = new BuiltInSummariser();
  const elapsedMs = await measureCpuTimesMs(() => summariser.summarise(transcript, CONTEXT), transcript);
  return [
    {
      name: "CPU time of the built-in summariser, 8,900 words of varied English talks",
      value: median(elapsedMs),
      unit: "ms",
      goal: { atMost: 150 },
    },
  ];
}

function createTranscript(made: readonly object[]): Transcript {
  const segments = made as { text: string; start: number; end: number; speaker: string }[];
  return Transcript.create(
    "long",
    segments.map(({ text, start, end, speaker }) => ({ text, start, end, speaker })),
  );
}

const countWords = (text: string): number => text.split(/\s+/).length;

const countTranscriptWords = ({ segments }: Transcript): number =>
  segments.reduce((sum, { text }) => sum + countWords(text), 0);

/** @returns CPU times in milliseconds after a warm-up, scaled to `WORDS` words. */
async function measureCpuTimesMs(task: () => Promise<unknown>, transcript: Transcript): Promise<number[]> {
  const elapsedMs: number[] = [];
  for (let run = -5; run < RUNS; run += 1) {
    const whole = await measureCpuMs(task);
    if (run >= 0) elapsedMs.push((whole * WORDS) / countTranscriptWords(transcript));
  }
  return elapsedMs;
}

/** @returns the CPU time in milliseconds. */
async function measureCpuMs(task: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await task();
  return milliseconds(process.cpuUsage(before));
}

const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;
