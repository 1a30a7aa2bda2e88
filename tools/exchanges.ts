import type { KeptConversation } from "../bench/language/conversations.js";

/** A few turns of talk, and what somebody took on in them. */
export interface LabelledExchange {
  readonly turns: readonly { readonly speaker: string; readonly text: string }[];
  readonly items: readonly { readonly owner: string; readonly description: string }[];
}

/**
 * @param tsv lines of `Yes` or `No`, a tab, the turns as `Name: words` with " || " between, a tab, and what is to be
 *   done as `Owner: imperative` with " ;; " between.
 * @throws Error for a line of another form.
 */
export function labelledExchanges(tsv: string): LabelledExchange[] {
  return tsv
    .split(/\r?\n/)
    .filter((line) => line !== "")
    .map((line, i) => {
      const [, label, turns = "", items = ""] = /^(Yes|No)\t([^\t]+)\t?(.*)$/.exec(line) ?? [];
      const exchange = {
        turns: turns.split(" || ").map((turn) => divided(turn, i, (speaker, text) => ({ speaker, text }))),
        items: (items === "" ? [] : items.split(" ;; ")).map((item) =>
          divided(item, i, (owner, description) => ({ owner, description })),
        ),
      };
      if (exchange.items.length > 0 !== (label === "Yes"))
        throw new Error(`Line ${i + 1} is labelled otherwise than its items say`);
      return exchange;
    });
}

function divided<T>(text: string, line: number, made: (name: string, rest: string) => T): T {
  const [, name, rest] = /^([^:]+): (.+)$/.exec(text) ?? [];
  if (name === undefined || rest === undefined) throw new Error(`Line ${line + 1} has no name before "${text}"`);
  return made(name, rest);
}

/** An exchange as a conversation of whoever is asked and does not speak, or else speaks first, on a day like any other. */
export function conversationOf({ turns, items }: LabelledExchange, index: number): KeptConversation {
  const silent = items.find(({ owner }) => !turns.some(({ speaker }) => speaker === owner));
  const userName = silent?.owner ?? turns[0]?.speaker ?? "";
  return {
    id: `exchange-${index}`,
    part: "tune",
    startedAt: "2026-03-04T09:00:00Z",
    timeZone: "Europe/London",
    userName,
    segments: turns.map((turn) => ({ ...turn, isUser: turn.speaker === userName })),
    keep: {
      points: [],
      category: "",
      actionItems: items.map(({ owner, description }) => ({
        description,
        owner: owner === userName ? "user" : owner,
        due: null,
      })),
      events: [],
      memories: [],
    },
  };
}
