import assert from "node:assert/strict";
import { memoryCategories } from "../../domain/memory-category.js";
import type { MemoryClassifier } from "../../ports/driven/memory-classifier.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";
import { awkwardTexts } from "./texts.js";

/** What every MemoryClassifier keeps. */
export function memoryClassifierContract({ describe, it }: Registrar, open: Open<MemoryClassifier>): void {
  describe("MemoryClassifier", () => {
    it(
      "finds one of the categories for whatever text",
      withSubject(open, async (classifier) => {
        for (const text of [...awkwardTexts, "", " ", "Ada plays the piano", "Она плавает", "彼女は泳ぐ"]) {
          assert.ok(memoryCategories.includes(await classifier.categoryOf(text)));
        }
      }),
    );
  });
}
