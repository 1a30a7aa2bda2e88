import { BuiltInWriter } from "../../../src/adapters/language/index.js";
import { LlmWriter } from "../../../src/adapters/llm/index.js";
import type { Chat } from "../../../src/adapters/llm/chat.js";
import { InMemoryTokenBudget } from "../../../src/adapters/in-memory/token-budget.js";
import { FixedClock, SequentialIds, writerContract } from "../../../src/testing/index.js";
import { silent } from "../../support/core.js";

const builtIn = () => Promise.resolve({ subject: new BuiltInWriter(), close: () => Promise.resolve() });

/** Says again all that it is asked, as one would that obeys whoever speaks. */
const echo: Chat = {
  ask: ({ messages }) =>
    Promise.resolve({
      text: JSON.stringify({
        text: messages
          .map(({ content }) => content)
          .join(" ")
          .slice(-480),
      }),
      tokens: undefined,
    }),
};
const ports = {
  chat: echo,
  budget: new InMemoryTokenBudget(),
  clock: new FixedClock(),
  ids: new SequentialIds(),
  log: silent,
};
const options = { model: "echo", contextTokens: 8192, tokensPerDay: 0 };
const byModel = () => Promise.resolve({ subject: new LlmWriter(ports, options), close: () => Promise.resolve() });

describe("built in", () => writerContract({ describe, it }, builtIn));
describe("by a model", () => writerContract({ describe, it }, byModel));
