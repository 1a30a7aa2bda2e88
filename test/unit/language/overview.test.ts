import { readFileSync } from "node:fs";
import { expect } from "chai";
import type { SummaryResult } from "../../../src/domain/conversation/summary-result.js";
import type { SummaryContext } from "../../../src/ports/driven/models/summariser.js";
import { type NewSegment, Transcript } from "../../../src/domain/conversation/transcript.js";
import { BuiltInSummariser } from "../../../src/adapters/language/index.js";
import { aConversation, wednesday } from "./fixtures.js";

const summariser = new BuiltInSummariser();
const digestOf = (transcript: Transcript): Promise<SummaryResult> => summariser.summarise(transcript, wednesday);

const allotments = aConversation(
  ["Ruth", "Hello everyone, sorry I'm late, the bus never came."],
  ["me", "Right, let's get going. The first item on the agenda is the water, and we only have twenty minutes."],
  ["Dan", "Yeah, it's the bit everyone is angry about."],
  ["me", "So the water bill for the allotments was twelve hundred pounds, which is double last year."],
  ["Ruth", "Double? How on earth?"],
  ["Dan", "We could put in a rainwater tank behind the shed, you know, it collects from the roof."],
  ["Ruth", "And a tank doesn't leave itself running like the hose did, so the water bill would fall."],
  ["me", "So we're agreed, we buy the rainwater tank and apply for the council grant."],
  ["Ruth", "Agreed."],
  ["Dan", "I'll fill in the grant form this weekend."],
  ["Ruth", "My knee has been terrible by the way, I'm off to the physio again on Monday."],
  ["me", "Oh no, still the knee?"],
  ["me", "Okay, we'll move on to the next item. Compost."],
  ["Ruth", "The compost bays are full and people are dumping weeds on the path."],
  ["Dan", "The builders' yard gives pallets away for free."],
  ["Ruth", "Then let's build two new compost bays from pallets."],
  ["me", "Yes. And the rent of the allotments."],
  ["Dan", "If the water bill stays like this we can't keep it at forty."],
  ["me", "So the rent goes up to fifty pounds a plot from April."],
  ["Dan", "Fine by me, fifty."],
  ["me", "Our next meeting is in a month, thank you all for coming."],
);

describe("the overview", () => {
  it("tells what was settled, and what it is about, from beginning to end", async () => {
    const { overview } = await digestOf(allotments);
    expect(overview).to.include("twelve hundred pounds");
    expect(overview).to.include("we buy the rainwater tank and apply for the council grant.");
    expect(overview).to.include("compost bays");
    expect(overview).to.include("fifty pounds a plot from April");
  });

  it("leaves out the procedure of a meeting and the lives of those who meet", async () => {
    const { overview } = await digestOf(allotments);
    expect(overview).to.not.match(/agenda|minutes|move on|next meeting|knee|bus/i);
  });

  it("does not repeat what stands among the action items", async () => {
    const { overview, actionItems } = await digestOf(allotments);
    expect(actionItems.map(({ description }) => description).join()).to.match(/grant form/);
    expect(overview).to.not.include("grant form");
  });

  it("of the demonstration names the festival, the money and what was settled", async () => {
    const file = new URL("../../../../examples/demo-conversation.json", import.meta.url);
    const { transcript_segments: segments } = JSON.parse(readFileSync(file, "utf8")) as {
      transcript_segments: (NewSegment & { is_user: boolean })[];
    };
    const said = segments.map(({ text, start, end, speaker, is_user: isUser }) => ({
      ...{ text, start, end, isUser },
      speaker: speaker ?? null,
    }));
    const { title, overview } = await digestOf(Transcript.create("demo", said));
    expect(title).to.match(/festival/i);
    expect(overview).to.match(/eight hundred euros/);
    expect(overview).to.match(/every school gets five|hundred and sixty|T-shirts|into the hall/);
    expect(overview).to.not.match(/wine|rain a little|dentist|cello/);
  });
});

