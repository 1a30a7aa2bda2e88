import { expect } from "chai";
import fc from "fast-check";
import type { ExtractedMemory } from "../../../src/domain/conversation/summary-result.js";
import { memoryCategories } from "../../../src/domain/memory/memory-category.js";
import { countCodePoints } from "../../../src/domain/rules.js";
import type { Transcript } from "../../../src/domain/conversation/transcript.js";
import { BuiltInSummariser } from "../../../src/adapters/language/index.js";
import { aConversation, aText, wednesday } from "./fixtures.js";

const summariser = new BuiltInSummariser();

/** Enough words around a sentence that the conversation is worth keeping. */
const CONTEXT = "The garden party needs tables, chairs, lanterns and cold lemonade for forty neighbours.";

async function memoriesIn(transcript: Transcript, language: string | null = "en"): Promise<readonly ExtractedMemory[]> {
  return (await summariser.summarise(transcript, { ...wednesday, language })).memories;
}

const contents = (memories: readonly ExtractedMemory[]): string[] => memories.map(({ content }) => content);
const memoriesSaid = async (...said: string[]): Promise<string[]> =>
  contents(await memoriesIn(aConversation(["Ana", CONTEXT], ...said.map((text) => ["me", text] as const))));

/** Said on 5 March 2025. */
const wanted: readonly (readonly [said: string, ...memories: string[]])[] = [
  ["I love Fridays.", "Loves Fridays"],
  ["My wife's name is Elena.", "Is married to Elena"],
  ["I'm allergic to peanuts.", "Is allergic to peanuts"],
  ["Um, by the way, I'm I'm severely allergic to shellfish, so please no prawns.", "Is severely allergic to shellfish"],
  ["I'm allergic to nuts, eggs and sesame.", "Is allergic to nuts, eggs and sesame"],
  ["I am lactose intolerant.", "Is lactose intolerant"],
  ["I'm vegetarian, you know.", "Is vegetarian"],
  ["My sister Ana lives in Porto.", "Sister Ana lives in Porto"],
  ["My sister, Ana, lives in Porto.", "Sister Ana lives in Porto"],
  ["I have a sister called Ana. She lives in Porto.", "Sister Ana lives in Porto"],
  ["I've been learning Portuguese for two years.", "Has been learning Portuguese for two years (since 2023)"],
  [
    "For three months now, I've been learning the cello.",
    "Has been learning the cello for three months (since December 2024)",
  ],
  ["I hate early meetings.", "Hates early meetings"],
  ["We moved to Lisbon in February.", "Moved to Lisbon in February 2025"],
  ["We moved to Lisbon in May.", "Moved to Lisbon in May 2024"],
  ["I moved from Leeds to Berlin two years ago.", "Moved from Leeds to Berlin in 2023"],
  ["In 2019 I moved to Berlin.", "Moved to Berlin in 2019"],
  ["I don't drink coffee any more.", "Doesn't drink coffee any more"],
  ["I live in Berlin and work as a nurse.", "Lives in Berlin", "Works as a nurse"],
  ["I moved to Ghent in May 2019 and teach music.", "Moved to Ghent in May 2019", "Teaches music"],
  ["I keep losing my glasses. I keep goats.", "Keeps goats"],
  ["I got an awful fever as a child."],
  ["I live in, no, I lived in Berlin.", "Lived in Berlin"],
  ["I like jazz and I like opera.", "Likes jazz", "Likes opera"],
  ["I have no children.", "Has no children"],
  ["I live in Berlin, no, wait, I live in Munich.", "Lives in Munich"],
  ["I live in Berlin, I live in Munich.", "Lives in Munich"],
  ["No, I live in Munich.", "Lives in Munich"],
  ["I work from home on Fridays.", "Works from home on Fridays"],
  ["I'm a civil engineer at the water company.", "Works as a civil engineer at the water company"],
  ["I used to work at Siemens.", "Used to work at Siemens"],
  ["I have two kids and a dog.", "Has two children and a dog"],
  ["We've got three children.", "Has three children"],
  ["My daughter is six years old.", "Daughter is six (March 2025)"],
  ["My son is called Leo.", "Has a son named Leo"],
  ["My wife is a teacher.", "Wife is a teacher"],
  ["My best friend Tom works at the zoo.", "Best friend Tom works at the zoo"],
  ["My mother died in 2019.", "Mother died in 2019"],
  ["My husband and I live in Leeds.", "Lives in Leeds", "Is married"],
  ["I've got a slipped disc from lifting.", "Has a slipped disc from lifting"],
  ["They found diverticulitis, I mean I have diverticulitis.", "Has diverticulitis"],
  ["I'm taking the propranolol for it, I take propranolol.", "Takes propranolol"],
  ["I can't do coriander.", "Can't do coriander"],
  ["I play the oud.", "Plays the oud"],
  ["We've just bought a narrowboat.", "Bought a narrowboat"],
  ["I tore a ligament playing squash.", "Tore a ligament playing squash"],
  ["I've taken up fencing.", "Taken up fencing"],
  ["I'm doing my A-levels in May.", "Is doing their A-levels in May 2025"],
  ["I lay carpets.", "Lays carpets"],
  ["My grandfather had a bakery in Ghent.", "Grandfather had a bakery in Ghent"],
  ["My uncle's sixty in April.", "Uncle turns sixty in April 2025"],
  ["I used to shear sheep.", "Used to shear sheep"],
  ["I don't smoke since the bypass.", "Hasn't smoked since the bypass"],
  ["My birthday is on the third of May.", "Birthday is on the third of May"],
  ["My birthday is in June.", "Birthday is in June"],
  ["My favourite composer is Bach.", "Favourite composer is Bach"],
  ["I love hiking in the mountains.", "Loves hiking in the mountains"],
  ["I really don't like coriander.", "Doesn't like coriander"],
  ["I prefer trains to planes.", "Prefers trains to planes"],
  ["I can't stand loud music.", "Can't stand loud music"],
  ["I go running every morning.", "Goes running every morning"],
  ["Every Tuesday I play tennis with my brother.", "Plays tennis with their brother every Tuesday"],
  ["I usually get up at six.", "Usually gets up at six"],
  ["I never eat breakfast.", "Never eats breakfast"],
  ["I play the cello in an orchestra.", "Plays the cello in an orchestra"],
  ["I speak Spanish and a little French.", "Speaks Spanish and a little French"],
  ["I was born in Leeds, but I grew up in Kraków.", "Was born in Leeds", "Grew up in Kraków"],
  ["I'm originally from Ghana.", "Is originally from Ghana"],
  ["I quit smoking last year.", "Quit smoking in 2024"],
  ["I had knee surgery last summer.", "Had knee surgery in summer 2024"],
  ["I take metformin for my diabetes.", "Takes metformin for their diabetes"],
  ["I've had asthma since 2010.", "Has had asthma since 2010"],
  ["I suffer from migraines.", "Suffers from migraines"],
  ["We're expecting a baby in June.", "Is expecting a baby in June 2025"],
  ["I'm training for a marathon.", "Is training for a marathon"],
  ["I want to write a book about my grandmother.", "Wants to write a book about their grandmother"],
  ["I can't swim.", "Can't swim"],
  ["I own a bakery in Hackney.", "Owns a bakery in Hackney"],
  ["I studied chemistry at Leeds.", "Studied chemistry at Leeds"],
  ["I'm 34 years old.", "Is 34 (March 2025)"],
  ["I collect old maps.", "Collects old maps"],
  ["I'm afraid of heights.", "Is afraid of heights"],
  ["I've worked at the museum for ten years.", "Has worked at the museum for ten years (since 2015)"],
  ["I wear glasses because I'm short-sighted.", "Wears glasses", "Is short-sighted"],
];

