import { expect } from "chai";
import { FEATURE_SLOTS, FeatureSet, hashText } from "../../../../src/adapters/nlp/classification/features.js";
import {
  computeProbability,
  decodeModel,
  encodeModel,
} from "../../../../src/adapters/nlp/classification/logistic-regression.js";
import { loadModels, modelNames } from "../../../../src/adapters/nlp/classification/models.js";
import { SCHEMA_HASH } from "../../../../src/adapters/nlp/extraction/statement-features.js";
import { evaluateModel, trainModel, type Example } from "../../../../tools/model-training.js";

const WORD = hashText("word");

function createExample(text: string, isPositive: boolean): Example {
  const features = new FeatureSet();
  for (const word of text.split(" ")) features.add(WORD, hashText(word));
  return { slots: features.toSlots(), isPositive, weight: 1 };
}

const examples = [
  createExample("buy milk", true),
  createExample("call mum", true),
  createExample("buy bread", true),
  createExample("nice weather", false),
  createExample("the weather was bad", false),
  createExample("good bread", false),
];

describe("A logistic regression", () => {
  const options = { epochs: 20, rate: 0.3, l2: 1e-4 };

  it("learns from examples and is the same in each run", () => {
    const model = trainModel(examples, options);
    expect(evaluateModel(model, examples, 0.5)).to.deep.equal({ precision: 1, recall: 1, f1: 1 });
    expect(trainModel(examples, options)).to.deep.equal(model);
    expect(computeProbability(model, createExample("buy eggs", true).slots)).to.be.greaterThan(0.5);
  });

  it("is the same after it was written and read", () => {
    const model = { ...trainModel(examples, options), threshold: 0.25 };
    expect(decodeModel(encodeModel(model, 7), 7, "one.bin")).to.deep.equal(model);
  });

  it("refuses a file of other features, of another size or of another kind", () => {
    const bytes = encodeModel(trainModel(examples, options), 7);
    expect(() => decodeModel(bytes, 8, "one.bin")).to.throw("one.bin was trained with other features: retrain it");
    expect(() => decodeModel(bytes.subarray(1), 7, "one.bin")).to.throw("one.bin is not a model of version 1");
    expect(() => decodeModel(bytes.subarray(0, 3), 7, "one.bin")).to.throw("one.bin is not a model of version 1");
    expect(() => decodeModel(new Uint8Array(bytes.length), 7, "one.bin")).to.throw("one.bin is not a model");
  });

  it("has slots without repetitions below the number of slots", () => {
    const features = new FeatureSet();
    for (let index = 0; index < 1_000; index += 1) features.add(WORD, index % 100);
    const slots = Array.from(features.toSlots());
    expect(new Set(slots).size).to.equal(slots.length);
    expect(slots.every((slot) => slot >= 0 && slot < FEATURE_SLOTS)).to.equal(true);
  });

  it("comes with the package for each decision", () => {
    const models = loadModels(SCHEMA_HASH);
    expect(Object.keys(models)).to.have.members([...modelNames]);
    expect(() => loadModels(SCHEMA_HASH + 1)).to.throw("retrain");
  });
});
