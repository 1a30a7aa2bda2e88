import { expect } from "chai";
import { contentOf, likeness, matched, type Matching } from "../../../bench/language/soft-match.js";
import { BuiltInSummariser } from "../../../src/adapters/language/index.js";
import { Transcript } from "../../../src/domain/conversation/transcript.js";
import { type Dialogue, dialogues, laterDialogues } from "./dialogues.js";

const summariser = new BuiltInSummariser();

interface Kept {
  readonly text: string;
  /** A day of the user's, like "2026-06-02"; undefined for none. */
  readonly day: string | undefined;
}

async function found({ about, startedAt, timeZone, userName, lines }: Dialogue): Promise<Kept[]> {
  const turns = lines.trim().split(/\s*\n\s*/);
  const transcript = Transcript.create(
    about,
    turns.map((turn, i) => {
      const [speaker = "", text = ""] = turn.split(/: (.*)/s);
      return { speaker, text, start: i * 5, end: i * 5 + 4, isUser: speaker === userName };
    }),
  );
  const context = { userId: "u", startedAt: new Date(startedAt), timeZone, language: "en", textSource: null, userName };
  const { actionItems } = await summariser.summarise(transcript, context);
  const day = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
  return actionItems.map(({ description, dueAt }) => ({
    text: description,
    day: dueAt === null ? undefined : day.format(dueAt),
  }));
}

function expected({ duties }: Dialogue): Kept[] {
  return duties.map(({ owner, description, due }) => ({
    text: owner === "user" ? description : `${owner}: ${description}`,
    day: due,
  }));
}

async function judged(dialogue: Dialogue): Promise<Matching<Kept, Kept>> {
  return matched(await found(dialogue), expected(dialogue), (one, other) =>
    likeness(contentOf(one.text), contentOf(other.text)),
  );
}

describe("action items of dialogues", () => {
  const every = [...dialogues, ...laterDialogues];
  const all = Promise.all(every.map(judged));

  it("are as a careful person would write them down, four in five", async () => {
    const matchings = await all;
    const pairs = matchings.flatMap((each) => each.pairs).length;
    const spurious = matchings.flatMap((each) => each.spurious).length;
    const missed = matchings.flatMap((each) => each.missed).length;
    const shown = matchings.map((m, i) => `${every[i]?.about ?? ""}: ${JSON.stringify(m, null, 1)}`).join("\n");
    expect((2 * pairs) / (2 * pairs + spurious + missed), shown).to.be.at.least(0.8);
  });

  it("are due on the day that was settled, three in four", async () => {
    const pairs = (await all).flatMap((each) => each.pairs);
    const right = pairs.filter(([one, other]) => one.day === other.day).length;
    expect(right / pairs.length).to.be.at.least(0.75);
  });

  for (const dialogue of every.filter(({ duties }) => duties.length === 0)) {
    it(`are none of ${dialogue.about}`, async () => {
      expect(await found(dialogue)).to.deep.equal([]);
    });
  }
});
