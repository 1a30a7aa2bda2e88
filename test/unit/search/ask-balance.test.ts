import { expect } from "chai";
import { openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import { createBuiltInMemoryIndex, createBuiltInPassageIndex } from "../../../src/adapters/search/index.js";
import type { MemoryIndex, PassageIndex } from "../../../src/ports/index.js";
import { aConversation, aMemory, aSummary, withTranscript } from "../../../src/testing/index.js";

const LIMIT = 5;

const facts = [
  "Is allergic to penicillin",
  "Plays the cello in an amateur orchestra",
  "Works as a structural engineer",
  "Has a daughter called Freya",
  "Drives an old green Volvo",
  "Grew up in Tromsø",
  "Takes blood pressure tablets every morning",
  "Is afraid of flying",
  "Speaks Norwegian and Italian",
  "Has a cat called Biscuit",
  "Runs ten kilometres on Sundays",
  "Does not drink alcohol",
  "Married Jonas in 2012",
  "Keeps bees on the roof",
  "Studied in Trondheim",
  "Rents a workshop near the harbour",
  "Has a standing desk at home",
  "Is learning to sail",
  "Collects antique maps",
  "Cannot eat gluten",
  "Goes to the dentist in Storgata",
  "Has a brother who lives in Chile",
  "Votes by post",
  "Sleeps badly when there is a full moon",
  "Wears contact lenses",
  "Supports Brann",
  "Is saving for a wooden boat",
  "Prefers trains to buses",
  "Owns a cabin in Hemsedal",
  "Works four days a week",
];

const conversations = [
  [
    "Did you see the new timetable for the trains?",
    "Yes, the early one stops at every station now.",
    "I would rather drive than take the bus in that case.",
    "The car park at the station is always full before eight.",
    "Then we could cycle, it takes half an hour.",
  ],
  [
    "The orchestra hall is closed for repairs until spring.",
    "Where do they play the concerts in the meantime?",
    "In the church by the square, the sound is quite good there.",
    "My mother went last week and she liked the soloist.",
    "What instrument did he play, the violin?",
  ],
  [
    "We have to choose a restaurant for the team dinner on Friday.",
    "Somebody cannot eat fish, I forgot who it was.",
    "The Italian place has something for everybody.",
    "They want a deposit for more than ten people.",
    "Fine, I will call them and ask what they drink.",
  ],
  [
    "The doctor said the test results come next week.",
    "Did she give you anything to take until then?",
    "Only some tablets against the pain, every six hours.",
    "You should rest and not work so many days.",
    "I know, but the project has to be finished.",
  ],
  [
    "Our neighbour's dog was barking all night again.",
    "Have you talked to them about what animal noises do to your sleep?",
    "They said it is afraid of the thunder.",
    "Ours hides under the bed when that happens.",
    "I grew up with three dogs and they never did that.",
  ],
  [
    "How was the weekend at the cabin?",
    "It rained, so we played cards and read books.",
    "My brother brought his new girlfriend, she is from Peru.",
    "Where does he live now, still in the north?",
    "No, he moved closer to the city for his studies.",
  ],
  [
    "The client wants the bridge drawings by Thursday.",
    "Which engineer has checked the calculations?",
    "Nobody yet, everybody works on the other tender.",
    "Then we have to ask for two more days.",
    "I would not promise them anything before that.",
  ],
  [
    "We are thinking of a boat trip in the summer.",
    "Who of you can sail, or do you take a captain?",
    "We would rent one with a skipper, it is safer.",
    "A week costs about as much as a flight to Greece.",
    "Then put some money aside every month.",
  ],
];

const questions: readonly (readonly [question: string, fact: string])[] = [
  ["Which medicine must I not be given?", "Is allergic to penicillin"],
  ["What instrument do I play?", "Plays the cello in an amateur orchestra"],
  ["What do I do for a living?", "Works as a structural engineer"],
  ["What is my daughter's name?", "Has a daughter called Freya"],
  ["What car do I drive?", "Drives an old green Volvo"],
  ["Where did I grow up?", "Grew up in Tromsø"],
  ["What am I afraid of?", "Is afraid of flying"],
  ["Which languages do I speak?", "Speaks Norwegian and Italian"],
  ["What is my cat called?", "Has a cat called Biscuit"],
  ["Do I drink wine?", "Does not drink alcohol"],
  ["When did I marry?", "Married Jonas in 2012"],
  ["Where did I go to university?", "Studied in Trondheim"],
  ["What am I saving money for?", "Is saving for a wooden boat"],
  ["What can't I eat?", "Cannot eat gluten"],
  ["Where does my brother live?", "Has a brother who lives in Chile"],
  ["How many days a week do I work?", "Works four days a week"],
];

describe("Passage search in 30 memories and 8 conversations", () => {
  let memories: MemoryIndex;
  let passages: PassageIndex;

  before(async () => {
    const store = openInMemoryStore();
    for (const [at, content] of facts.entries()) {
      await store.memories.addOrGet("ada", [aMemory({ id: `m${at}`, userId: "ada", content })], (existing) => existing);
    }
    for (const [at, texts] of conversations.entries()) {
      const summary = aSummary({ title: texts[0] ?? "", overview: texts.slice(0, 2).join(" ") });
      const conversation = aConversation({ id: `c${at}`, userId: "ada", summary });
      await store.conversations.insertOrGet(withTranscript(conversation, ...texts));
    }
    memories = createBuiltInMemoryIndex(store.memories);
    passages = createBuiltInPassageIndex(store);
  });

  it("finds the memories that a memory search finds", async () => {
    const missed: string[] = [];
    let found = 0;
    for (const [question, fact] of questions) {
      const id = `m${facts.indexOf(fact)}`;
      const hits = await memories.search("ada", question, LIMIT);
      if (!hits.some((hit) => hit.id === id)) continue;
      found += 1;
      const sources = await passages.search("ada", question, LIMIT);
      if (!sources.some(({ memoryId }) => memoryId === id)) missed.push(question);
    }
    expect(found).to.be.at.least(14);
    expect(missed).to.have.length.at.most(1);
  });

  it("finds passages of conversations", async () => {
    const where = await passages.search("ada", "Where do they play the concerts while the hall is closed?", LIMIT);
    expect(where[0]?.conversationId).to.equal("c1");
    const who = await passages.search("ada", "Why did the neighbour's dog bark?", LIMIT);
    expect(who[0]?.conversationId).to.equal("c4");
  });
});
