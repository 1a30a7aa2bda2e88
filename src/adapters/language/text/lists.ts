import type { Segment } from "../../../domain/conversation/transcript.js";
import { MAX_SENTENCE_LENGTH } from "./analysis-limits.js";
import { plain } from "./plain-text.js";
import { wordsOf } from "./words.js";

/** Lines of a text that belong together: a heading and what stands under it. */
export interface TextList {
  /** Without its colon; undefined where there is none. */
  readonly heading: string | undefined;
  /** Whether its items are to be done. */
  readonly isTodo: boolean;
  readonly items: readonly ListItem[];
}

/** A list, and where it stands. */
export interface FoundList extends TextList {
  readonly segmentId: string;
}

export interface ListItem {
  readonly text: string;
  readonly isDone: boolean;
}

/** A line that is read as prose, without its bullet. */
export interface ProseLine {
  readonly text: string;
  readonly isBulleted: boolean;
}

export interface DividedText {
  readonly lines: readonly ProseLine[];
  readonly lists: readonly TextList[];
}

const LINE_END = /\r\n|[\r\n\u2028\u2029]/;
const BULLET = /^(?:[-*+•◦‣–—]|\d{1,2}[.)]|(?=\[[ xX✓]?\]\s|[☐☑✓✔]))\s*(?:(?<box>\[[ xX✓]?\]|[☐☑✓✔])\s*)?(?=\S)/u;
const SPACED_BULLET = /^\S*?\s|^[•◦‣☐☑✓✔\d]/u;
const CHECKED = /[xX✓☑✔]/;
const MARKUP = /^#{1,6} +|\*\*|__/g;
const MAX_HEADING_WORDS = 6;
/** A line under a heading that is longer, or ends as a sentence does, is no item of a list without bullets. */
const MAX_BARE_ITEM_WORDS = 6;
const MIN_BARE_ITEMS = 2;
/** A line without a colon that is longer heads no list. */
const MAX_BARE_HEADING_WORDS = 3;
/** Of a transcript; those that come later are left out. */
const MAX_LIST_ITEMS = 1_000;

/** What is to be done stands under these. */
const TODO_HEADING =
  /^(?:(?:my|meine?|ma|mes|mis|i miei|minhas?|mijn) )?(?:to-?\s?dos?(?: list)?|things to do|tasks?(?: list)?|action (?:items?|points?)|actions|next steps?|follow[- ]?ups?|don't forget|remember(?: to)?|zu erledigen|noch zu tun|zu tun|aufgaben|to-do-liste|nächste schritte|nicht vergessen|à faire|choses à faire|tâches|prochaines étapes|ne pas oublier|por hacer|cosas que hacer|tareas|pendientes?|próximos pasos|no olvidar|da fare|cose da fare|compiti|attività|prossimi passi|non dimenticare|a fazer|coisas a fazer|tarefas|pendências|próximos passos|não esquecer|te doen|nog te doen|taken|actiepunten|volgende stappen|niet vergeten)\b/iu;
/** What needs neither a colon nor bullets to head a list. */
const TODO_ALONE =
  /^(?:(?:my )?to-?\s?dos?(?: list)?|things to do|action items|zu erledigen|à faire|por hacer|da fare|a fazer|te doen)$/iu;
/** "To do: - pay the bill - book flights". */
const INLINE_BULLET = /(?:^|\s)(?:[-*•–]|\d{1,2}[.)])\s(?=\S)/u;
const STARTS_WITH_BULLET = /^(?:[-*•–]|\d{1,2}[.)])\s/u;
/** "TODO: nothing today!" */
const NO_ITEM =
  /^(?:nothing|none|nil|n\/a|nichts|rien|nada|niente|nulla|niets)(?:[\s\p{P}]+\p{L}+){0,4}[\s\p{P}]*$|^(?:all |everything )?(?:is )?done[\s\p{P}]*$/iu;
