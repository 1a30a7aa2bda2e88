import { BuiltInTextGenerator } from "../../../src/adapters/nlp/index.js";
import { LlmTextGenerator } from "../../../src/adapters/llm/index.js";
import type { Chat } from "../../../src/adapters/llm/client/chat-client.js";
import { InMemoryTokenBudget } from "../../../src/adapters/in-memory/coordination.js";
import { FixedClock, SequentialIds, textGeneratorContract } from "../../../src/testing/index.js";
import { silentEventLog } from "../../support/test-core.js";

const builtIn = () => Promise.resolve({ subject: new BuiltInTextGenerator(), close: () => Promise.resolve() });

/** Says again all that it is asked, as one would that obeys whoever speaks. */
const echo: Chat = {
  complete: ({ messages }) =>
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
  log: silentEventLog,
};
const options = { model: "echo", contextTokens: 8192, tokensPerDay: 0 };
const byModel = () =>
  Promise.resolve({ subject: new LlmTextGenerator(ports, options), close: () => Promise.resolve() });

describe("The built-in text generator", () => textGeneratorContract({ describe, it }, builtIn));
describe("The LLM text generator", () => textGeneratorContract({ describe, it }, byModel));
