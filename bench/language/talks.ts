import { readdirSync, readFileSync } from "node:fs";
import type { KeptConversation } from "./conversations.js";

/** Of one writer nothing is learnt, and theirs show how well it does on what it has not met. */
const HELD_OUT = "days.txt";

/**
 * Short English talks that the classifiers of speech learn from (part "tune"), and those of a writer from whom they do
 * not (part "report"). From dist/bench/language/.
 */
export function writtenTalks(): KeptConversation[] {
  const folder = new URL("../../../bench/language/talks/", import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".txt"))
    .toSorted()
    .flatMap((name) =>
      talks(readFileSync(new URL(name, folder), "utf8")).map((talk): KeptConversation => ({
        ...talk,
        part: name === HELD_OUT ? "report" : "tune",
      })),
    );
}

const ZONE = "UTC";
/** The user may be named by first name alone, where the turns have more. */
const HEADER = /^@ user=(?<user>[^;]+); start=(?<day>\d{4}-\d{2}-\d{2}) (?<time>\d{2}:\d{2})$/;
const TURN = /^(?<speaker>[^:=@#]{1,40}): (?<text>\S.*)$/u;
const EVIDENCE = / <- (?<quote>.+)$/u;
const TASK = /^= task (?<owner>[^:]+): (?<description>\S.*)$/u;
const MEMORY = /^= memory: (?<memory>\S.*)$/u;
const EVENT = /^= event: (?<title>[^|]+?) \| (?<start>\d{4}-\d{2}-\d{2})(?: (?<time>\d{2}:\d{2}))?$/u;

/**
 * Conversations written for training, beside what a careful person would keep of them.
 * @param text blocks divided by blank lines: `# id`, `@ user=Nora; start=2026-03-04 09:10` (UTC), the turns as
 * `Name: words`, then `= task Name: what`, `= memory: what`, `= event: title | day[ time]`, as many as there are.
 * @throws Error for a line of another form, with its block.
 */
export function talks(text: string): KeptConversation[] {
  return text
    .split(/\n\s*\n+/)
    .filter((block) => block.trim() !== "")
    .map(talk);
}

function talk(block: string): KeptConversation {
  const [name = "", header = "", ...lines] = block.trim().split(/\r?\n/);
  const id = /^# (\S+)$/.exec(name)?.[1];
  const { user: userName, day, time } = HEADER.exec(header)?.groups ?? {};
  const fault = (line: string): Error => new Error(`"${line}" is no line of a talk, in ${name}`);
  if (id === undefined || userName === undefined) throw fault(id === undefined ? name : header);
  const segments: KeptConversation["segments"][number][] = [];
  const actionItems: KeptConversation["keep"]["actionItems"][number][] = [];
  const events: KeptConversation["keep"]["events"][number][] = [];
  const memories: string[] = [];
  const evidence = new Map<string, string>();
  for (const raw of lines) {
    const quote = raw.startsWith("=") ? EVIDENCE.exec(raw)?.groups?.["quote"] : undefined;
    const line = quote === undefined ? raw : raw.replace(EVIDENCE, "");
    if (quote !== undefined)
      evidence.set(line.replace(/^= (?:task [^:]+|memory|event): /u, "").replace(/ \|[^|]*$/u, ""), quote);
    const [turn, task, memory, event] = [TURN, TASK, MEMORY, EVENT].map((form) => form.exec(line)?.groups);
    if (turn) {
      const { speaker = "", text: said = "" } = turn;
      segments.push({ speaker, isUser: speaker === userName, text: said });
    } else if (task) {
      const { owner = "", description = "" } = task;
      actionItems.push({ description, owner: owner === userName ? "user" : owner, due: null });
    } else if (memory) memories.push(memory["memory"] ?? "");
    else if (event) {
      const { title = "", start = "", time: at } = event;
      events.push({ title, start: at === undefined ? start : `${start}T${at}` });
    } else throw fault(line);
  }
  return {
    id,
    part: "tune",
    startedAt: `${day ?? ""}T${time ?? ""}:00Z`,
    timeZone: ZONE,
    userName,
    segments,
    evidence,
    keep: { points: [], category: "", actionItems, events, memories },
  };
}
