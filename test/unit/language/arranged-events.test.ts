import { expect } from "chai";
import { BuiltInSummariser } from "../../../src/adapters/language/index.js";
import { aConversation, wednesday } from "./fixtures.js";

const summariser = new BuiltInSummariser();

/** What two arrange, after some talk; "*" is before what the user says. */
async function arrangedBy(talk: readonly string[]): Promise<readonly string[]> {
  const before = ["Ana", "How have things been with the garden and the greenhouse lately?"] as const;
  const lines = talk.map((said) =>
    said.startsWith("*") ? (["me", said.slice(1)] as const) : (["Ana", said] as const),
  );
  const { events } = await summariser.summarise(aConversation(before, ...lines), wednesday);
  return events.map(({ title, start }) => `${start.toISOString().slice(0, 16)} ${title}`);
}

/** On Wednesday the fifth of March 2025. */
const arranged: readonly (readonly [rule: string, event: string, ...talk: string[]])[] = [
  [
    "is at an hour that answers when",
    "2025-03-08T19:00 Meeting with Ana",
    "*Are you two free on Saturday?",
    "We are! What time?",
    "*Come at seven, I'll cook.",
  ],
  [
    "is at minutes past an hour, without a preposition",
    "2025-03-06T09:20 Scan",
    "*I've got the scan tomorrow.",
    "What time?",
    "*Twenty past nine, they said.",
  ],
  [
    "is at minutes to an hour",
    "2025-03-10T15:50 Meeting",
    "Could we meet on Monday, at three?",
    "*A bit later?",
    "Ten to four?",
    "*That'll do nicely.",
  ],
  [
    "stays, though another day is spoken of later",
    "2025-03-11T11:00 Meeting with Ana",
    "*When do I come?",
    "Tuesday, at eleven. And school?",
    "*I've my last class on the fifteenth of May.",
    "Good.",
  ],
  [
    "stays, though one who is told of it cannot come",
    "2025-03-10T14:00 Survey",
    "*They're doing the survey on Monday at two.",
    "I can't get there on Monday.",
    "*It's fine.",
  ],
  [
    "is at the hour that is left, where one is gone",
    "2025-03-11T18:45 Meeting with Ana",
    "*Is Tuesday evening okay?",
    "Make it quarter to seven, half six is gone.",
    "*Quarter to seven, fine.",
  ],
  [
    "is on the date that waited for its hour",
    "2025-06-14T17:30 Party",
    "*The hall has the fourteenth of June for the party.",
    "How many of us are there?",
    "*Forty, I guess.",
    "I'd better make a list.",
    "*Please do.",
    "And somebody has to bake.",
    "*I'll ask my sister.",
    "Does she bake?",
    "*Very well, she does.",
    "No marzipan.",
    "*What time should we say, seven?",
    "Half six, for the old ones.",
    "*Half six it is.",
  ],
  [
    "is left alone by the answer to another question",
    "2025-03-07T12:00 Picnic",
    "*Can you come tomorrow? We have a picnic on Friday at noon.",
    "Tomorrow, then.",
    "*Perfect.",
  ],
  [
    "is told, though a question follows",
    "2025-03-15T14:00 Lena's party",
    "Lena's party is next Saturday from two to five, can Max come?",
    "*He'd love to.",
  ],
  [
    "is in the afternoon, where both halves were offered",
    "2025-03-12T15:00 Meeting with Ana",
    "*Is the room free next Wednesday?",
    "In the morning or the afternoon?",
    "*Afternoon, three?",
    "Yes, I'll put you down.",
  ],
  [
    "is an appointment with whoever is named by what they do",
    "2025-03-11T09:15 Appointment with Dr. Patel",
    "*Hello, it's about my knee.",
    "I can do Tuesday at quarter past nine with Dr. Patel.",
    "*Yes please.",
  ],
  [
    "is of today where no day is said",
    "2025-03-05T16:00 Meeting",
    "*I have to go, I've a meeting at four.",
    "Okay, let's talk about the seeds another day.",
  ],
  [
    "is on a date that a month stands before",
    "2025-05-16T08:00 Exam",
    "*I need the exam. It's in May, the sixteenth.",
    "At ten?",
    "*At nine.",
  ],
  [
    "is what several do together, once one of them agrees",
    "2025-03-15T10:00 Meeting with Ana",
    "So Saturday the fifteenth we clean the gutters, ten o'clock.",
    "*Okay, I'll bring the ladder.",
  ],
  [
    "bears its own name, not what happens to it",
    "2025-03-20T18:00 Choir rehearsal",
    "Choir rehearsal moves from half six to six on the twentieth.",
    "*Got it, six.",
  ],
  [
    "is on a day of the month that is said of it",
    "2025-03-29T11:00 Christening",
    "*The christening's the twenty-ninth at eleven.",
    "I wouldn't miss it.",
  ],
];

/** In which a day and an hour come in two sentences. */
const linked: readonly (readonly [rule: string, event: string, ...talk: string[]])[] = [
  ["that asks and answers", "2025-03-08T19:00 Dinner", "*Shall we have dinner on Saturday?", "Yes, at seven."],
  [
    "of which a later one tells only what is done for it",
    "2025-03-12T09:00 Offsite",
    "*So, the offsite.",
    "When is it?",
    "*It's on the 12th of March, we start at nine.",
    "Okay, I'll book the train.",
  ],
  ["right behind each other", "2025-03-11T09:30 Dentist", "*I have the dentist on Tuesday.", "*Half past nine."],
  [
    "that answer what all were asked",
    "2025-03-08T19:00 Dinner at Ana's place",
    "Are we still having dinner?",
    "*Are we?",
    "Yes! Dinner on Saturday at seven, at my place.",
    "*Lovely. What can I bring?",
  ],
];