describe("a sentence of the overview", () => {
  const told = async (said: string): Promise<string> =>
    (await digestOf(aConversation(["me", said], ["Ana", "The choir sings in the hall on the second Sunday of June."])))
      .overview;

  it("states what was announced", async () => {
    expect(await told("The first thing to say is that the council pays for the new roof of the hall.")).to.include(
      "The council pays for the new roof of the hall.",
    );
  });

  it("is without what softens it", async () => {
    expect(await told("The roof of the hall, you know, basically costs forty thousand euros.")).to.include(
      "The roof of the hall costs forty thousand euros.",
    );
  });

  it("is said once where it was begun again", async () => {
    expect(await told("The roof of the hall is, it's forty thousand euros more than they quoted.")).to.include(
      "The roof of the hall is forty thousand euros more than they quoted.",
    );
  });

  it("keeps the preposition that a question within it ends in", async () => {
    expect(await told("The council has to tell the choir what the money from the lottery is for.")).to.include(
      "what the money from the lottery is for.",
    );
  });

  it("is another one than a refusal before it", async () => {
    const overview = await told("No. The council never paid for the old roof of the hall.");
    expect(overview).to.include("The council never paid for the old roof of the hall.");
    expect(overview).to.not.match(/\bNo\./);
  });
});

describe("the words of a text", () => {
  const overviewFrom = async (text: string, textSource: SummaryContext["textSource"]): Promise<string> => {
    const transcript = Transcript.create("t", [{ text, start: 0, end: 9, speaker: "SPEAKER_00" }]);
    const { overview, events } = await summariser.summarise(transcript, { ...wednesday, textSource });
    return [overview, ...events.map(({ description }) => description)].join(" ");
  };
  const kept = [
    "To make pancakes, mix 200 g flour, 2 eggs and 300 ml milk.",
    "We need 5 l water and 2 x 2 m boards for the shed.",
    "The screws are 5 mm long and 3 mm wide.",
    "The variable x is x plus 1.",
    "In JavaScript we write x => x + 1 for that.",
    "Frank Sinatra sang New York New York last night.",
    "Meeting with Ah tomorrow at 9.",
  ];
  for (const text of kept) {
    it(`are all kept, in speech and in writing: ${text}`, async () => {
      expect(await overviewFrom(text, null)).to.include(text);
      expect(await overviewFrom(text, "other_text")).to.include(text);
    });
  }

  it("are left out where speech stutters, not where a text was written", async () => {
    const text = "The the council w which meets on mondays, um, pays for for the roof.";
    expect(await overviewFrom(text, null)).to.include("The council which meets on mondays, pays for the roof.");
    expect(await overviewFrom(text, "other_text")).to.include(text);
  });
});

describe("the category and emoji of a short text", () => {
  const recipes: readonly (readonly [language: string, text: string])[] = [
    ["de", "Das Rezept für den Kuchen: 200 g Mehl, drei Eier und 100 g Zucker verrühren."],
    ["es", "La receta del bizcocho lleva 200 g de harina, tres huevos y azúcar."],
    ["it", "La ricetta della torta: 200 g di farina, tre uova e zucchero."],
    ["pt", "A receita do bolo leva 200 g de farinha, três ovos e açúcar."],
    ["nl", "Het recept voor de taart: 200 g bloem, drie eieren en suiker mengen."],
  ];
  for (const [language, text] of recipes) {
    it(`are not of health for a recipe in ${language}`, async () => {
      const transcript = Transcript.create("t", [{ text, start: 0, end: 9, speaker: "SPEAKER_00" }]);
      expect((await summariser.summarise(transcript, { ...wednesday, language })).category).to.equal("personal");
    });
  }

  it("do not celebrate a divorce or play music for keys", async () => {
    const divorce = await digestOf(aConversation(["me", "Our neighbour is getting a divorce after twenty years."]));
    expect(divorce.emoji).to.not.be.oneOf(["🥳", "🎉"]);
    const keys = await digestOf(aConversation(["me", "Where did you put the keys?"]));
    expect(keys.category).to.not.equal("music");
    expect(keys.emoji).to.not.equal("🎵");
  });
});
