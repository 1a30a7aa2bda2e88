import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { SingleBar } from "cli-progress";

/** A progress bar on standard error, shown at a terminal only. */
export class ProgressBar {
  private readonly bar: SingleBar;
  private isShown = false;
  private isStopped = false;

  /** @param format format string of cli-progress. @param isEnabled false for a bar that never shows. */
  constructor(
    format: string,
    private readonly isEnabled: boolean,
  ) {
    this.bar = new SingleBar({ format, hideCursor: true, clearOnComplete: true, stream: process.stderr });
  }

  /** @param fields values of further placeholders in the format. */
  show({ done, total }: { readonly done: number; readonly total: number }, fields: object = {}): void {
    if (!this.isEnabled || this.isStopped) return;
    if (!this.isShown) this.bar.start(total, done, fields);
    this.isShown = true;
    this.bar.setTotal(total);
    this.bar.update(done, fields);
  }

  /** Removes the bar; later calls of `show` have no effect. */
  stop(): void {
    if (this.isShown && !this.isStopped) this.bar.stop();
    this.isStopped = true;
  }
}

interface SecretInput extends NodeJS.ReadableStream {
  readonly isTTY?: boolean;
}

/**
 * Reads the first non-empty line of the input, so that a secret appears neither in the process list nor in the shell
 * history. At a terminal it shows the prompt and hides what is typed.
 * @throws Error when the input has no such line.
 */
export async function readSecret(
  prompt: string,
  input: SecretInput,
  errorOutput: NodeJS.WritableStream,
): Promise<string> {
  const isTerminal = input.isTTY ?? false;
  if (isTerminal) errorOutput.write(prompt);
  const discardedOutput = new Writable({ write: (_chunk, _encoding, callback) => callback() });
  const lines = createInterface({ input, output: discardedOutput, terminal: isTerminal });
  try {
    for await (const line of lines) if (line.trim() !== "") return line.trim();
    throw new Error("Standard input is empty");
  } finally {
    lines.close();
    if (isTerminal) errorOutput.write("\n");
  }
}
