import { invalidInput } from "../errors.js";
import { memoryBatch, memoryContent, memoryTags } from "../limits.js";
import { ensure, ensureEach } from "../rules.js";
import { isBlank } from "../text/normalize-text.js";
import type { MemoryCategory } from "./memory-category.js";
import { visibilities, type Visibility } from "./memory-state.js";

export interface NewMemory {
  readonly content: string;
  readonly tags?: readonly string[];
  /** Any text: an unknown visibility is a business rule violation (decision 5.2). */
  readonly visibility?: string;
  /** The service classifies the content when this is absent or null. */
  readonly category?: MemoryCategory | null;
}

const rules = { content: memoryContent, tags: memoryTags };

/** Checks a new memory of the user. @throws DomainError `invalid`. @returns its visibility. */
export function checkNewMemory(input: NewMemory): Visibility {
  ensure(rules, selectLimitedFields(input));
  if (isBlank(input.content)) throw invalidInput("content_blank");
  return parseVisibility(input.visibility);
}

/**
 * Checks several new memories of one request.
 * @throws DomainError `invalid`; a broken limit with the index of its memory.
 */
export function checkNewMemories(inputs: readonly NewMemory[]): void {
  ensureEach(rules, inputs.map(selectLimitedFields), memoryBatch);
  if (inputs.some(({ content }) => isBlank(content))) throw invalidInput("contents_blank");
  for (const { visibility } of inputs) parseVisibility(visibility);
}

const selectLimitedFields = ({ content, tags = [] }: NewMemory) => ({ content, tags: [...tags] });

function parseVisibility(visibility = "private"): Visibility {
  const match = visibilities.find((candidate) => candidate === visibility);
  if (!match) throw invalidInput("visibility_unknown");
  return match;
}
