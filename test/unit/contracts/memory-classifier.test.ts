import { BuiltInMemoryClassifier } from "../../../src/adapters/nlp/index.js";
import { memoryClassifierContract } from "../../../src/testing/index.js";

const open = () => Promise.resolve({ subject: new BuiltInMemoryClassifier(), close: () => Promise.resolve() });

describe("The built-in memory classifier", () => memoryClassifierContract({ describe, it }, open));