const nothing: readonly (readonly [why: string, ...talk: string[]])[] = [
  [
    "a number counts something",
    "*I'll water them on Friday evening.",
    "All thirty pots?",
    "*Only the small ones. Eight.",
  ],
  [
    "the user cannot come",
    "There's a work party, Saturday, ten o'clock.",
    "*Saturday's my busiest in the shop, I can't.",
  ],
  ["somebody is awake then", "*I'm awake at four on Sunday for my prayers.", "So early!"],
  ["it is what another does alone", "I've got the dentist on Friday at ten.", "*Oh, poor you. Good luck."],
  ["an hour was only wished for", "*I might go to the gym on Friday at six if I'm not too tired.", "Good for you."],
  ["the user says no", "The match starts at eight tonight, are you watching?", "*No, I hate football."],
  [
    "there is still a choice",
    "The plumber can come Tuesday at nine or Wednesday at two.",
    "*I need to ask my wife first.",
  ],
  [
    "a day and an hour are said of different things",
    "*I come back on the 16th.",
    "Lovely. The bakery has bread from seven.",
    "*Good.",
  ],
  [
    "a number that counts something comes after a day",
    "*I gave it to myself for my birthday. I come back on the 16th.",
    "Lovely. Bring us something.",
    "Okay, last thing. Volunteers. We need twelve, and we have, let me see, seven.",
  ],
  [
    "a number is of what was counted before",
    "*I'm flying to Rome on Friday.",
    "Nice. We sold eleven tickets.",
    "*Great, eleven is good.",
  ],
  [
    "the talk has gone on to other matters",
    "*Mum's birthday is on the 20th.",
    "By the way, the shop has fresh bread now.",
    "*At nine.",
  ],
  ["a promise has an hour", "Could you drop the keys off by six tomorrow?", "*Sure, I'll do it at lunch."],
];

/** Sentences of which one names a day and another, about something else, an hour. */
const unrelated: readonly (readonly string[])[] = [
  ["It's Anna's birthday tomorrow.", "The news is on at 19:00."],
  ["It's Anna's birthday tomorrow.", "I got up at six."],
  ["It's Anna's birthday tomorrow.", "Anna gets up at six."],
  ["My dentist appointment is on Thursday.", "The train leaves at 8:15.", "Okay."],
  ["Lunch with Bob tomorrow.", "The kids finish school at three."],
  ["Lunch with Bob tomorrow.", "Bob rang at ten."],
  ["We have a party on Saturday.", "I ate at 13:00."],
  ["We have dinner on Sunday.", "My bus comes at 17:10."],
  ["My exam is on Monday.", "I woke up at 5:30 today."],
  ["The concert is on Friday.", "Bob picks up the children at four."],
  ["Dinner at Tom's on Saturday.", "The film ended at 22:30."],
  ["Tomorrow we're having a barbecue.", "At seven the neighbours complained."],
  ["Our picnic is on Sunday.", "It gets dark at five."],
  ["The interview is on Thursday.", "His flight lands at 11:20."],
  ["The kids finish school at three.", "We have a party on Saturday."],
];

/** Sentences that tell the hour of what the one before named. */
const related: readonly (readonly [event: string, ...said: string[]])[] = [
  ["2025-03-10T09:00 Meeting", "The meeting is on Monday.", "It starts at nine."],
  ["2025-03-08T20:00 Party", "The party is on Saturday.", "We start at eight."],
  ["2025-03-08T14:00 Wedding", "The wedding is on Saturday.", "The ceremony starts at two."],
  ["2025-03-08T14:00 Wedding", "The wedding is on Saturday.", "The wedding is at two."],
  ["2025-03-06T12:30 Lunch with Bob", "Lunch with Bob tomorrow.", "Meet at 12:30 at the Italian place."],
  ["2025-03-06T08:15 Dentist", "Dentist on Thursday.", "What time?", "At 8:15."],
];

const eventsOf = async (segments: readonly string[]): Promise<readonly string[]> => {
  const { events } = await summariser.summarise(
    aConversation(...segments.map((text) => ["me", text] as const)),
    wednesday,
  );
  return events.map(({ title, start }) => `${start.toISOString().slice(0, 16)} ${title}`);
};

describe("an event of a day and an hour from two sentences", () => {
  for (const said of unrelated) {
    it(`is not made of "${said.join(" / ")}"`, async () => {
      const alternating = said.map((text, i) => (i % 2 === 0 ? `*${text}` : text));
      expect(await eventsOf(said), "segments").to.deep.equal([]);
      expect(await eventsOf([said.join(" ")]), "one text").to.deep.equal([]);
      expect(await arrangedBy(alternating), "two speakers").to.deep.equal([]);
    });
  }

  for (const [event, ...said] of related) {
    it(`is made of "${said.join(" / ")}"`, async () => {
      expect(await eventsOf(said), "segments").to.deep.equal([event]);
      expect(await eventsOf([said.join(" ")]), "one text").to.deep.equal([event]);
    });
  }
});

describe("an event of a dialogue", () => {
  for (const [rule, event, ...talk] of arranged) {
    it(rule, async () => {
      expect(await arrangedBy(talk)).to.deep.equal([event]);
    });
  }

  for (const [rule, event, ...talk] of linked) {
    it(`is made of sentences ${rule}`, async () => {
      expect(await arrangedBy(talk)).to.deep.equal([event]);
    });
  }

  for (const [why, ...talk] of nothing) {
    it(`is none where ${why}`, async () => {
      expect(await arrangedBy(talk)).to.deep.equal([]);
    });
  }
});
