import { expect } from "chai";
import { CoalescingEmbedder } from "../../../../src/adapters/search/index.js";
import type { Embedder } from "../../../../src/ports/driven/models/semantic-search.js";

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

describe("The coalescing embedder", () => {
  it("embeds a text once for concurrent requests, and again later", async () => {
    const inner = new HeldEmbedder();
    const embedder = new CoalescingEmbedder(inner);
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

  it("rejects all concurrent requests on a failure, and retries on the next request", async () => {
    const inner = new HeldEmbedder();
    const embedder = new CoalescingEmbedder(inner);
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

  it("sends a request with a time limit separately", async () => {
    const inner = new HeldEmbedder();
    const embedder = new CoalescingEmbedder(inner);
    void embedder.embed(["a"]);
    const hurried = embedder.embed(["a"], 100);
    inner.release();
    expect(await hurried).to.have.length(1);
  });
});
