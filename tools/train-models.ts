import { writeFileSync } from "node:fs";
import { encodeModel, type LogisticModel } from "../src/adapters/nlp/classification/logistic-regression.js";
import { modelNames, modelUrl, type ModelName } from "../src/adapters/nlp/classification/models.js";
import { SCHEMA_HASH } from "../src/adapters/nlp/extraction/statement-features.js";
import { labelBoundaries, labelStatements, type LabelledExamples } from "./example-labels.js";
import { loadEverydayDocuments, loadTalkDocuments } from "./labelled-documents.js";
import { evaluateModel, trainModel, type Example, type TrainingOptions } from "./model-training.js";

const BOUNDARY_OPTIONS: TrainingOptions = { epochs: 8, rate: 0.3, l2: 1e-4 };
const STATEMENT_OPTIONS: TrainingOptions = { epochs: 5, rate: 0.3, l2: 1e-4 };
const FOLDS = 5;
/** Chosen on the development inputs. */
const THRESHOLDS: Readonly<Record<ModelName, number>> = {
  continuation: 0.5,
  document: 0.5,
  task: 0.82,
  memory: 0.82,
  event: 0.88,
  owner: 0.5,
  due: 0.5,
};

/** Trains all models from the training inputs and writes them to `models/`. Deterministic. */
export function trainModels(): Readonly<Record<ModelName, LogisticModel>> {
  const documents = [...loadEverydayDocuments("train"), ...loadTalkDocuments()];
  const boundaries = labelBoundaries(documents);
  const continuation = train("continuation", boundaries, BOUNDARY_OPTIONS);
  const statements = labelStatements(documents, continuation);
  const names = modelNames.filter((name) => name !== "continuation");
  const models = names.map((name) => [name, train(name, statements[name], STATEMENT_OPTIONS)] as const);
  return { continuation, ...(Object.fromEntries(models) as Record<Exclude<ModelName, "continuation">, LogisticModel>) };
}

function train(name: ModelName, examples: LabelledExamples, options: TrainingOptions): LogisticModel {
  if (process.env["CROSS_VALIDATE"]) printCrossValidation(name, examples, options);
  const model = trainModel(
    examples.map(({ example }) => example),
    options,
  );
  return { ...model, threshold: Math.fround(THRESHOLDS[name]) };
}

/** Prints precision, recall and F1 of examples that were held out, by groups of documents. */
function printCrossValidation(name: ModelName, examples: LabelledExamples, options: TrainingOptions): void {
  const held: { model: LogisticModel; examples: Example[] }[] = [];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const [test, rest] = [true, false].map((isHeld) =>
      examples.filter(({ documentIndex }) => (documentIndex % FOLDS === fold) === isHeld).map(({ example }) => example),
    ) as [Example[], Example[]];
    held.push({ model: trainModel(rest, options), examples: test });
  }
  const rows = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8].map((threshold) => {
    const scores = held.map(({ model, examples: test }) => evaluateModel(model, test, threshold));
    const mean = (key: "precision" | "recall" | "f1"): string =>
      ((100 * scores.reduce((sum, score) => sum + score[key], 0)) / FOLDS).toFixed(1);
    return `${threshold}: ${mean("precision")} / ${mean("recall")} / ${mean("f1")}`;
  });
  const positive = examples.filter(({ example }) => example.isPositive).length;
  console.log(`${name} (${positive} of ${examples.length}; precision / recall / F1): ${rows.join("  ")}`);
}

if (import.meta.main) {
  for (const [name, model] of Object.entries(trainModels()) as [ModelName, LogisticModel][])
    writeFileSync(modelUrl(name), encodeModel(model, SCHEMA_HASH));
}