const unwanted: readonly (readonly [trap: string, ...said: string[]])[] = [
  ["a mood", "I hate Mondays."],
  ["an opinion on a name", "My boss's name is beautiful."],
  ["small talk", "I'm fine, thanks, and how are you?"],
  ["small talk", "I love this weather."],
  ["an opinion of the moment", "I like the blue one better."],
  ["an opinion of the moment", "I hate this meeting."],
  ["an opinion of the moment", "I like your idea about the lanterns."],
  ["an opinion of the moment", "I like option two."],
  ["an opinion of the moment", "I love the new logo."],
  ["an opinion of the moment", "I don't like the second slide."],
  ["a state of the moment", "I'm a bit tired today."],
  ["a state of the moment", "I'm hungry."],
  ["a state of the moment", "I'm in the kitchen."],
  ["a state of the moment", "I'm working on it."],
  ["a state of the moment", "My sister is late."],
  ["a state of the moment", "I have a headache."],
  ["a state of the moment", "I have a meeting at three."],
  ["a state of the moment", "I can't drive tonight."],
  ["a question", "Do I live in Berlin?"],
  ["a question", "I live in Berlin, don't I?"],
  ["a hypothetical", "If I lived in Berlin, I'd work as a nurse."],
  ["a hypothetical", "Imagine I have two kids and a dog."],
  ["a hypothetical", "Let's say I work at Siemens."],
  ["a hypothetical", "Suppose a user comes in.", "I'm allergic to peanuts and I live in Rome."],
  ["a hypothetical", "For example, I have a dog called Rex."],
  ["a wish", "I wish I had a sister."],
  ["a wish", "I'd love to live in Rome."],
  ["a wish", "One day I live in a castle."],
  ["a hedge", "I think I'm allergic to peanuts."],
  ["a hedge", "Maybe I have asthma."],
  ["a hedge", "I might move to Lisbon in May."],
  ["a hedge", "I'm probably allergic to cats."],
  ["a hedge", "I'm not sure I like hiking."],
  ["a joke", "I have a million children.", "Just kidding."],
  ["a joke", "I work as a spy.", "I'm joking, of course."],
  ["a joke", "I'm allergic to mornings, haha."],
  ["a joke", "I'm allergic to work :-)"],
  ["sarcasm", "Oh great, I love waiting in traffic jams."],
  ["sarcasm", "I just love Mondays."],
  ["sarcasm", "Yeah right, I live in a castle."],
  ["exaggeration", "I literally live in the office."],
  ["a quotation", 'He said: "I live in Berlin."'],
  ["a quotation", "She said I live in Berlin."],
  ["another's opinion", "They think I have diabetes."],
  ["another's fact", "My mother's dog is ill and my sister's neighbour is a plumber."],
  ["a denial", "It's not Parkinson's, they've looked."],
  ["a quotation", "Tom told me that I have a big garden."],
  ["a quotation", "And she was like, I hate early meetings."],
  ["a quotation", "The letter says I have two children."],
  ["a quotation", "The song goes like this.", "I live in a yellow submarine."],
  ["another's fact", "Ana is allergic to peanuts."],
  ["another's fact", "You live in Porto."],
  ["another's fact", "She works as a nurse."],
  ["another's fact", "Tom's sister lives in Porto."],
  ["a denial", "It's not that I hate early meetings."],
  ["a denial", "Nobody believes that I live in Berlin."],
  ["what is taken back", "I live in Berlin.", "No, wait, that's wrong."],
  ["what is taken back", "I live in Berlin, sorry, Munich."],
  ["what is taken back", "I have two, no, three kids."],
  ["what is taken back", "I work at Siemens.", "Sorry, at Bosch."],
  ["what is taken back", "My sister lives in Porto.", "Sorry, I meant the other one."],
  ["a dream", "I had a strange dream.", "I was born in Ghana and I had two wives."],
  ["a company's deed", "Our team has new servers.", "We moved to Kubernetes in January."],
  ["a company's deed", "We have three new customers and two kids' products."],
  ["what nobody can understand", "I live there."],
  ["what nobody can understand", "I've been doing that for two years."],
  ["what nobody can understand", "My brother lives with her."],
  ["what was broken off", "I live in —"],
  ["a task", "I'll move the tables to the garden."],
  ["a deed of the day", "I bought the bread and I went to the bank."],
  ["a deed of the day", "We moved to item three."],
  ["politeness", "I'm afraid that we are out of time."],
  ["politeness", "I'm interested in how you did that."],
  ["figures of speech", "I have a good idea."],
  ["figures of speech", "I live in hope."],
  ["figures of speech", "I live with the consequences."],
  ["figures of speech", "I got married to the idea."],
  ["figures of speech", "I have a dog in this fight."],
  ["figures of speech", "I lost my brother's keys."],
  ["a state of the moment", "I have a car waiting outside."],
  ["a state of the moment", "I have a baby to feed."],
  ["a deed of the day", "I started working on the slides in January."],
  ["a deed of the day", "I run out of time every week."],
  ["a company's deed", "We moved to Jira last year."],
  ["an opinion of the moment", "I prefer a smaller battery."],
  ["an opinion of the moment", "My favourite part is the ending."],
  ["what nobody can understand", "I don't watch that."],
  ["what nobody can understand", "My friend is allergic to peanuts."],
];

