import { trimmed } from "./white-space.js";

/** What an app asks to have written to a user (contract 4.8). */
export interface Prompt {
  /** The app's words, with `{{name}}` wherever a variable is meant. */
  readonly template: string;
  /** What may be told of the user, by the names of the variables. One that is not here stays unfilled. */
  readonly variables: ReadonlyMap<string, string>;
}

export interface FilledPrompt {
  /** Without anything where a variable stayed unfilled. */
  readonly text: string;
  /** The names that stayed so, each once. */
  readonly unfilled: readonly string[];
}

/** What a notification shows, in code points. */
export const MOST_WRITTEN = 500;

/** The label of the user's messages in `user_chat`; the app's messages have the app's name. */
export const CHAT_USER_LABEL = "User";

/** Whatever stands in it: what is no name stays unfilled as any unknown one. */
const PLACEHOLDER = /\{\{([^{}]*)\}\}/gu;

/** Fills all variables in one pass: what they hold is text, though it looks like a placeholder (decision 9.6). */
export function filledPrompt({ template, variables }: Prompt): FilledPrompt {
  const unfilled = new Set<string>();
  const text = template.replace(PLACEHOLDER, (_, inside: string) => {
    const name = trimmed(inside);
    const value = variables.get(name);
    if (value === undefined) unfilled.add(name);
    return value ?? "";
  });
  return { text, unfilled: [...unfilled] };
}

/** The names that stand in placeholders. */
export function placeholdersIn(text: string): string[] {
  return Array.from(text.matchAll(PLACEHOLDER), ([, inside = ""]) => trimmed(inside));
}

/**
 * A text that somebody else made of the prompt, without placeholders that were left standing.
 * @param quotable the names of those that are text, for somebody has said them.
 */
export function withoutPlaceholders(text: string, quotable: ReadonlySet<string> = new Set()): string {
  return text.replace(PLACEHOLDER, (placeholder, inside: string) => (quotable.has(trimmed(inside)) ? placeholder : ""));
}
