import { expect } from "chai";
import fc from "fast-check";
import { BuiltInLanguageDetector, BuiltInSummariser } from "../../src/adapters/language/index.js";
import { workerDefaults } from "../../src/application/worker.js";
import type { Conversation } from "../../src/domain/conversation.js";
import type { Fields } from "../../src/ports/index.js";
import { openCore, silent } from "./core.js";
import { generatedConversation, type GeneratedConversation } from "./generated-texts.js";

const summariser = new BuiltInSummariser();
const languageDetector = new BuiltInLanguageDetector();

/** Each run gives the same conversations; what fails is printed with the seed and a path to it. */
const SEED = 20261123;

/**
 * Processes so many generated conversations by the built-in summariser, on the in-memory store.
 * @throws when one of them is not completed, breaks a rule of a digest, or is discarded with something found in it.
 */
export async function processGenerated(count: number): Promise<void> {
  await summariser.warm();
  await fc.assert(fc.asyncProperty(generatedConversation, expectProcessed), { seed: SEED, numRuns: count });
}

async function expectProcessed(generated: GeneratedConversation): Promise<void> {
  const { conversation, items, logged } = await processConversation(generated);
  expect(logged).to.deep.equal([]);
  expect(conversation?.state.status).to.equal("completed");
  expect(conversation?.summary.madeBy).to.equal("built-in");
  if (conversation?.isDiscarded) {
    expect(items).to.deep.equal([]);
    expect(conversation.summary.events).to.deep.equal([]);
  }
}

async function processConversation(generated: GeneratedConversation): Promise<{
  readonly conversation: Conversation | undefined;
  /** What its action items and memories say. */
  readonly items: readonly string[];
  /** Warnings and errors. */
  readonly logged: readonly { readonly event: string; readonly fields: Fields | undefined }[];
}> {
  const logged: { readonly event: string; readonly fields: Fields | undefined }[] = [];
  const note = (event: string, fields?: Fields) => void logged.push({ event, fields });
  const core = openCore({
    ports: { summariser, languageDetector, log: { ...silent, warn: note, error: note } },
    // One attempt: a failure is not hidden by a later success.
    options: { worker: { ...workerDefaults, attempts: 1 } },
  });
  const { id } =
    "text" in generated
      ? await core.conversations.createFromText(core.call(), generated)
      : await core.conversations.createFromSegments(core.call(), generated);
  const [actionItems, memories] = await Promise.all([
    core.store.actionItems.findByConversations("ada", [id]),
    core.store.memories.findByConversation("ada", id),
  ]);
  return {
    conversation: await core.store.conversations.get("ada", id),
    items: [...actionItems.map(({ state }) => state.description), ...memories.map(({ state }) => state.content)],
    logged,
  };
}
