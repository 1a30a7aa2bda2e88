import { readFileSync } from "node:fs";
import { decodeModel, type LogisticModel } from "./logistic-regression.js";

export const modelNames = ["continuation", "document", "task", "memory", "event", "owner", "due"] as const;
export type ModelName = (typeof modelNames)[number];
export type Models = Readonly<Record<ModelName, LogisticModel>>;

/** From dist/src/adapters/nlp/classification/. */
export const modelUrl = (name: ModelName): URL => new URL(`../../../../../models/${name}.bin`, import.meta.url);

/** @throws Error when a file is missing or does not fit the features. */
export function loadModels(schemaHash: number): Models {
  const load = (name: ModelName): LogisticModel => decodeModel(readFileSync(modelUrl(name)), schemaHash, `${name}.bin`);
  return Object.fromEntries(modelNames.map((name) => [name, load(name)])) as Record<ModelName, LogisticModel>;
}
