import { expect } from "chai";
import { checkSubject } from "../../../tools/check-commit-subjects.js";

describe("The commit subject check", () => {
  for (const subject of [
    "feat(mongodb): store conversations",
    "fix!: reject empty titles",
    "test: wait for processing",
  ]) {
    it(`accepts "${subject}"`, () => {
      expect(checkSubject(subject)).to.equal(undefined);
    });
  }

  for (const [subject, fault] of [
    ["Store conversations", "not a Conventional Commit"],
    ["feature: store conversations", "not a Conventional Commit"],
    ["fix:store", "not a Conventional Commit"],
    [`docs: ${"a".repeat(67)}`, "longer than 72 characters"],
  ] as const) {
    it(`rejects "${subject.slice(0, 30)}": ${fault}`, () => {
      expect(checkSubject(subject)).to.equal(fault);
    });
  }
});
