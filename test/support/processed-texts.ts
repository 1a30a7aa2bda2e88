import { expect } from "chai";
import fc from "fast-check";
import { BuiltInLanguageDetector, BuiltInSummariser } from "../../src/adapters/nlp/index.js";
import { DEFAULT_CONVERSATION_WORKER_OPTIONS } from "../../src/application/workers/conversation-worker.js";
import type { Conversation } from "../../src/domain/conversation/conversation.js";
import type { LogFields } from "../../src/ports/index.js";
import { openCore, silentEventLog } from "./test-core.js";
import { generatedConversation, type GeneratedConversation } from "./generated-texts.js";

const summariser = new BuiltInSummariser();
const languageDetector = new BuiltInLanguageDetector();

/** A fixed seed generates the same conversations in each run; a failure prints the seed and the path to it. */
const SEED = 20261123;

/**
 * Processes generated conversations by the built-in summariser, on the in-memory store.
 * @throws if one of them is not completed, breaks a rule of a summary, or is discarded although items were found in it.
 */
export async function processGeneratedConversations(count: number): Promise<void> {
  await fc.assert(fc.asyncProperty(generatedConversation, assertProcessed), { seed: SEED, numRuns: count });
}

async function assertProcessed(generated: GeneratedConversation): Promise<void> {
  const { conversation, items, logged: logEntries } = await processConversation(generated);
  expect(logEntries).to.deep.equal([]);
  expect(conversation?.state.status).to.equal("completed");
  expect(conversation?.summary.madeBy).to.equal("built-in");
  if (conversation?.isDiscarded) {
    expect(items).to.deep.equal([]);
    expect(conversation.summary.events).to.deep.equal([]);
  }
}

async function processConversation(generated: GeneratedConversation): Promise<{
  readonly conversation: Conversation | undefined;
  /** The texts of the action items and memories. */
  readonly items: readonly string[];
  /** Logged warnings and errors. */
  readonly logged: readonly { readonly event: string; readonly fields: LogFields | undefined }[];
}> {
  const logEntries: { readonly event: string; readonly fields: LogFields | undefined }[] = [];
  const recordEntry = (event: string, fields?: LogFields) => void logEntries.push({ event, fields });
  const core = openCore({
    ports: { summariser, languageDetector, log: { ...silentEventLog, warn: recordEntry, error: recordEntry } },
    // A single attempt, so that a later success does not hide a failure.
    options: { conversationWorker: { ...DEFAULT_CONVERSATION_WORKER_OPTIONS, maxAttempts: 1 } },
  });
  const { id } =
    "text" in generated
      ? await core.conversations.createFromText(core.requestContext(), generated)
      : await core.conversations.createFromSegments(core.requestContext(), generated);
  const [actionItems, memories] = await Promise.all([
    core.store.actionItems.findByConversations("ada", [id]),
    core.store.memories.findByConversation("ada", id),
  ]);
  return {
    conversation: await core.store.conversations.get("ada", id),
    items: [...actionItems.map(({ state }) => state.description), ...memories.map(({ state }) => state.content)],
    logged: logEntries,
  };
}
