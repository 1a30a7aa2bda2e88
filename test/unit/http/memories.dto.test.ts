import { expect } from "chai";
import { createSchema } from "../../../src/adapters/http/kernel/dto-fields.js";
import {
  toMemoryDetailResponse,
  MemoryDetailResponse,
  toMemoryResponse,
  MemoryResponse,
} from "../../../src/adapters/http/resources/memories/memories.dto.js";
import { neutralNaming } from "../../../src/adapters/http/kernel/naming-profile.js";
import { anExtractedMemory } from "../../../src/testing/index.js";

const found = anExtractedMemory({
  id: "m",
  content: "Ada rows",
  createdAt: new Date("2026-03-02T10:00:00.000Z"),
  conversationIds: ["c", "d"],
});

describe("The memory response DTO", () => {
  it("contains every field of the contract, also without values", () => {
    expect(toMemoryResponse(found)).to.deep.equal({
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

  it("contains the sources in the detail response", () => {
    expect(toMemoryDetailResponse(found)).to.deep.equal({
      ...toMemoryResponse(found),
      sources: [
        { conversation_id: "c", segment_ids: ["c-0"] },
        { conversation_id: "d", segment_ids: ["d-0"] },
      ],
    });
  });

  it("contains exactly the declared fields", () => {
    for (const [body, shape] of [
      [toMemoryResponse(found), MemoryResponse],
      [toMemoryDetailResponse(found), MemoryDetailResponse],
    ] as const) {
      expect(Object.keys(body)).to.have.members(
        Object.keys(createSchema(shape, neutralNaming)["properties"] as object),
      );
    }
  });
});
