const MAX_LINE_WIDTH = 78;

/** Wraps text to lines of at most 80 columns; `indent` precedes every line but the first. */
export function wrapText(text: string, firstIndent: string, indent = firstIndent): string {
  const lines: string[] = [];
  let line = firstIndent;
  for (const word of text.split(" ")) {
    if (line.length > indent.length && line.length + word.length > MAX_LINE_WIDTH) {
      lines.push(line.trimEnd());
      line = indent;
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()].join("\n");
}

const BYTES_PER_MEGABYTE = 1_000_000;

/** Formats a size, such as `1.5 MB`. */
export function formatMegabytes(bytes: number): string {
  return `${(bytes / BYTES_PER_MEGABYTE).toFixed(1)} MB`;
}
