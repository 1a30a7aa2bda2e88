import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect } from "chai";
import { FdWriter } from "../../../src/adapters/system/log-output.js";
import { waitUntil } from "../../support/eventually.js";

describe("The file descriptor writer", () => {
  let directory: string;
  beforeEach(() => (directory = mkdtempSync(join(tmpdir(), "mneme-test-"))));
  afterEach(() => rmSync(directory, { recursive: true }));

  it("writes lines in order, and immediately on flushSync()", async () => {
    const file = join(directory, "log");
    const descriptor = openSync(file, "a");
    const sink = new FdWriter(descriptor);
    sink.write("one\n");
    sink.write("two\n");
    await waitUntil(() => readFileSync(file, "utf8") === "one\ntwo\n");
    sink.write("three ☂\n");
    await waitUntil(() => readFileSync(file, "utf8").endsWith("☂\n"));
    sink.write("");
    sink.flushSync();
    expect(readFileSync(file, "utf8")).to.equal("one\ntwo\nthree ☂\n");
    closeSync(descriptor);
  });

  it("drops lines on a full disk without blocking", async () => {
    const descriptor = openSync("/dev/full", "w");
    const sink = new FdWriter(descriptor);
    for (let line = 0; line < 100; line += 1) sink.write("lost\n");
    sink.flushSync();
    await waitUntil(() => sink.lostLineCount === 100);
    closeSync(descriptor);
  });

  it("writes the lines of the same turn in flushSync(), without a thread", () => {
    const file = join(directory, "log");
    const descriptor = openSync(file, "a");
    const sink = new FdWriter(descriptor);
    sink.write("last words\n");
    sink.flushSync();
    expect(readFileSync(file, "utf8")).to.equal("last words\n");
    closeSync(descriptor);
  });

  it("writes the rest that a full pipe has not accepted, and the following lines, on flushSync()", async () => {
    const { reader, writer } = openPipe(directory);
    const sink = new FdWriter(writer);
    const first = `${"1".repeat(99_999)}\n`;
    let text = "";
    sink.write(first);
    // Leaves the pipe full but for one byte, so the writer waits for its reader.
    await waitUntil(() => (text += readable(reader, 1)) !== "");
    await setTimeout(50);
    sink.write("2\n");
    text += readable(reader);
    sink.flushSync();
    text += readable(reader);
    expect(text === `${first}2\n`, `${text.length} characters, in order`).to.equal(true);
    sink.write("3\n");
    await waitUntil(() => (text += readable(reader)) === `${first}2\n3\n`);
    closeSync(reader);
    closeSync(writer);
  });

  it("reports the number of dropped lines when the reader resumes", async () => {
    const { reader, writer } = openPipe(directory);
    const sink = new FdWriter(writer);
    const lines = 100;
    for (let line = 0; line < lines; line += 1) sink.write(`${"x".repeat(99_999)}\n`);
    const lost = sink.lostLineCount;
    expect(lost).to.be.within(1, lines - 1);
    let text = "";
    await waitUntil(() => ((text += readable(reader)).match(/x\n/g)?.length ?? 0) === lines - lost);
    const notice = text.split("\n").find((line) => line.startsWith("{")) ?? "";
    expect(JSON.parse(notice)).to.deep.equal({ level: "warn", event: "log.lines_lost", lines: lost });
    expect(sink.lostLineCount).to.equal(0);
    closeSync(reader);
    closeSync(writer);
  });
});

const buffer = Buffer.alloc(1_000_000);

/** A pipe whose ends do not block. */
function openPipe(directory: string): { reader: number; writer: number } {
  const pipe = join(directory, "pipe");
  execFileSync("mkfifo", [pipe]);
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  return { reader, writer: openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK) };
}

/** All that a pipe holds at the moment, but at most so many bytes. */
function readable(descriptor: number, maxBytes = buffer.length): string {
  try {
    return buffer.toString("latin1", 0, readSync(descriptor, buffer, 0, maxBytes, null));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return "";
    throw error;
  }
}
