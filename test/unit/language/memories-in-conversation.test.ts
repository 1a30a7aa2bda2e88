import { readFileSync } from "node:fs";
import { expect } from "chai";
import { contentOf, likeness, matched } from "../../../bench/language/soft-match.js";
import { BuiltInSummariser } from "../../../src/adapters/language/index.js";
import { Transcript } from "../../../src/domain/conversation/transcript.js";
import { aConversation, aText, wednesday } from "./fixtures.js";

const summariser = new BuiltInSummariser();

const CONTEXT = [
  "Ana",
  "The garden party needs tables, chairs, lanterns and cold lemonade for forty neighbours.",
] as const;

/** Turns in order; those that begin with ">" are another's. Said on 5 March 2025. */
async function remembered(...turns: string[]): Promise<string[]> {
  const said = turns.map((turn) =>
    turn.startsWith("> ") ? (["Ana", turn.slice(2)] as const) : (["me", turn] as const),
  );
  const { memories } = await summariser.summarise(aConversation(CONTEXT, ...said), { ...wednesday, language: "en" });
  return memories.map(({ content }) => content);
}

type Case = readonly [turns: readonly string[], ...memories: string[]];

const told: Readonly<Record<string, readonly Case[]>> = {
  "what a mention takes for granted": [
    [["My daughter has her vaccine at nine, my son says."], "Has a daughter", "Has a son"],
    [["I drop my lad at the nursery at eight."], "Son goes to nursery"],
    [["I can't, I have choir till nine."], "Sings in a choir"],
    [["I can't do the cats, mind, I'm allergic."], "Is allergic to cats"],
    [["Half my fifth graders were ill."], "Teaches fifth grade"],
    [["My cholesterol's a bit high."], "Has high cholesterol"],
    [["My wrist's playing up again."], "Has a recurring wrist problem"],
  ],
  "how two people address each other": [
    [["> Grandma, can you hear me?", "I can, love."], "Has a grandchild named Ana"],
    [["All right, sis?", "> All right."], "Has a sister named Ana"],
    [["> Does Mum know?", "Mum doesn't know a thing."], "Has a sibling named Ana"],
  ],
  "what another knows and the user does not deny": [
    [["> Vegetarian?", "Yes, since school."], "Is vegetarian since school"],
    [["> Do you drive?", "I can't, I've got epilepsy."], "Doesn't drive", "Has epilepsy"],
    [
      ["> And before that, you were...", "A court usher. Ten years in Kent."],
      "Was a court usher for ten years in Kent",
    ],
  ],
  "two breaths on one matter": [
    [["I mend clocks. I've a workshop out in Leith.", "> Lovely."], "Mends clocks and has a workshop out in Leith"],
    [["I'm from Cork.", "> Oh?", "I live in Ghent now."], "Is from Cork and lives in Ghent"],
  ],
  "an answer with its question": [
    [["> What do you do for a living?", "A welder, at the shipyard."], "Works as a welder at the shipyard"],
    [["> Where do you live?", "In Utrecht."], "Lives in Utrecht"],
    [["> Any allergies?", "Latex."], "Is allergic to latex"],
    [["> Are you allergic to anything?", "Yes, to mustard."], "Is allergic to mustard"],
    [["> Do you have kids?", "Three."], "Has three children"],
    [["> You still at the library?", "Yeah, six years now."], "Works at the library for six years (since 2019)"],
    [["> How long have you been married?", "Eleven years."], "Has been married for eleven years (since 2014)"],
    [["> Did you see the doctor about your stomach?", "I did, on Monday. It's coeliac."], "Has coeliac disease"],
    [["> Do you smoke?", "No."], "Doesn't smoke"],
    [["> Are you from here?", "No, from Tartu."], "Is from Tartu"],
    [["> What did you study?", "Geology."], "Studied geology"],
    [["I have a daughter.", "> What's her name?", "Saskia."], "Has a daughter named Saskia"],
    [["My niece moved in with us.", "> How old is she?", "Seventeen."], "Niece is seventeen (March 2025)"],
  ],
  "pronouns and names of one's people": [
    [["My husband's coming too.", "He's allergic to wasps."], "Husband is allergic to wasps"],
    [["My wife won't fly, Greta's afraid of heights."], "Wife Greta is afraid of heights"],
    [["> How's your brother?", "Good. Olaf's a firefighter now."], "Brother Olaf is a firefighter"],
    [
      ["I have two boys. Finn's ten and Jonah's seven."],
      "Has two sons: Finn, ten (March 2025) and Jonah, seven (March 2025)",
    ],
    [["My mum lives with us and she has dementia."], "Mother lives in the same household and has dementia"],
    [["Dad's had his knee done."], "Father has had his knee done"],
    [["I got a dog.", "> What kind?", "A whippet. Biscotti."], "Has a whippet named Biscotti"],
  ],
  "what is said in passing": [
    [["Could you move the tables? With my bad back I can't."], "Has a bad back"],
    [["I saw my sister Ines yesterday."], "Has a sister named Ines"],
    [["I'm flying to see my brother in Lagos."], "Brother lives in Lagos"],
    [["It's hard with my asthma."], "Has asthma"],
    [["As a midwife I see that a lot."], "Works as a midwife"],
    [["No cheese please, it gives me migraines."], "Gets migraines from cheese"],
    [["That's why I moved to Ghent in 2018."], "Moved to Ghent in 2018"],
  ],
  fragments: [
    [["Married to Sol, since 2012."], "Is married to Sol since 2012"],
    [["I'm a glazier. Nine years now."], "Works as a glazier for nine years (since 2016)"],
    [["I swim. Every morning, in the lake."], "Swims every morning in the lake"],
    [["Two cats."], "Has two cats"],
    [["Been vegan since college."], "Has been vegan since college"],
    [["Lost my dad in 2020."], "Lost their dad in 2020"],
    [["Expecting our first in June."], "Is expecting their first in June 2025"],
  ],
  "a clause among others": [
    [
      ["Mondays I can't, I coach the under-tens at hockey every Monday."],
      "Coaches the under-tens at hockey every Monday",
    ],
    [["We'd need a ramp, my dad's in a wheelchair."], "Father is in a wheelchair"],
    [["Since the accident I don't drive at night."], "Doesn't drive at night since the accident"],
    [["You know I'm vegan."], "Is vegan"],
  ],
  "what was written without marks": [
    [["i can't come i've got asthma and my sister lives in porto"], "Has asthma", "Sister lives in Porto"],
    [["i speak polish with my parents"], "Speaks Polish with their parents"],
  ],
  "what another says, and the user lets stand": [
    [
      ["> You're self-employed, so you need two years of accounts.", "The second one closes in May."],
      "Is self-employed",
    ],
    [["> Is that because of your asthma?", "Partly, the dust is worse."], "Has asthma"],
    [["> When are you going back to Turin?", "Tomorrow at nine."], "Lives in Turin"],
  ],
};

