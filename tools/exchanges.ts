import type { KeptConversation } from "../bench/language/conversations.js";

/**
 * @param tsv lines of `Yes` or `No`, a tab, the turns as `Name: words` with " || " between, a tab, and what is to be
 *   done as `Owner: imperative` with " ;; " between.
 * @returns each as a conversation of whoever is asked and does not speak, or else of who speaks first.
 * @throws Error for a line of another form.
 */
export function taskExchanges(tsv: string): KeptConversation[] {
  return linesOf(tsv).map((line, i) => {
    const [, label, said = "", items = ""] = /^(Yes|No)\t([^\t]+)\t?(.*)$/.exec(line) ?? [];
    const turns = said
      .split(" || ")
      .map((turn) => divided(turn, i))
      .map(([speaker, text]) => ({ speaker, text }));
    const tasks = items === "" ? [] : items.split(" ;; ").map((item) => divided(item, i));
    if (tasks.length > 0 !== (label === "Yes"))
      throw new Error(`Line ${i + 1} is labelled otherwise than its items say`);
    const [silent] = tasks.find(([owner]) => !turns.some(({ speaker }) => speaker === owner)) ?? [];
    const userName = silent ?? turns[0]?.speaker ?? "";
    const actionItems = tasks.map(([owner, description]) => ({
      description,
      owner: owner === userName ? "user" : owner,
      due: null,
    }));
    const segments = turns.map((turn) => ({ ...turn, isUser: turn.speaker === userName }));
    return { ...exchange(`task-${i}`, { actionItems }), userName, segments };
  });
}

/**
 * @param tsv lines of `Yes` or `No`, a tab, the turns, each begun by `U:` (the user) or `O:` (another) and divided by
 *   " || ", and after `Yes` a tab and the memories, divided by " ;; ".
 * @throws Error for a line of another form.
 */
export function factExchanges(tsv: string): KeptConversation[] {
  return linesOf(tsv).map((line, i) => {
    const [, label, said = "", memories] = /^(Yes|No)\t([UO]: [^\t]+)(?:\t([^\t]+))?$/.exec(line) ?? [];
    if (label === undefined || (label === "Yes") !== (memories !== undefined))
      throw new Error(`Line ${i + 1} is not a label, turns and memories`);
    const segments = said.split(" || ").map((turn) => {
      const isUser = turn.startsWith("U: ");
      return { speaker: isUser ? "SPEAKER_00" : "SPEAKER_01", isUser, text: turn.slice("U: ".length) };
    });
    return { ...exchange(`fact-${i}`, { memories: memories?.split(" ;; ") ?? [] }), segments };
  });
}

const linesOf = (tsv: string): string[] => tsv.split(/\r?\n/).filter((line) => line !== "");

/** On a day like any other: no exchange says when it took place. */
const exchange = (id: string, keep: Partial<KeptConversation["keep"]>): KeptConversation => ({
  id,
  part: "tune",
  startedAt: "2026-03-04T09:00:00Z",
  timeZone: "Europe/London",
  userName: "Nora",
  segments: [],
  keep: { points: [], category: "", actionItems: [], events: [], memories: [], ...keep },
});

function divided(text: string, line: number): [name: string, rest: string] {
  const [, name, rest] = /^([^:]+): (.+)$/.exec(text) ?? [];
  if (name === undefined || rest === undefined) throw new Error(`Line ${line + 1} has no name before "${text}"`);
  return [name, rest];
}
