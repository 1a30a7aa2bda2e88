/** Maximum number of opening braces to try; each attempt may scan to the end of the text. */
const MAX_OBJECT_CANDIDATES = 20;
/** Longer texts, in UTF-16 code units, are rejected: scanning them would block the event loop. */
const MAX_TEXT_LENGTH = 200_000;

/** Ends the reasoning that some models write before their response. */
const THINKING_END_TAG = "</think>";

/**
 * Extracts the JSON object from the output of a model: the whole text, or the longest object after any reasoning.
 * @returns undefined if there is none.
 */
export function extractJsonObject(text: string): unknown {
  if (text.length > MAX_TEXT_LENGTH) return undefined;
  const wholeObject = parseJsonObject(text);
  if (wholeObject !== undefined) return wholeObject;
  const thinkingEnd = text.lastIndexOf(THINKING_END_TAG);
  const answerText = thinkingEnd < 0 ? text : text.slice(thinkingEnd + THINKING_END_TAG.length);
  let longestCandidate = "";
  let start = answerText.indexOf("{");
  for (let candidateCount = 0; start >= 0 && candidateCount < MAX_OBJECT_CANDIDATES; candidateCount += 1) {
    const candidate = sliceObjectAt(answerText, start);
    if (
      candidate !== undefined &&
      candidate.length > longestCandidate.length &&
      parseJsonObject(candidate) !== undefined
    )
      longestCandidate = candidate;
    start = answerText.indexOf("{", start + (candidate?.length ?? 1));
  }
  return parseJsonObject(longestCandidate);
}

function parseJsonObject(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Returns the text from the brace at `start` to its closing brace, or undefined if there is none. */
function sliceObjectAt(text: string, start: number): string | undefined {
  let depth = 0;
  let isInString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (isInString) {
      if (character === "\\") index += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') {
      isInString = true;
    } else if (character === "{") {
      depth += 1;
    } else if (character === "}") {
      depth -= 1;
      if (depth === 0) return text.slice(start, index + 1);
    }
  }
  return undefined;
}

/** Reads a member of an untrusted response; undefined if it is absent or `value` is not an object. */
export function getMember(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** Returns the input and output tokens as counted by the endpoint; undefined if it does not report them. */
export function readTotalTokens(response: unknown): number | undefined {
  const tokens = getMember(getMember(response, "usage"), "total_tokens");
  return typeof tokens === "number" && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : undefined;
}
