import { readFileSync } from "node:fs";
import { expect } from "chai";
import { createError, DomainError } from "../../../src/domain/errors.js";
import { errorMessages, violationMessages } from "../../../src/domain/error-messages.js";
import { checkLiveSegments } from "../../../src/domain/conversation/live-segments.js";
import { toHttpErrorResponse } from "../../../src/adapters/http/kernel/errors.js";
import { errorTexts, toSnakeCaseProperty, violationTexts } from "../../../src/adapters/http/kernel/error-texts.js";
import { listWireNames } from "../../support/source-rules.js";

describe("The texts of errors", () => {
  it("exist for every code of the domain", () => {
    expect(Object.keys(errorTexts)).to.have.members(Object.keys(errorMessages));
    expect(Object.keys(violationTexts)).to.have.members(Object.keys(violationMessages));
  });

  it("contain the parameters of the error and the wire name of the property", () => {
    const detail = (error: DomainError) => toHttpErrorResponse(error)?.detail;
    expect(detail(createError("invalid", "title_long", { max: 7 }))).to.equal("title must have at most 7 characters");
    expect(detail(createError("invalid", "date_out_of_range", { property: "dueAt" }))).to.equal(
      "due_at is out of range",
    );
    expect(detail(createError("not_found", "not_found", { object: "Goal" }))).to.equal("Goal not found");
  });

  it("are the messages of errors that adapters throw with codes of their own", () => {
    const error = new DomainError("unavailable", "store_busy", "The store is busy");
    expect(toHttpErrorResponse(error)).to.deep.include({ status: 503, detail: "The store is busy" });
  });

  it("name the fields of a violation as they are on the wire", () => {
    const wireNames = listWireNames(JSON.parse(readFileSync("test/fixtures/openapi.json", "utf8")));
    for (const property of [
      "segments",
      "webhookUrl",
      "dueAt",
      "horizonAt",
      "startedAt",
      "finishedAt",
      "successCriteria",
    ])
      expect(wireNames.has(toSnakeCaseProperty(property)), property).to.equal(true);
    try {
      checkLiveSegments({ segments: [] });
      expect.fail("The batch is too short");
    } catch (error) {
      expect(toHttpErrorResponse(error)?.detail).to.deep.equal([
        {
          loc: ["transcript_segments"],
          msg: "List should have at least 1 item after validation, not 0",
          type: "too_short",
        },
      ]);
    }
  });
});
