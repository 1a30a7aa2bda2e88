import { readFileSync } from "node:fs";
import { expect } from "chai";
import { encodeModel } from "../../../src/adapters/nlp/classification/logistic-regression.js";
import { modelNames, modelUrl } from "../../../src/adapters/nlp/classification/models.js";
import { SCHEMA_HASH } from "../../../src/adapters/nlp/extraction/statement-features.js";
import { trainModels } from "../../../tools/train-models.js";

describe("The models of the package", function () {
  this.timeout(600_000);

  it("are those that training makes of the committed texts (otherwise: npm run train)", () => {
    const models = trainModels();
    for (const name of modelNames) {
      const isEqual = Buffer.from(encodeModel(models[name], SCHEMA_HASH)).equals(readFileSync(modelUrl(name)));
      expect(isEqual, `models/${name}.bin is stale`).to.equal(true);
    }
  });
});
