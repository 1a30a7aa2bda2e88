import { createInterface } from "node:readline";
import { Writable } from "node:stream";

interface Input extends NodeJS.ReadableStream {
  readonly isTTY?: boolean;
}

/**
 * Reads the first non-empty line of the input, so that a secret appears neither in the process list nor in the shell
 * history. At a terminal it shows the prompt and hides what is typed.
 * @throws Error when the input has no such line.
 */
export async function readSecret(prompt: string, input: Input, errors: NodeJS.WritableStream): Promise<string> {
  const isTerminal = input.isTTY ?? false;
  if (isTerminal) errors.write(prompt);
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: hidden, terminal: isTerminal });
  try {
    for await (const line of lines) if (line.trim() !== "") return line.trim();
    throw new Error("There is nothing on standard input");
  } finally {
    lines.close();
    if (isTerminal) errors.write("\n");
  }
}
