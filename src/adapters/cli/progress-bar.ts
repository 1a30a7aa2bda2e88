import { SingleBar } from "cli-progress";

/** A progress bar on standard error, shown at a terminal only. */
export class ProgressBar {
  private readonly bar: SingleBar;
  private isShown = false;
  private isEnded = false;

  /** @param format as that of cli-progress. @param isWanted false for a bar that never shows. */
  constructor(
    format: string,
    private readonly isWanted: boolean,
  ) {
    this.bar = new SingleBar({ format, hideCursor: true, clearOnComplete: true, stream: process.stderr });
  }

  /** @param fields further parts of the format. */
  show({ done, total }: { readonly done: number; readonly total: number }, fields: object = {}): void {
    if (!this.isWanted || this.isEnded) return;
    if (!this.isShown) this.bar.start(total, done, fields);
    this.isShown = true;
    this.bar.setTotal(total);
    this.bar.update(done, fields);
  }

  /** Gives the terminal back, and shows nothing any more. */
  stop(): void {
    if (this.isShown && !this.isEnded) this.bar.stop();
    this.isEnded = true;
  }
}
