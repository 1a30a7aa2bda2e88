import { expect } from "chai";
import { BufferedLineWriter } from "../../../src/adapters/system/log-output.js";
import { waitUntil } from "../../support/eventually.js";

describe("The buffered line writer", () => {
  const open = () => {
    const written: string[] = [];
    let flushed = 0;
    const lines = new BufferedLineWriter({ write: (text) => written.push(text), flushSync: () => (flushed += 1) });
    return { lines, written, flushes: () => flushed };
  };

  it("writes buffered lines together after a short delay", async () => {
    const { lines, written } = open();
    lines.write("one\n");
    lines.write("two\n");
    expect(written).to.deep.equal([]);
    await waitUntil(() => written.length > 0);
    expect(written).to.deep.equal(["one\ntwo\n"]);
  });

  it("writes immediately when the buffer is full", () => {
    const { lines, written } = open();
    const line = `${"x".repeat(99)}\n`;
    for (let count = 0; count < 400; count += 1) lines.write(line);
    expect(written.join("")).to.equal(line.repeat(320));
  });

  it("writes buffered lines once on flushSync()", () => {
    const { lines, written, flushes } = open();
    lines.write("last words\n");
    lines.flushSync();
    lines.flushSync();
    expect(written).to.deep.equal(["last words\n"]);
    expect(flushes()).to.equal(2);
  });
});
