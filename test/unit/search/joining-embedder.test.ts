import { expect } from "chai";
import { JoiningEmbedder } from "../../../src/adapters/language/index.js";
import type { Embedder } from "../../../src/ports/driven/embedder.js";

/** Answers when it is told to, with the length of each text. */
class HeldEmbedder implements Embedder {
  readonly id = "held";
  readonly dimensions = 1;
  readonly asked: (readonly string[])[] = [];
  release: (error?: Error) => void = () => undefined;

  embed(texts: readonly string[]): Promise<Float32Array[]> {
    this.asked.push(texts);
    return new Promise((resolve, reject) => {
      this.release = (error) => (error ? reject(error) : resolve(texts.map(({ length }) => Float32Array.of(length))));
    });
  }
}

describe("an embedder that joins those who ask for the same", () => {
  it("asks once for a text that several want at the same time, and again later", async () => {
    const inner = new HeldEmbedder();
    const embedder = new JoiningEmbedder(inner);
    const [one, other] = [embedder.embed(["a", "bb", "a"]), embedder.embed(["bb"])];
    inner.release();
    expect([(await one).map(([length]) => length), (await other).map(([length]) => length)]).to.deep.equal([
      [1, 2, 1],
      [2],
    ]);
    const later = embedder.embed(["bb"]);
    inner.release();
    await later;
    expect(inner.asked).to.deep.equal([["a", "bb"], ["bb"]]);
  });

  it("fails all of them together, and is asked anew then", async () => {
    const inner = new HeldEmbedder();
    const embedder = new JoiningEmbedder(inner);
    const outcomes = [embedder.embed(["a"]), embedder.embed(["a"])].map((asked) =>
      asked.then(
        () => "made",
        (error: unknown) => String(error),
      ),
    );
    inner.release(new Error("no"));
    expect(await Promise.all(outcomes)).to.deep.equal(["Error: no", "Error: no"]);
    const again = embedder.embed(["a"]);
    inner.release();
    expect(await again).to.have.length(1);
  });

  it("lets nobody wait who is in a hurry", async () => {
    const inner = new HeldEmbedder();
    const embedder = new JoiningEmbedder(inner);
    void embedder.embed(["a"]);
    const hurried = embedder.embed(["a"], 100);
    inner.release();
    expect(await hurried).to.have.length(1);
  });
});
