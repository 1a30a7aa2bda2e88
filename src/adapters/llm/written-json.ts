/** How many places an object may begin at. Each is looked at to the end of the text. */
const MOST_BEGINNINGS = 20;
/** What is longer, in UTF-16 units, is no answer to us: to look through it would hold up all others. */
const LONGEST = 200_000;

/** What some models write before they answer ends so. */
const THOUGHT = "</think>";

/**
 * The JSON object in what a model wrote: all of it, or the longest in what it wrote around it.
 * @returns undefined when there is none.
 */
export function writtenJson(text: string): unknown {
  if (text.length > LONGEST) return undefined;
  const whole = parsed(text);
  if (whole !== undefined) return whole;
  const thought = text.lastIndexOf(THOUGHT);
  const said = thought < 0 ? text : text.slice(thought + THOUGHT.length);
  let longest = "";
  let from = said.indexOf("{");
  for (let tries = 0; from >= 0 && tries < MOST_BEGINNINGS; tries += 1) {
    const found = objectAt(said, from);
    if (found !== undefined && found.length > longest.length && parsed(found) !== undefined) longest = found;
    from = said.indexOf("{", from + (found?.length ?? 1));
  }
  return parsed(longest);
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** From a brace to the one that closes it; undefined when none does. */
function objectAt(text: string, start: number): string | undefined {
  let depth = 0;
  let quoted = false;
  for (let i = start; i < text.length; i += 1) {
    const unit = text[i];
    if (quoted) {
      if (unit === "\\") i += 1;
      else if (unit === '"') quoted = false;
    } else if (unit === '"') {
      quoted = true;
    } else if (unit === "{") {
      depth += 1;
    } else if (unit === "}") {
      depth -= 1;
      if (depth === 0) return text.slice(start, i + 1);
    }
  }
  return undefined;
}
