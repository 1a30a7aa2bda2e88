import { readFileSync } from "node:fs";

export type EverydaySet = "train" | "dev" | "blind";

export const keptKinds = ["task", "event", "memory"] as const;
export type KeptKind = (typeof keptKinds)[number];

/** Something that a careful person would keep of an input. */
export interface KeptLine {
  readonly kind: KeptKind;
  readonly text: string;
  /** Local day or day and minute: `YYYY-MM-DD` or `YYYY-MM-DD HH:MM`; null without a time. */
  readonly time: string | null;
  /** Neither expected nor wrong (`=?`). */
  readonly isOptional: boolean;
  /** The words of the input that it was made from; null where the writer gave none. */
  readonly evidence: string | null;
}

export interface EverydayTurn {
  readonly speaker: string;
  readonly isUser: boolean;
  readonly text: string;
}

export interface EverydayInput {
  readonly id: string;
  readonly kind: string;
  /** ISO 639-1. */
  readonly language: string;
  readonly userName: string;
  /** Local time, `YYYY-MM-DD HH:MM`. */
  readonly start: string;
  /** IANA name. */
  readonly timeZone: string;
  /** The text of an input that is not a dialogue; null for a dialogue. */
  readonly text: string | null;
  /** The turns of a dialogue; empty for a text. */
  readonly turns: readonly EverydayTurn[];
  readonly kept: readonly KeptLine[];
}

const FILES: Readonly<Record<EverydaySet, readonly string[]>> = {
  train: ["en", "de", "fr", "es", "it", "pt", "nl"].map((language) => `train-${language}.txt`),
  dev: ["dev-1.txt", "dev-2.txt"],
  blind: ["blind-1.txt", "blind-2.txt"],
};

/** Everyday inputs and what should be kept of them, by writers who knew neither the code nor each other's texts. */
export function loadEverydayInputs(set: EverydaySet): readonly EverydayInput[] {
  // From dist/bench/everyday/.
  const folder = new URL("../../../bench/everyday/", import.meta.url);
  return FILES[set].flatMap((name) => parseEverydayInputs(readFileSync(new URL(name, folder), "utf8")));
}

const HEADER =
  /^@ kind=(?<kind>[a-z]+); language=(?<language>[a-z]{2}); user=(?<userName>[^;]+); start=(?<start>\d{4}-\d{2}-\d{2} \d{2}:\d{2}); zone=(?<timeZone>\S+)$/;
const TIME = String.raw`\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?`;
const EVIDENCE = "(?: <- (?<evidence>.+))?";
const TASK = new RegExp(
  String.raw`^=(?<optional>\??) task (?<owner>[^:]+): (?<text>.+?)(?: \| due (?<time>${TIME}))?${EVIDENCE}$`,
  "u",
);
const EVENT = new RegExp(String.raw`^=(?<optional>\??) event: (?<text>.+?) \| (?<time>${TIME})${EVIDENCE}$`, "u");
const MEMORY = new RegExp(String.raw`^=(?<optional>\??) memory: (?<text>.+?)${EVIDENCE}$`, "u");
const TURN = /^(?<speaker>[^:]{1,40}?)(?<mark>\*?): (?<text>.+)$/u;

/**
 * Parses blocks that blank lines separate: `# ID`, a header line `@ kind=…; language=…; user=…; start=…; zone=…`, then
 * text lines (`| …`) or turns (`Name: …`; `*` behind a label marks the user), then the lines to keep.
 * @throws Error that names the block and the line.
 */
export function parseEverydayInputs(text: string): EverydayInput[] {
  return text
    .split(/\n\s*\n+/)
    .filter((block) => block.trim() !== "")
    .map(parseBlock);
}

function parseBlock(block: string): EverydayInput {
  const [idLine = "", headerLine = "", ...lines] = block.trim().split(/\r?\n/);
  const id = /^# (\S+)$/.exec(idLine)?.[1];
  const header = HEADER.exec(headerLine)?.groups;
  if (id === undefined || !header) throw new Error(`${idLine}: the header is malformed: ${headerLine}`);
  const { kind = "", language = "", userName = "", start = "", timeZone = "" } = header;
  const firstName = userName.split(" ")[0] ?? userName;
  const textLines: string[] = [];
  const turns: EverydayTurn[] = [];
  const kept: KeptLine[] = [];
  for (const line of lines) {
    if (line.startsWith("|")) textLines.push(line.slice(2));
    else if (line.startsWith("=")) kept.push(parseKeptLine(line, id));
    else turns.push(parseTurn(line, id, firstName));
  }
  if ((textLines.length === 0) === (turns.length === 0)) throw new Error(`${id}: needs either a text or turns`);
  const content = textLines.length > 0 ? textLines.join("\n") : null;
  return { id, kind, language, userName, start, timeZone, text: content, turns, kept };
}

function parseTurn(line: string, id: string, firstName: string): EverydayTurn {
  const { speaker = "", mark, text = "" } = TURN.exec(line)?.groups ?? {};
  if (speaker === "") throw new Error(`${id}: this line is neither text nor a turn: ${line}`);
  return { speaker, isUser: mark === "*" || speaker === firstName, text };
}

function parseKeptLine(line: string, id: string): KeptLine {
  const forms = { task: TASK, event: EVENT, memory: MEMORY };
  for (const kind of keptKinds) {
    const groups = forms[kind].exec(line)?.groups;
    if (!groups) continue;
    const { optional, text = "", time = null, owner, evidence = null } = groups;
    const isOthers = owner !== undefined && owner !== "user";
    return { kind, text: isOthers ? `${owner}: ${text}` : text, time, isOptional: optional === "?", evidence };
  }
  throw new Error(`${id}: this line to keep is malformed: ${line}`);
}
