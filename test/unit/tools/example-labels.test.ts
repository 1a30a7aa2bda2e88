import { expect } from "chai";
import { computeProbability } from "../../../src/adapters/nlp/classification/logistic-regression.js";
import { FEATURE_SLOTS } from "../../../src/adapters/nlp/classification/features.js";
import { Transcript } from "../../../src/domain/conversation/transcript.js";
import { labelBoundaries, labelStatements } from "../../../tools/example-labels.js";
import type { GoldLine, LabelledDocument } from "../../../tools/labelled-documents.js";

/** Joins no clauses, or all of them. */
const createContinuation = (bias: number) => ({
  weights: new Int8Array(FEATURE_SLOTS),
  scale: 1,
  bias,
  threshold: 0.5,
});

function createDocument(text: string, gold: readonly Partial<GoldLine>[]): LabelledDocument {
  return {
    id: "one",
    transcript: Transcript.create("one", [{ text, start: 0, end: 1 }]),
    context: {
      userId: "u",
      startedAt: new Date("2026-01-05T10:00:00Z"),
      timeZone: "UTC",
      language: "en",
      textSource: "other_text",
      userName: "Mia",
    },
    gold: gold.map((line) => ({
      ...{ kind: "task", text: "", owner: "user", isOptional: false, time: null, evidence: null },
      ...line,
    })),
    weight: 1,
  };
}

describe("Labels of training examples", () => {
  it("are positive for the clauses within one quotation and negative at its ends", () => {
    const document = createDocument("call Ann and Tom, then rest", [{ evidence: "call Ann and Tom" }]);
    const labels = labelBoundaries([document]).map(({ example }) => example.isPositive);
    expect(labels).to.deep.equal([true, false]);
  });

  it("are positive for the statement that a line quotes, for its kind alone", () => {
    const document = createDocument("I like trains. Buy milk tomorrow.", [
      { text: "Buy milk", evidence: "Buy milk tomorrow", time: "2026-01-06" },
      { kind: "memory", text: "Likes trains", evidence: "I like trains" },
    ]);
    const { task, memory, owner, document: documents } = labelStatements([document], createContinuation(-9));
    expect(task.map(({ example }) => example.isPositive)).to.deep.equal([false, true]);
    expect(memory.map(({ example }) => example.isPositive)).to.deep.equal([true, false]);
    expect(owner.map(({ example }) => example.isPositive)).to.deep.equal([true]);
    expect(documents.map(({ example }) => example.isPositive)).to.deep.equal([true]);
  });

  it("leave out what may or may not be kept", () => {
    const document = createDocument("Buy milk. Sleep well.", [{ evidence: "Buy milk", isOptional: true }]);
    const { task, document: documents } = labelStatements([document], createContinuation(-9));
    expect(task.map(({ example }) => example.isPositive)).to.deep.equal([false]);
    expect(documents).to.deep.equal([]);
  });

  it("use statements as the continuation model joins them", () => {
    const document = createDocument("buy milk, buy bread", [{ evidence: "buy milk, buy bread" }]);
    expect(computeProbability(createContinuation(9), Int32Array.of(1))).to.be.greaterThan(0.5);
    expect(labelStatements([document], createContinuation(9)).task).to.have.length(1);
    expect(labelStatements([document], createContinuation(-9)).task.length).to.be.lessThan(3);
  });
});
