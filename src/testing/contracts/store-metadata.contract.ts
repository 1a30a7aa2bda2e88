import assert from "node:assert/strict";
import type { StoreMetadata } from "../../ports/driven/store-metadata.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";

/** Guarantees of every StoreMetadata. */
export function storeMetadataContract({ it }: Registrar, open: Open<StoreMetadata>): void {
  const test = (title: string, body: (metadata: StoreMetadata) => Promise<void>) => it(title, withSubject(open, body));

  test("keeps the first value of each name", async (metadata) => {
    assert.equal(await metadata.get("a"), undefined);
    assert.equal(await metadata.insertOrGet("a", "1"), "1");
    assert.equal(await metadata.insertOrGet("a", "2"), "1");
    assert.equal(await metadata.insertOrGet("b", "3"), "3");
    assert.deepEqual(
      [await metadata.get("a"), await metadata.get("b"), await metadata.get("c")],
      ["1", "3", undefined],
    );
  });

  test("keeps one value of 20 that come at once", async (metadata) => {
    const values = Array.from({ length: 20 }, (_, n) => metadata.insertOrGet("a", String(n)));
    const kept = new Set(await Promise.all(values));
    assert.deepEqual([...kept], [await metadata.get("a")]);
  });
}
