import assert from "node:assert/strict";
import type { Sealer } from "../../ports/driven/sealer.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";
import { awkwardTexts } from "./texts.js";

/** What every Sealer keeps. */
export function sealerContract({ describe, it }: Registrar, open: Open<Sealer>): void {
  const test = (title: string, body: (sealer: Sealer) => void) =>
    it(
      title,
      withSubject(open, (sealer) => {
        body(sealer);
        return Promise.resolve();
      }),
    );

  describe("Sealer", () => {
    test("opens what it has sealed, exactly", (sealer) => {
      for (const text of ["", "whsec_c2VjcmV0", ...awkwardTexts.filter((each) => each.isWellFormed())]) {
        assert.equal(sealer.open(sealer.seal(text, "app"), "app"), text);
      }
    });

    test("shows nothing of a text, and not that two are the same", (sealer) => {
      const sealed = Array.from({ length: 100 }, () => sealer.seal("a text that is known", "app"));
      assert.equal(new Set(sealed).size, 100);
      for (const each of sealed) {
        assert.ok(!each.includes("known"));
        assert.ok(!Buffer.from(each, "base64").includes("known"));
      }
    });

    test("opens nothing for another purpose than that it was sealed for", (sealer) => {
      const sealed = sealer.seal("text", "app");
      for (const purpose of ["", "App", "app ", "another"]) assert.throws(() => sealer.open(sealed, purpose));
    });

    test("opens nothing that was changed, wherever it was", (sealer) => {
      const sealed = Buffer.from(sealer.seal("text", "app"), "base64");
      for (let bit = 0; bit < sealed.length * 8; bit += 1) {
        const changed = Buffer.from(sealed);
        changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        assert.throws(() => sealer.open(changed.toString("base64"), "app"), `bit ${bit}`);
      }
      for (const length of [0, 1, 16, 27, sealed.length - 1]) {
        assert.throws(() => sealer.open(sealed.subarray(0, length).toString("base64"), "app"), `${length} bytes`);
      }
    });

    test("opens nothing that nobody has sealed", (sealer) => {
      for (const text of ["", "whsec_c2VjcmV0", "?", "A".repeat(100)]) assert.throws(() => sealer.open(text, "app"));
    });
  });
}
