const WIDTH = 78;

/** Text in lines that a terminal of 80 columns shows whole: `first` stands before the first one, `rest` before the others. */
export function wrap(text: string, first: string, rest = first): string {
  const lines: string[] = [];
  let line = first;
  for (const word of text.split(" ")) {
    if (line.length > rest.length && line.length + word.length > WIDTH) {
      lines.push(line.trimEnd());
      line = rest;
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()].join("\n");
}
