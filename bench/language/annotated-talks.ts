import { readdirSync, readFileSync } from "node:fs";
import type { AnnotatedConversation } from "./annotated-conversations.js";

/** The talks of a writer by whom the training set has no texts: they measure how well the classifiers generalise. */
const HELD_OUT_FILE = "days.txt";

/** English talks: the training set of the classifiers (part `tune`) and the held-out talks (part `report`). */
export function loadAnnotatedTalks(): AnnotatedConversation[] {
  // From dist/bench/language/.
  const folder = new URL("../../../bench/language/talks/", import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".txt"))
    .toSorted()
    .flatMap((name) =>
      parseAnnotatedTalks(readFileSync(new URL(name, folder), "utf8")).map((talk): AnnotatedConversation => ({
        ...talk,
        part: name === HELD_OUT_FILE ? "report" : "tune",
      })),
    );
}

const TIME_ZONE = "UTC";
const HEADER = /^@ user=(?<user>[^;]+); start=(?<day>\d{4}-\d{2}-\d{2}) (?<time>\d{2}:\d{2})$/;
const TURN = /^(?<speaker>[^:=@#]{1,40}): (?<text>\S.*)$/u;
const EVIDENCE = / <- (?<quote>.+)$/u;
const TASK = /^= task (?<owner>[^:]+): (?<description>\S.*)$/u;
const MEMORY = /^= memory: (?<memory>\S.*)$/u;
const EVENT = /^= event: (?<title>[^|]+?) \| (?<start>\d{4}-\d{2}-\d{2})(?: (?<time>\d{2}:\d{2}))?$/u;

/**
 * Parses talks with the items that should be extracted from them.
 * @param text blocks separated by blank lines. A block has the lines `# id`, `@ user=Nora; start=2026-03-04 09:10`
 * (UTC), one `Name: words` per turn, and any number of `= task Name: description`, `= memory: content` and
 * `= event: title | day[ time]`, each optionally followed by ` <- quotation` (its evidence)
 * @returns talks of part `tune`
 * @throws Error for a malformed line, with the line and its block
 */
export function parseAnnotatedTalks(text: string): AnnotatedConversation[] {
  return text
    .split(/\n\s*\n+/)
    .filter((block) => block.trim() !== "")
    .map(parseTalk);
}

function parseTalk(block: string): AnnotatedConversation {
  const [idLine = "", header = "", ...lines] = block.trim().split(/\r?\n/);
  const id = /^# (\S+)$/.exec(idLine)?.[1];
  const { user: userName, day, time } = HEADER.exec(header)?.groups ?? {};
  const createError = (line: string): Error => new Error(`Invalid line in block "${idLine}": "${line}"`);
  if (id === undefined) throw createError(idLine);
  if (userName === undefined) throw createError(header);
  const segments: AnnotatedConversation["segments"][number][] = [];
  const actionItems: AnnotatedConversation["expected"]["actionItems"][number][] = [];
  const events: AnnotatedConversation["expected"]["events"][number][] = [];
  const memories: string[] = [];
  const evidence = new Map<string, string>();
  for (const rawLine of lines) {
    const quote = rawLine.startsWith("=") ? EVIDENCE.exec(rawLine)?.groups?.["quote"] : undefined;
    const line = quote === undefined ? rawLine : rawLine.replace(EVIDENCE, "");
    if (quote !== undefined) evidence.set(extractItemText(line), quote);
    const [turn, task, memory, event] = [TURN, TASK, MEMORY, EVENT].map((form) => form.exec(line)?.groups);
    if (turn) {
      const { speaker = "", text = "" } = turn;
      segments.push({ speaker, isUser: speaker === userName, text });
    } else if (task) {
      const { owner = "", description = "" } = task;
      actionItems.push({ description, owner: owner === userName ? "user" : owner, due: null });
    } else if (memory) memories.push(memory["memory"] ?? "");
    else if (event) {
      const { title = "", start = "", time: startTime } = event;
      events.push({ title, start: startTime === undefined ? start : `${start}T${startTime}` });
    } else throw createError(line);
  }
  return {
    id,
    part: "tune",
    startedAt: `${day ?? ""}T${time ?? ""}:00Z`,
    timeZone: TIME_ZONE,
    userName,
    segments,
    evidence,
    expected: { points: [], category: "", actionItems, events, memories },
  };
}

/** @param line an item without its evidence. @returns its text without the prefix and, for an event, the time. */
const extractItemText = (line: string): string =>
  line.replace(/^= (?:task [^:]+|memory|event): /u, "").replace(/ \|[^|]*$/u, "");