const silent: readonly (readonly [why: string, turns: readonly string[]])[] = [
  ["the user asks back", ["> You're pregnant, then.", "Am I?"]],
  ["it is had only in thought", ["If I had a dog, my dog would bark."]],
  ["it is the brother's of somebody", ["Her brother has a van, not my brother."]],
  ["another contradicts", ["> You're self-employed.", "No, not any more."]],
  ["it is the other's sister", ["> My sister came too.", "She's allergic to nuts, isn't she?"]],
  ["nobody can tell which of two is meant", ["> My sister met your boss.", "She lives in Porto."]],
  ["the question is about a thing", ["> How old is the church?", "Ninety."]],
  ["it is another's illness", ["> My dog is limping, the vet did a test.", "It's arthritis, then."]],
  ["the answer is about the moment", ["> Where are you?", "At the station."]],
  ["the answer is about the moment", ["> Do you have a minute?", "Yes."]],
  ["a number answers something else", ["> How many chairs do you want?", "Two."]],
  ["it holds for today", ["I'm soaked and I'm tired today."]],
  ["it is a day's plan", ["I'm going to the shop after work."]],
  ["it is a film's", ["In the film I'm a pilot and my brother's a priest."]],
  ["it hangs on a condition", ["If I lived in Bonn, my sister would be a nurse."]],
  [
    "it is a meeting's business",
    ["I want to start with the budget.", "We moved the deadline to June.", "I have two questions."],
  ],
  [
    "a chair leads the talk",
    ["I'm going to go to Dawn Bowden now.", "I can't hear Suzy.", "I've got some questions on the exams."],
  ],
  ["it is what somebody said", ["Tom says my sister lives in Porto."]],
  ["it is praise", ["> You're a star.", "Any time."]],
  ["it is a joke", ["> You're married to your job.", "Ha, maybe."]],
  ["it is a rule", ["As a rule I agree.", "As a team we did well."]],
];

