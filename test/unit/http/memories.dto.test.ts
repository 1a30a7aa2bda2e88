import { expect } from "chai";
import { schemaOf } from "../../../src/adapters/http/field.js";
import {
  detailedMemoryBody,
  DetailedMemoryBody,
  memoryBody,
  MemoryBody,
} from "../../../src/adapters/http/memories.dto.js";
import { neutral } from "../../../src/adapters/http/wire-names.js";
import { anExtractedMemory } from "../../../src/testing/index.js";

const found = anExtractedMemory({
  id: "m",
  content: "Ada rows",
  createdAt: new Date("2026-03-02T10:00:00.000Z"),
  conversationIds: ["c", "d"],
});

describe("a memory on the wire", () => {
  it("has every field of the contract, also where there is nothing", () => {
    expect(memoryBody(found)).to.deep.equal({
      id: "m",
      category: "interesting",
      content: "Ada rows",
      created_at: "2026-03-02T10:00:00.000Z",
      updated_at: "2026-03-02T10:00:00.000Z",
      edited: false,
      manually_added: false,
      reviewed: false,
      scoring: "00_400_1772445600",
      tags: [],
      user_review: null,
      visibility: "private",
    });
  });

  it("says where it was found when it is asked for alone", () => {
    expect(detailedMemoryBody(found)).to.deep.equal({
      ...memoryBody(found),
      sources: [
        { conversation_id: "c", segment_ids: ["c-0"] },
        { conversation_id: "d", segment_ids: ["d-0"] },
      ],
    });
  });

  it("has the fields that are declared, and no other", () => {
    for (const [body, shape] of [
      [memoryBody(found), MemoryBody],
      [detailedMemoryBody(found), DetailedMemoryBody],
    ] as const) {
      expect(Object.keys(body)).to.have.members(Object.keys(schemaOf(shape, neutral)["properties"] as object));
    }
  });
});