/** "To do: pay the bill". */
const TODO_LINE = /^(?<heading>TODO|(?!remember|don't)[^:]{2,24}?(?=\s*:))(?:\s*: +| )(?<items>\S.*)$/iu;
/** What stands under these is prose in points. */
const PROSE_HEADING =
  /(?<!\p{L})(?:notes?|minutes|discussion|updates?|summary|decisions?|notizen|protokoll|besprechung|notas?|acta|resumen|notes?|compte rendu|résumé|appunti|verbale|riassunto|resumo|ata|notities|notulen|samenvatting)\b/iu;

interface RawLine {
  readonly text: string;
  readonly indent: boolean;
  readonly bullet: { readonly isDone: boolean | undefined } | undefined;
}

/**
 * Tells lists from prose: items with a box to tick, what stands under a heading for things to do, and what stands under
 * any other heading. Bulleted points without a heading are prose, a line each.
 */
export function divideText(text: string): DividedText {
  const raw = text.split(LINE_END).map(readLine);
  const lines: ProseLine[] = [];
  const lists: TextList[] = [];
  for (let at = 0; at < raw.length;) {
    const line = raw[at];
    const next = raw[at + 1];
    if (!line || line.text === "") {
      at += 1;
      continue;
    }
    const heading = line.bullet ? undefined : headingIn(line.text);
    const isTodo = heading !== undefined && TODO_HEADING.test(heading);
    const mayHead = line.text.endsWith(":") || isTodo || wordsOf(line.text).length <= MAX_BARE_HEADING_WORDS;
    const isHeading =
      heading !== undefined && next !== undefined && mayHead && (next.bullet !== undefined || line.text.endsWith(":"));
    const minBareItems = isTodo && line.text.endsWith(":") ? 1 : MIN_BARE_ITEMS;
    const isBareTodo = isTodo && TODO_ALONE.test(heading);
    const from = isBareTodo ? afterBlanks(raw, at + 1) : at + 1;
    const block =
      isHeading || isBareTodo || line.bullet ? itemsFrom(raw, line.bullet ? at : from, minBareItems) : undefined;
    if (!block || block.items.length === 0) {
      const todo = todoLine(line.text);
      if (todo) lists.push(todo);
      else lines.push({ text: line.text, isBulleted: false });
      at += 1;
      continue;
    }
    at = block.end;
    addBlock(line.bullet ? undefined : heading, block.items, { lines, lists });
  }
  return { lines, lists };
}

/** "To do: call mum, pay rent". */
function todoLine(text: string): TextList | undefined {
  const { heading, items } = TODO_LINE.exec(text)?.groups ?? {};
  if (heading === undefined || items === undefined || !TODO_HEADING.test(heading)) return undefined;
  const separate = STARTS_WITH_BULLET.test(items) ? items.split(INLINE_BULLET).filter(Boolean) : items.split(/; */);
  const parts = separate.flatMap((part) => {
    const between = part.split(/, | [-–] /);
    return between.every(isShortTask) ? between : part;
  });
  const wanted = parts.filter((part) => !NO_ITEM.test(part));
  // As prose "nothing today" is no task either.
  return wanted.length === 0
    ? undefined
    : { heading, isTodo: true, items: wanted.map((part) => ({ text: part, isDone: false })) };
}

/** Of a few words, and no clause that belongs to what stands before it. */
const isShortTask = (text: string): boolean =>
  /^\S+(?: \S+){1,4}$/.test(text) && !/^(?:who|which|that|and|or|but|if|when|because|so|as) /i.test(text);

/** The lists of a transcript, in order. */
export function listsIn(segments: readonly Segment[]): FoundList[] {
  const lists: FoundList[] = [];
  let room = MAX_LIST_ITEMS;
  for (const { id, text } of segments) {
    for (const list of divideText(text).lists) {
      if (room === 0) return lists;
      const items = list.items
        .slice(0, room)
        .map(({ text: item, isDone }) => ({ text: item.slice(0, MAX_SENTENCE_LENGTH), isDone }));
      room -= items.length;
      lists.push({ ...list, items, segmentId: id });
    }
  }
  return lists;
}

interface RawItem {
  readonly text: string;
  readonly isDone: boolean | undefined;
}

function addBlock(
  heading: string | undefined,
  items: readonly RawItem[],
  { lines, lists }: { lines: ProseLine[]; lists: TextList[] },
): void {
  const isTodo = heading !== undefined && TODO_HEADING.test(heading);
  const isProse = heading === undefined || PROSE_HEADING.test(heading);
  const boxes = items.filter(({ isDone }) => isDone !== undefined);
  const listed = isProse && !isTodo ? boxes : items;
  if (listed.length > 0) {
    const isForTasks = isTodo || isProse;
    lists.push({
      heading,
      isTodo: isForTasks && !listed.every(({ text }) => NO_ITEM.test(text)),
      items: listed.map(({ text, isDone }) => ({ text, isDone: isDone ?? false })),
    });
  }
  if (listed === items) return;
  for (const { text, isDone } of items) if (isDone === undefined) lines.push({ text, isBulleted: true });
}

function readLine(raw: string): RawLine {
  const text = plain(raw);
  const match = SPACED_BULLET.test(text) ? BULLET.exec(text) : null;
  const box = match?.groups?.["box"];
  return {
    text: (match ? text.slice(match[0].length) : text).replace(MARKUP, "").trim(),
    indent: /^[ \t]{2,}|^\t/.test(raw),
    bullet: match ? { isDone: box === undefined ? undefined : CHECKED.test(box) } : undefined,
  };
}

/** The heading that a line is, if more follows it. */
function headingIn(text: string): string | undefined {
  const heading = text.replace(/(?<!\s)\s*:$/, "");
  if (heading === "" || /[.!?,;:…]$|https?:/u.test(heading)) return undefined;
  return wordsOf(heading).length <= MAX_HEADING_WORDS ? heading : undefined;
}

function afterBlanks(raw: readonly RawLine[], from: number): number {
  let at = from;
  while (raw[at]?.text === "") at += 1;
  return at;
}

/** The items from a place on, up to where the list ends. */
function itemsFrom(
  raw: readonly RawLine[],
  from: number,
  minBareItems: number,
): { readonly items: readonly RawItem[]; readonly end: number } {
  const items: RawItem[] = [];
  const hasBullets = raw[from]?.bullet !== undefined;
  let at = from;
  for (; at < raw.length; at += 1) {
    const line = raw[at];
    if (!line) break;
    if (line.text === "") {
      // Blank lines may stand between points, and end a list without bullets.
      let following = at + 1;
      while (raw[following]?.text === "") following += 1;
      if (!hasBullets || raw[following]?.bullet === undefined) break;
      at = following - 1;
      continue;
    }
    const last = items.at(-1);
    if (hasBullets && !line.bullet) {
      if (!line.indent || !last) break;
      items[items.length - 1] = { ...last, text: `${last.text} ${line.text}` };
      continue;
    }
    if (!hasBullets && !isBareItem(line)) break;
    items.push({ text: line.text, isDone: line.bullet?.isDone });
  }
  return hasBullets || items.length >= minBareItems ? { items, end: at } : { items: [], end: from };
}

const isBareItem = ({ text, bullet }: RawLine): boolean =>
  bullet === undefined && !/[.!?…]$|:/u.test(text) && wordsOf(text).length <= MAX_BARE_ITEM_WORDS;
