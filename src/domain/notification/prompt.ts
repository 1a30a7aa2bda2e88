import { MIN_NOTIFICATION_LENGTH } from "../limits.js";
import { countCodePoints } from "../rules.js";
import { trimWhiteSpace } from "../text/normalize-text.js";
import { findUrls, sanitizeGeneratedText, findAllowedUrls } from "../text/sanitize-generated-text.js";

/** The prompt of an app for a proactive notification. */
export interface Prompt {
  /** The text of the app, with `{{name}}` for each variable. */
  readonly template: string;
  /** The values of the variables by name. A variable without a value stays unresolved. */
  readonly variables: ReadonlyMap<string, string>;
}

export interface FilledPrompt {
  /** Unresolved variables are replaced by nothing. */
  readonly text: string;
  /** The names without a value, each once. */
  readonly unresolved: readonly string[];
}

/** Maximum length of a proactive notification in code points. */
export const MAX_NOTIFICATION_LENGTH = 500;

/** The label of the user's messages in `user_chat`; the app's messages have the app's name. */
export const CHAT_USER_LABEL = "User";

/** Matches any content between the braces: an invalid name is unresolved like an unknown one. */
const PLACEHOLDER = /\{\{([^{}]*)\}\}/gu;

/** Fills all variables in one pass, so that a value that looks like a placeholder stays text (decision 9.7). */
export function fillPrompt({ template, variables }: Prompt): FilledPrompt {
  const unresolved = new Set<string>();
  const text = template.replace(PLACEHOLDER, (_, content: string) => {
    const name = trimWhiteSpace(content);
    const value = variables.get(name);
    if (value === undefined) unresolved.add(name);
    return value ?? "";
  });
  return { text, unresolved: [...unresolved] };
}

/** Returns the names of the placeholders in a text. */
export function findPlaceholders(text: string): string[] {
  return Array.from(text.matchAll(PLACEHOLDER), ([, content = ""]) => trimWhiteSpace(content));
}

/**
 * Removes the remaining placeholders from a text that was generated from a prompt.
 * @param quotableNames names of placeholders to keep, because the values of the variables contain them.
 */
export function removePlaceholders(text: string, quotableNames: ReadonlySet<string> = new Set()): string {
  return text.replace(PLACEHOLDER, (placeholder, content: string) =>
    quotableNames.has(trimWhiteSpace(content)) ? placeholder : "",
  );
}

/**
 * Cleans the text that was generated from a prompt (decision 9.6): removes placeholders that no variable contains and
 * URLs that the template does not contain, and truncates it. Undefined when too little text remains.
 */
export function sanitizeProactiveText(text: string, { template, variables }: Prompt): string | undefined {
  const allowedUrls = findAllowedUrls([template], findUrls(template));
  const quotableNames = new Set([...variables.values()].flatMap(findPlaceholders));
  let previous: string;
  let current = text.toWellFormed();
  // A removal or the truncation may create another placeholder or URL.
  do {
    previous = current;
    current = sanitizeGeneratedText(removePlaceholders(truncateText(previous), quotableNames), allowedUrls);
  } while (current !== previous);
  return countCodePoints(current) < MIN_NOTIFICATION_LENGTH ? undefined : current;
}

function truncateText(text: string): string {
  return countCodePoints(text) > MAX_NOTIFICATION_LENGTH
    ? Array.from(text).slice(0, MAX_NOTIFICATION_LENGTH).join("")
    : text;
}
