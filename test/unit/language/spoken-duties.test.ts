import { expect } from "chai";
import { BuiltInSummariser } from "../../../src/adapters/language/index.js";
import { aConversation, wednesday } from "./fixtures.js";

const summariser = new BuiltInSummariser();

/** Enough words before an exchange that the conversation is worth keeping. */
const CONTEXT = "The garden looks lovely this year, with all the roses by the kitchen wall.";

interface Kept {
  readonly description: string;
  /** In UTC; undefined for none. */
  readonly day: string | undefined;
  readonly segmentIds: readonly string[];
}

async function keptOf(exchange: string): Promise<Kept[]> {
  const lines = exchange.split(" | ").map((line): [string, string] => {
    const [speaker = "", text = ""] = line.split(/: (.*)/s);
    return [speaker, text];
  });
  const { actionItems } = await summariser.summarise(aConversation(["Zed", CONTEXT], ...lines), wednesday);
  return actionItems.map(({ description, dueAt, segmentIds }) => ({
    description,
    day: dueAt?.toISOString().slice(0, 10),
    segmentIds,
  }));
}

/** "me" is Mia; the day is a Wednesday, the fifth of March 2025. */
const kept: readonly (readonly [exchange: string, description: string, day: string | undefined])[] = [
  [
    "Zed: The printer's jammed, and the contract needs signing. | me: I'll sign it tonight.",
    "Sign the contract",
    "2025-03-05",
  ],
  [
    "Zed: Could you bring the ladder on Saturday? | me: Sure, I'll bring it at five.",
    "Bring the ladder on Saturday",
    "2025-03-08",
  ],
  ["Zed: Could you lend me your drill? | me: Sure, I'll drop it off on Saturday.", "Lend Zed your drill", "2025-03-08"],
  [
    "Zed: Can you renew the permit? | me: Fine. I'll do it by Friday. By Thursday, actually.",
    "Renew the permit",
    "2025-03-06",
  ],
  [
    "Zed: Could you check the figures? | me: Of course. By when? | Zed: By Monday, please.",
    "Check the figures",
    "2025-03-10",
  ],
  ["me: I'll post the parcel tomorrow. | Zed: Great. | me: No, sorry, on Friday.", "Post the parcel", "2025-03-07"],
  [
    "Zed: The gutters need cleaning before winter. | me: Leave it with me.",
    "Clean the gutters before winter",
    undefined,
  ],
  [
    "Zed: Have you told the school about the trip yet? | me: No, I'll do that tomorrow.",
    "Tell the school about the trip",
    "2025-03-06",
  ],
  ["Zed: Who can pick up the projector? | me: I could, on Saturday.", "Pick up the projector", "2025-03-08"],
  ["Zed: Ring the dentist tomorrow, would you? | me: Okay.", "Ring the dentist", "2025-03-06"],
  ["me: Should I call the garage? | Zed: Please.", "Call the garage", undefined],
  [
    "me: I'll have a word with the caretaker about the bins. | Zed: Thanks.",
    "Have a word with the caretaker about the bins",
    undefined,
  ],
  [
    "Zed: You'll want to get the brakes checked first. | me: I'll do that on Saturday.",
    "Get the brakes checked first",
    "2025-03-08",
  ],
  ["me: It's my turn to bring the cups on Friday. | Zed: Great.", "Bring the cups on Friday", "2025-03-07"],
  ["Zed: Your task is to label the jars by Monday. | me: Okay.", "Label the jars by Monday", "2025-03-10"],
  ["Zed: So you're sending me the bill? | me: Yes, first thing tomorrow.", "Send Zed the bill", "2025-03-06"],
  [
    "Zed: Could I borrow your ladder? | me: Sure, I'll bring it on Sunday.",
    "Bring your ladder on Sunday",
    "2025-03-09",
  ],
  ["Zed: And the guest list? | me: I'll make it. | Zed: By Friday, please.", "Make the guest list", "2025-03-07"],
  ["Zed: What about the piano? | me: I'll ask Jean.", "Ask Jean about the piano", undefined],
  [
    "me: I'll take the horn to the menders on Friday and Saturday.",
    "Take the horn to the menders on Friday and Saturday",
    "2025-03-08",
  ],
  [
    "Zed: Could you put the letters in one folder? | me: I'll get you the folder by Friday.",
    "Put the letters in one folder",
    "2025-03-07",
  ],
  [
    "Zed: Could you send me the essay by the twelfth? | me: Could I have until the fourteenth? | Zed: The fourteenth, fine.",
    "Send Zed the essay",
    "2025-03-14",
  ],
  ["Zed: Take the drops every two days. | me: Okay.", "Take the drops every two days", undefined],
  ["me: I'll ask Jean. I'm seeing her on Sunday anyway.", "Ask Jean", "2025-03-09"],
  ["me: My niece paints. I'll get her to do it this week. | Zed: Lovely.", "Get your niece to do it", "2025-03-07"],
  [
    "Zed: Read me the meter and text me the number, would you? | me: Will do.",
    "Read Zed the meter and text Zed the number",
    undefined,
  ],
  [
    "Zed: I'd like some jam. | me: I'll post you the jam. | Zed: Right, and let's forget the arch.",
    "Post Zed the jam",
    undefined,
  ],
  ["Zed: Shall I print the tickets? | me: That'd be great.", "Zed: print the tickets", undefined],
  [
    "Zed: I still need the floor plan from you, Mia. | me: You'll have it on Friday.",
    "Send Zed the floor plan",
    "2025-03-07",
  ],
  [
    "Zed: I'd have to redo the sketches. | me: How long will that take? | Zed: You'll have them on Monday.",
    "Zed: redo the sketches",
    "2025-03-10",
  ],
  ["Zed: I'd wash the curtains. | me: Doing that tonight.", "Wash the curtains", "2025-03-05"],
  [
    "Zed: You have still got my tent. | me: I'll courier it to you on Tuesday, I swear.",
    "Courier Zed's tent to Zed on Tuesday",
    "2025-03-11",
  ],
  ["Zed: We'll send you the results by Friday. | me: Fine.", "Zed: send Mia the results by Friday", "2025-03-07"],
  ["Zed: Who's fetching Aunt Rose? She lands on Friday. | me: I'll fetch her.", "Fetch Aunt Rose", "2025-03-07"],
  [
    "Zed: Rub the cream in twice a day for ten days. | me: Okay.",
    "Rub the cream in twice a day for ten days",
    "2025-03-15",
  ],
  [
    "Zed: Then you ring the nursery. | me: About what? | Zed: About the extra morning. | me: Right, I'll ring them tomorrow.",
    "Ring the nursery about the extra morning",
    "2025-03-06",
  ],
  [
    "Zed: Is the branch done? | me: Nearly, it'll be in review by Friday noon.",
    "Have the branch in review by Friday noon",
    "2025-03-07",
  ],
  ["Zed: Nobody's watered the tomatoes. | me: I'll water them tonight.", "Water the tomatoes", "2025-03-05"],
  ["Zed: can you ring the vet | me: yeah ill ring them tomorrow", "Ring the vet", "2025-03-06"],
  ["Zed: I'm driving you to the station tomorrow. | me: Okay.", "Zed: drive Mia to the station", "2025-03-06"],
];