describe("a memory", () => {
  for (const [said, ...memories] of wanted) {
    it(`is made of "${said}"`, async () => {
      expect(await memoriesSaid(said)).to.have.members(memories);
    });
  }

  for (const [trap, ...said] of unwanted) {
    it(`is not made of ${trap}: "${said.join(" ")}"`, async () => {
      expect(await memoriesSaid(...said)).to.deep.equal([]);
    });
  }

  it("is not made of what others say of themselves", async () => {
    const said = aConversation(["me", CONTEXT], ["Ana", "I'm allergic to peanuts and my sister lives in Porto."]);
    expect(await memoriesIn(said)).to.deep.equal([]);
  });

  it("is not made of what nobody believed", async () => {
    const said = aConversation(["me", CONTEXT], ["me", "I was born in a circus."], ["Ana", "Very funny."]);
    expect(await memoriesIn(said)).to.deep.equal([]);
  });

  it("is not made of a language of which nothing is known", async () => {
    const said = aConversation(["me", "Mieszkam w Krakowie i pracuję jako pielęgniarz w szpitalu."]);
    expect(await memoriesIn(said, "pl")).to.deep.equal([]);
  });

  it("says where it was said, each time", async () => {
    const said = aConversation(
      ["me", "I'm allergic to peanuts."],
      ["Ana", CONTEXT],
      ["me", "As I said, I'm allergic to peanuts."],
    );
    expect(await memoriesIn(said)).to.deep.equal([
      { content: "Is allergic to peanuts", category: "core", segmentIds: ["c-0", "c-2"] },
    ]);
  });

  it("is found in a diary, whose writer is the user", async () => {
    const diary = aText(
      "Dear diary, what a day.\nThe garden is full of tulips and the neighbours came for lemonade.\n" +
        "I started learning Welsh in January. My brother Owen got married last month.\nToday I was tired.",
    );
    expect(contents(await memoriesIn(diary))).to.have.members([
      "Started learning Welsh in January 2025",
      "Brother Owen got married in February 2025",
    ]);
  });

  it("is found only in the user's lines of a text with speakers", async () => {
    const text = aText(`${CONTEXT}\nTom: I live in Bonn.\nMia: I live in Bath.\nAna: I play the flute.`);
    expect(contents(await memoriesIn(text))).to.deep.equal(["Lives in Bath"]);
  });

  const letters = [
    `Dear Mia, ${CONTEXT} I live in Porto and I play the flute.`,
    `${CONTEXT}\nI live in Porto and I play the flute.\nBest wishes,\nCarla`,
    `From: Carla Weiss\nSubject: Lanterns\n\n${CONTEXT}\nI live in Porto.`,
  ];
  for (const letter of letters) {
    it(`is not made of another's letter: ${JSON.stringify(letter.slice(-40))}`, async () => {
      expect(await memoriesIn(aText(letter))).to.deep.equal([]);
    });
  }

  const filed: readonly (readonly [said: string, category: string])[] = [
    ["I'm allergic to peanuts.", "core"],
    ["My sister Ana lives in Porto.", "core"],
    ["I work at the museum.", "work"],
    ["I've been learning Portuguese for two years.", "learnings"],
    ["I speak Spanish.", "skills"],
    ["I collect old maps.", "hobbies"],
    ["I hate early meetings.", "interests"],
    ["I go running every morning.", "habits"],
    ["I live in Bath.", "lifestyle"],
  ];
  for (const [said, category] of filed) {
    it(`of "${said}" is filed under ${category}`, async () => {
      const memories = await memoriesIn(aConversation(["Ana", CONTEXT], ["me", said]));
      expect(memories.map((memory) => memory.category)).to.deep.equal([category]);
    });
  }

  it("is one of a dozen at most, those that tell most", async () => {
    const places = "Rome Bonn Bath Lyon Kyiv Oslo Riga Bern Nice Cork Turin Milan Paris Delhi".split(" ");
    const said = places.map((place) => ["me", `I used to work in ${place}.`] as const);
    const memories = await memoriesIn(aConversation(["Ana", CONTEXT], ...said, ["me", "I'm allergic to peanuts."]));
    expect(memories).to.have.length(12);
    expect(memories[0]?.content).to.equal("Is allergic to peanuts");
  });

  const line = fc.tuple(
    fc.constantFrom("me", "Ana", "SPEAKER_02"),
    fc.oneof(
      fc.constantFrom(...wanted.map(([said]) => said), ...unwanted.flatMap(([, ...said]) => said)),
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }).filter((text) => text.trim() !== ""),
    ),
  );

  it("points to what the user said, is 1 to 500 long, and the same each time", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 12 }), async (lines) => {
        const said = aConversation(...lines);
        const memories = lines.length > 1 ? await memoriesIn(said) : [];
        const own = new Set(said.segments.filter(({ isUser }) => isUser).map(({ id }) => id));
        for (const { content, category, segmentIds } of memories) {
          expect(countCodePoints(content)).to.be.within(1, 500);
          expect(memoryCategories).to.include(category);
          expect(segmentIds).to.not.have.length(0);
          for (const id of segmentIds) expect(own.has(id), `${id} of ${content}`).to.equal(true);
        }
        expect(new Set(contents(memories)).size).to.equal(memories.length);
        expect(lines.length > 1 ? await memoriesIn(said) : []).to.deep.equal(memories);
      }),
      { numRuns: 200 },
    );
  });
});
