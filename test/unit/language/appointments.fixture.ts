/** A conversation and what is to stand in the user's calendar after it, as local times of London. */
export interface Arrangement {
  readonly name: string;
  readonly said: readonly (readonly [speaker: string, text: string])[];
  readonly expected: readonly (readonly [start: string, title: RegExp])[];
}

/** All begin on Wednesday, 5 March 2025, at ten. */
export const arrangements: readonly Arrangement[] = [
  {
    name: "a haircut whose first hour does not suit",
    said: [
      ["me", "Hi, I'd like to book a haircut for this week."],
      ["Nadia", "Sure. Friday at three?"],
      ["me", "I'm at work until five on Fridays. Do you have anything later?"],
      ["Nadia", "We've got a quarter to six."],
      ["me", "Quarter to six is great."],
      ["Nadia", "Lovely, see you Friday then."],
    ],
    expected: [["2025-03-07T17:45", /haircut/i]],
  },
  {
    name: "a film on another day than the first proposed",
    said: [
      ["Lea", "Do you want to see the new Nolan film?"],
      ["me", "Yes! Tonight?"],
      ["Lea", "Tonight I'm babysitting. Tomorrow?"],
      ["me", "Tomorrow's fine. When does it start?"],
      ["Lea", "Ten past eight. Let's meet in front of the Odeon at half past seven."],
      ["me", "Half seven, Odeon. Done."],
    ],
    expected: [["2025-03-06T19:30", /film|Odeon|Lea/i]],
  },
  {
    name: "a review that was moved",
    said: [
      ["Raj", "The design review is on Monday at two, right?"],
      ["me", "It was. They moved it to Tuesday, same time."],
      ["Raj", "Okay, Tuesday at two it is."],
    ],
    expected: [["2025-03-11T14:00", /design review/i]],
  },
  {
    name: "habits, stories, opening hours and dreams",
    said: [
      ["me", "I go swimming every Thursday at seven."],
      ["Jo", "My dad used to get up at five on Sundays to bake."],
      ["me", "Last Saturday we only got to bed at three."],
      ["Jo", "The bakery opens at six on Saturdays anyway."],
      ["me", "If I won the lottery, I'd be on a boat on Friday at noon."],
    ],
    expected: [],
  },
  {
    name: "what is due at an hour",
    said: [
      ["Helen", "The report has to be in by Friday at five."],
      ["me", "I'll send it on Thursday before noon."],
      ["Helen", "And the form must be with the staff office by Monday at ten."],
      ["me", "Sure."],
    ],
    expected: [],
  },
  {
    name: "a note to oneself without full stops",
    said: [
      ["me", "okay so reminder to self"],
      ["me", "parent teacher evening is next thursday no wait wednesday at half past six"],
      ["me", "in room twelve"],
      ["me", "and the plumber comes tomorrow between eight and ten"],
    ],
    expected: [
      ["2025-03-06T08:00", /plumber/i],
      ["2025-03-12T18:30", /parent teacher evening/i],
    ],
  },
  {
    name: "a choice of two hours",
    said: [
      ["Receptionist", "Doctor Hale's surgery, good morning."],
      ["me", "Morning. I need a blood test, my doctor said."],
      ["Receptionist", "I can do Monday the seventeenth at nine fifteen or Tuesday at eight."],
      ["me", "The Monday, please."],
      ["Receptionist", "Monday the seventeenth, nine fifteen. Nothing to eat before."],
    ],
    expected: [["2025-03-17T09:15", /blood test/i]],
  },
  {
    name: "what others do without the user",
    said: [
      ["Mia", "I've got my yoga class tomorrow at six and then on Friday I'm at the hairdresser's at ten."],
      ["me", "Busy week!"],
      ["Mia", "And my sister's getting married on the tenth of May at three, in Leeds."],
      ["me", "Aw, tell her congratulations."],
    ],
    expected: [],
  },
  {
    name: "a flight whose hour is asked for",
    said: [
      ["me", "Our flight's on Sunday."],
      ["Tom", "What time do you leave?"],
      ["me", "Seven twenty in the morning."],
      ["Tom", "Have fun. I'm jealous."],
    ],
    expected: [["2025-03-09T07:20", /flight/i]],
  },
  {
    name: "a game that is called off and put a week later",
    said: [
      ["Ben", "Are we still on for squash tomorrow at seven?"],
      ["me", "No, I'm sorry, I've hurt my ankle. We'll have to cancel."],
      ["Ben", "Next week then, same day?"],
      ["me", "Yes, Thursday next week."],
      ["Ben", "At seven?"],
      ["me", "At seven."],
    ],
    expected: [["2025-03-13T19:00", /squash/i]],
  },
  {
    name: "an hour with its length",
    said: [
      ["Ida", "We need an hour with the auditors."],
      ["me", "Thursday afternoon?"],
      ["Ida", "Thursday's full. Friday, ten to eleven?"],
      ["me", "Friday at ten works. I'll book the small room."],
    ],
    expected: [["2025-03-07T10:00", /auditors/i]],
  },
  {
    name: "an evening with doors and a beginning",
    said: [
      ["me", "I got us tickets for the opera, for the fourteenth."],
      ["Ana", "Which month?"],
      ["me", "March, next Friday. Doors at seven, it starts at half seven."],
      ["Leo", "I can't wait."],
    ],
    expected: [["2025-03-14T19:30", /opera/i]],
  },
];
