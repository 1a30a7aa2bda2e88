import { readFile } from "node:fs/promises";
import { BuiltInSummariser, RequestClassifier } from "../src/adapters/language/index.js";
import { Conversation } from "../src/domain/conversation/conversation.js";
import { qualityOf } from "../tools/logistic-regression.js";
import {
  labelledSentences,
  requestFolds,
  trainedOnRequests,
  type LabelledSentence,
} from "../tools/request-training.js";
import type { Figure } from "./support/measurement.js";

/** The labelled sentences that `tools/train-requests.ts` trains on; they are not part of the repository. */
const PATH = process.env["REQUEST_SENTENCES"];
const now = new Date("2026-01-05T12:00:00Z");

/** Quality on a held-out fifth of the labelled sentences, each summarised as a conversation from text. */
export async function requests(): Promise<Figure[]> {
  if (PATH === undefined) {
    console.log("  requests: not measured, because REQUEST_SENTENCES does not name a file of labelled sentences");
    return [];
  }
  const [fold] = requestFolds(labelledSentences(await readFile(PATH, "utf8")));
  if (!fold) throw new Error(`No sentences in ${PATH}`);
  const summariser = new BuiltInSummariser({ requests: new RequestClassifier(trainedOnRequests(fold.rest)) });
  const verdicts: { taken: boolean; isPositive: boolean }[] = [];
  for (const sentence of fold.held) verdicts.push(await verdictOf(summariser, sentence));
  const { precision, recall, f1 } = qualityOf(verdicts);
  return [
    { name: `Precision of action items, ${fold.held.length} unseen mail sentences`, value: precision, unit: "%" },
    { name: `Recall of action items, ${fold.held.length} unseen mail sentences`, value: recall, unit: "%" },
    {
      name: `F1 of action items, ${fold.held.length} unseen mail sentences`,
      value: f1,
      unit: "%",
      goal: { atLeast: 75 },
    },
  ];
}

async function verdictOf(
  summariser: BuiltInSummariser,
  { text, isRequest }: LabelledSentence,
): Promise<{ taken: boolean; isPositive: boolean }> {
  const { conversation, transcript } = Conversation.fromText(
    { text },
    { id: "c", userId: "bench", now, leaseMs: null },
  );
  const { userId, startedAt, language, textSource } = conversation.state;
  const context = { userId, startedAt, language, textSource, timeZone: "UTC", userName: "bench" };
  const { actionItems } = await summariser.summarise(transcript, context);
  return { taken: actionItems.length > 0, isPositive: isRequest };
}
