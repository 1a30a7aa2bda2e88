import { expect } from "chai";
import { Semaphore } from "../../../src/adapters/runtime/index.js";
import { createGate } from "../../support/scripted-summariser.js";

const never = new AbortController().signal;

describe("The semaphore", () => {
  it("runs waiting tasks in order, and rejects an aborted one at once", async () => {
    const semaphore = new Semaphore(1);
    const gate = createGate();
    const leaving = new AbortController();
    const begun: string[] = [];
    const begin = (name: string, signal: AbortSignal, until: Promise<unknown> = Promise.resolve()) =>
      semaphore.run(async () => {
        begun.push(name);
        await until;
        return name;
      }, signal);
    const first = begin("first", never, gate.opened);
    const aborted = begin("aborted", leaving.signal).catch((error: unknown) => String(error));
    const last = begin("last", never);
    leaving.abort(new Error("closing"));
    expect(await aborted).to.equal("Error: closing");
    expect(begun).to.deep.equal(["first"]);
    gate.open();
    expect(await Promise.all([first, last])).to.deep.equal(["first", "last"]);
    expect(begun).to.deep.equal(["first", "last"]);
  });

  it("does not end a running task that is aborted", async () => {
    const semaphore = new Semaphore(1);
    const gate = createGate();
    const leaving = new AbortController();
    const first = semaphore.run(() => gate.opened.then(() => "first"), leaving.signal);
    await Promise.resolve();
    await new Promise(setImmediate);
    leaving.abort();
    gate.open();
    expect(await first).to.equal("first");
  });
});
