import { CreateFromSegments } from "../src/adapters/http/conversations.dto.js";
import { read } from "../src/adapters/http/field.js";
import { neutral } from "../src/adapters/http/wire-names.js";
import { Refused } from "../src/domain/rules.js";
import { Service } from "./support/client.js";
import { median, times, type Figure } from "./support/measure.js";
import { madeUpSegments } from "./support/transcripts.js";

const TURNS = 500;

/** Reading a body of 500 segments, from its text to the checked input. */
export async function bodyValidation(): Promise<Figure[]> {
  const text = JSON.stringify({ transcript_segments: madeUpSegments(TURNS) });
  const taken = await times(200, () => {
    if (read(CreateFromSegments, "body", JSON.parse(text), neutral) instanceof Refused) throw new Error("refused");
  });
  return [{ name: "Validation of a body of 500 segments", value: median(taken), unit: "ms", goal: { atMost: 5 } }];
}

/** 500 segments over HTTP, durably stored and summarised before the answer. */
export async function summarising(): Promise<Figure[]> {
  const service = await Service.start();
  try {
    const taken = await times(40, async () => {
      const { status } = await service.create(madeUpSegments(TURNS));
      if (status !== "completed") throw new Error(`The conversation is ${status}`);
    });
    return [{ name: "500 segments stored and summarised", value: median(taken), unit: "ms", goal: { atMost: 60 } }];
  } finally {
    await service.stop();
  }
}