describe("what is remembered of a conversation", () => {
  for (const [what, cases] of Object.entries(told)) {
    for (const [turns, ...memories] of cases) {
      it(`is told by ${what}: ${turns.join(" / ")}`, async () => {
        expect(await remembered(...turns)).to.have.members(memories);
      });
    }
  }

  for (const [why, turns] of silent) {
    it(`is nothing where ${why}: ${turns.join(" / ")}`, async () => {
      expect(await remembered(...turns)).to.deep.equal([]);
    });
  }

  it("comes from the question as well as from the answer", async () => {
    const said = aConversation(CONTEXT, ["Ana", "Where do you live?"], ["me", "In Utrecht."]);
    const { memories } = await summariser.summarise(said, { ...wednesday, language: "en" });
    expect(memories.map(({ segmentIds }) => segmentIds)).to.deep.equal([["c-1", "c-2"]]);
  });

  it("comes from everything that is told of one person", async () => {
    const said = aConversation(["me", "My wife Greta is a nurse."], CONTEXT, ["me", "Greta's allergic to nuts."]);
    const { memories } = await summariser.summarise(said, { ...wednesday, language: "en" });
    expect(memories).to.deep.equal([
      { content: "Wife Greta is a nurse and is allergic to nuts", category: "core", segmentIds: ["c-0", "c-2"] },
    ]);
  });

  it("is the writer's own in a note", async () => {
    const note = aText(
      "I'm vegetarian and my sister Ana lives in Lisbon. My back is killing me today.\nNothing else happened.",
    );
    const { memories } = await summariser.summarise(note, { ...wednesday, language: "en", textSource: "other_text" });
    expect(memories.map(({ content }) => content)).to.have.members(["Is vegetarian", "Sister Ana lives in Lisbon"]);
  });
});

interface Conversation {
  readonly id: string;
  readonly startedAt: string;
  readonly timeZone: string;
  readonly userName: string;
  readonly segments: readonly { readonly speaker: string; readonly isUser: boolean; readonly text: string }[];
  readonly memories: readonly string[];
}

/** From dist/test/unit/language/. */
const FIXTURE = new URL("../../../../test/fixtures/memories-told.json", import.meta.url);
const { conversations } = JSON.parse(readFileSync(FIXTURE, "utf8")) as { conversations: readonly Conversation[] };
const alike = (one: string, other: string): number => likeness(contentOf(one), contentOf(other));

async function foundIn({ id, segments, startedAt, timeZone, userName }: Conversation): Promise<string[]> {
  const lines = segments.map((segment, i) => ({ ...segment, start: i * 5, end: i * 5 + 4 }));
  const context = { userId: "u", startedAt: new Date(startedAt), timeZone, language: "en", textSource: null, userName };
  const { memories } = await summariser.summarise(Transcript.create(id, lines), context);
  return memories.map(({ content }) => content);
}

describe("of twelve conversations, what is remembered", () => {
  it("is what a careful person would keep, by two thirds and more", async () => {
    let [found, expected, both] = [0, 0, 0];
    for (const conversation of conversations) {
      const contents = await foundIn(conversation);
      found += contents.length;
      expected += conversation.memories.length;
      both += matched(contents, conversation.memories, alike).pairs.length;
    }
    expect((2 * both) / (found + expected)).to.be.at.least(0.7);
  });

  for (const conversation of conversations.filter(({ memories }) => memories.length === 0)) {
    it(`is nothing in ${conversation.id}, where nothing lasts`, async () => {
      expect(await foundIn(conversation)).to.deep.equal([]);
    });
  }
});
