import { expect } from "chai";
import { GatheredLines } from "../../../src/adapters/system/gathered-lines.js";
import { until } from "../../support/waiting.js";

describe("gathered lines", () => {
  const open = () => {
    const written: string[] = [];
    let flushed = 0;
    const lines = new GatheredLines({ write: (text) => written.push(text), flushSync: () => (flushed += 1) });
    return { lines, written, flushes: () => flushed };
  };

  it("are handed on together, after a moment", async () => {
    const { lines, written } = open();
    lines.write("one\n");
    lines.write("two\n");
    expect(written).to.deep.equal([]);
    await until(() => written.length > 0);
    expect(written).to.deep.equal(["one\ntwo\n"]);
  });

  it("do not wait when there are many", () => {
    const { lines, written } = open();
    const line = `${"x".repeat(99)}\n`;
    for (let count = 0; count < 400; count += 1) lines.write(line);
    expect(written.join("")).to.equal(line.repeat(320));
  });

  it("are there when they are asked for, once", () => {
    const { lines, written, flushes } = open();
    lines.write("last words\n");
    lines.flushSync();
    lines.flushSync();
    expect(written).to.deep.equal(["last words\n"]);
    expect(flushes()).to.equal(2);
  });
});
