import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { DescriptorSink } from "../../../src/adapters/system/descriptor-sink.js";
import { until } from "../../support/waiting.js";

describe("lines to a file descriptor", () => {
  let directory: string;
  beforeEach(() => (directory = mkdtempSync(join(tmpdir(), "mneme-test-"))));
  afterEach(() => rmSync(directory, { recursive: true }));

  it("are there in their order, and at once when they must be", async () => {
    const file = join(directory, "log");
    const descriptor = openSync(file, "a");
    const sink = new DescriptorSink(descriptor);
    sink.write("one\n");
    sink.write("two\n");
    await until(() => readFileSync(file, "utf8") === "one\ntwo\n");
    sink.write("three ☂\n");
    await until(() => readFileSync(file, "utf8").endsWith("☂\n"));
    sink.write("");
    sink.flushSync();
    expect(readFileSync(file, "utf8")).to.equal("one\ntwo\nthree ☂\n");
    closeSync(descriptor);
  });

  it("are lost on a full disk, and nobody waits for them", async () => {
    const descriptor = openSync("/dev/full", "w");
    const sink = new DescriptorSink(descriptor);
    for (let line = 0; line < 100; line += 1) sink.write("lost\n");
    sink.flushSync();
    await until(() => sink.lost === 100);
    closeSync(descriptor);
  });

  it("tell how many were lost, when a reader takes them again", async () => {
    const pipe = join(directory, "pipe");
    execFileSync("mkfifo", [pipe]);
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    const writer = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
    const sink = new DescriptorSink(writer);
    const lines = 100;
    for (let line = 0; line < lines; line += 1) sink.write(`${"x".repeat(99_999)}\n`);
    const lost = sink.lost;
    expect(lost).to.be.within(1, lines - 1);
    let text = "";
    await until(() => ((text += readable(reader)).match(/x\n/g)?.length ?? 0) === lines - lost);
    const notice = text.split("\n").find((line) => line.startsWith("{")) ?? "";
    expect(JSON.parse(notice)).to.deep.equal({ level: "warn", event: "log.lines_lost", lines: lost });
    expect(sink.lost).to.equal(0);
    closeSync(reader);
    closeSync(writer);
  });
});

const buffer = Buffer.alloc(1_000_000);

/** All that a pipe holds at the moment. */
function readable(descriptor: number): string {
  try {
    return buffer.toString("latin1", 0, readSync(descriptor, buffer));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return "";
    throw error;
  }
}