const silent: readonly string[] = [
  "Zed: Could you hand me the towel? | me: Sure.",
  "Zed: Could you pass me the salt? | me: Sure.",
  "Zed: It times out under load. | me: We could raise the connection pool. The release is on Friday. | Zed: Hm.",
  "me: I'm taking the train to Porto on the fourteenth, at ten past eight. | Zed: Lovely.",
  "Zed: Book festival. We have five weeks. | me: Right.",
  "Zed: Hello, Mia. And could I just ask, with regard to the principles, do they apply to colleges? | me: Yes.",
  "Zed: Can I make it absolutely clear, the week before last, new guidance was issued? | me: Fine.",
  "Zed: Pretend I'm the doctor. I'll give you an injection tomorrow. | me: Ouch.",
  "me: I'll clean the loos when hell freezes over. | Zed: Same here.",
  "me: Then you add the eggs and whisk them. | Zed: Right.",
  "me: I need to move my appointment on Friday. | Zed: What's the name?",
  "me: I'm saving for a place of my own. | Zed: Grand.",
  "Zed: Call me if it gets red. | me: Okay.",
  "me: I'll get the door. | Zed: Thanks.",
  'Zed: "Bring the key tomorrow, Henry. I\'ll send the horses on Friday." | me: "I\'ll bring it."',
  "Zed: Could you look at my bicycle? No, never mind, Peter fixed it. | me: Good.",
  "Zed: I'll book us a table for Friday then? | me: Let's not, I've got the grandchildren.",
  "Zed: Can you order the paint? | me: Already done, it came yesterday.",
  "Zed: And he says, I'll call you on Saturday and pay for dinner. | me: He never pays.",
  "Zed: The king told his builder, you must finish the tower by Easter. | me: Did he?",
  "me: Next time I'll call the police. | Zed: You always say that.",
  "Zed: I have to paint my kitchen and buy a bed. | me: Oh dear.",
  "Zed: Could you bring us some bread? | me: Here you are.",
  "Zed: Keep your head still and lift your left arm. | me: Like this?",
  "Zed: If I had a garden I'd plant the whole thing with roses. | me: I know.",
  "Zed: I usually send the report on Fridays. | me: I see.",
  "Zed: You should try yoga. | me: Yeah, maybe.",
  "Zed: Somebody should write a book about it. | me: Somebody with time.",
  "Zed: You sent the letter to the old address. | me: Oh.",
  "Zed: I'm going to build a road there on my next turn. | me: You wouldn't dare.",
  "Zed: Did you ring the man about the boiler? | me: I rang him yesterday.",
];

describe("a duty of a dialogue", () => {
  for (const [exchange, description, day] of kept) {
    it(`is "${description}" of "${exchange}"`, async () => {
      const [item, ...others] = await keptOf(exchange);
      expect(others).to.deep.equal([]);
      expect({ description: item?.description, day: item?.day }).to.deep.equal({ description, day });
    });
  }

  for (const exchange of silent) {
    it(`is none of "${exchange}"`, async () => {
      expect(await keptOf(exchange)).to.deep.equal([]);
    });
  }

  it("comes from all the turns in which it was settled", async () => {
    const [item] = await keptOf("Zed: Could you fetch the chairs? | me: Yes, I'll do it. | Zed: By Sunday, please.");
    expect(item?.segmentIds).to.deep.equal(["c-1", "c-2", "c-3"]);
  });

  it("is told apart in speech without full stops", async () => {
    const exchange =
      "Zed: hi mia how are you the roof is leaking again could you ring the builder | me: okay i'll ring him tomorrow and you send me the photos | Zed: sure i'll send them tonight";
    expect((await keptOf(exchange)).map(({ description }) => description)).to.deep.equal([
      "Ring the builder",
      "Zed: send Mia the photos",
    ]);
  });

  it("is found whatever those who speak are called", async () => {
    const lines = ["will send the tiles on friday", "okay i'll pay them then", "thanks"];
    const { actionItems } = await summariser.summarise(
      aConversation(
        ...lines.map(
          (text, i) => [i % 2 === 0 ? "(Bob*+" : "me", `${text} and the roses by the wall are lovely`] as const,
        ),
      ),
      wednesday,
    );
    expect(actionItems.length).to.be.at.most(2);
  });
});
