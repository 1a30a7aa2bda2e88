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
  {
    name: "a dentist's practice on the telephone",
    said: [
      ["Receptionist", "Smile Dental, how can I help?"],
      ["me", "Hi, um, I've chipped a tooth. Can Dr. Brandt see me this week?"],
      ["Receptionist", "Let me look. He's got nothing Thursday. Friday he could squeeze you in at, uh, eight twenty."],
      ["me", "Eight twenty in the morning?"],
      ["Receptionist", "In the morning, yes."],
      ["me", "Okay, I'll take it."],
      ["Receptionist", "Friday, eight twenty with Dr. Brandt. Come ten minutes early for the form."],
    ],
    expected: [["2025-03-07T08:20", /brandt|dent/i]],
  },
  {
    name: "a viewing that is fitted around work",
    said: [
      ["Agent", "So when would you like to see the flat?"],
      ["me", "I work till six most days. Would Saturday be possible?"],
      ["Agent", "Saturday I've got viewings all day, but I could do half nine."],
      ["me", "Half nine's perfect. Where do we meet?"],
      ["Agent", "At the corner of Mill Road. I'll have the keys."],
    ],
    expected: [["2025-03-08T09:30", /viewing|flat|agent/i]],
  },
  {
    name: "a stand-up of the team on another day",
    said: [
      ["Omar", "Can everyone stay on for two minutes? The retro's usually Thursdays at four."],
      ["me", "Yeah."],
      ["Omar", "This week I'm in Leeds on Thursday, so we do it Friday at eleven instead."],
      ["Petra", "Works for me."],
      ["me", "Me too."],
    ],
    expected: [["2025-03-07T11:00", /retro/i]],
  },
  {
    name: "someone who is met at the station",
    said: [
      ["Nan", "My train gets in at ten to four on Saturday, darling."],
      ["me", "I'll be on the platform, Nan."],
      ["Nan", "You're an angel. I've baked."],
    ],
    expected: [["2025-03-08T15:50", /nan|train|arrival/i]],
  },
  {
    name: "a birthday party at the weekend",
    said: [
      ["me", "So Milo's turning six on Sunday."],
      ["Kate", "Six already! Are you doing a party?"],
      ["me", "Yeah, at the climbing place, from two till four. Is Ella free?"],
      ["Kate", "She'd love to. Sunday at two, I'll write it down."],
    ],
    expected: [["2025-03-09T14:00", /party|milo/i]],
  },
  {
    name: "a game of chess without anything arranged",
    said: [
      ["me", "Knight to f three."],
      ["Ivan", "You always do that at move four."],
      ["me", "And you always lose by move twenty."],
      ["Ivan", "One day I'll win. One."],
      ["me", "Maybe on Sunday, when I'm ninety."],
    ],
    expected: [],
  },
  {
    name: "news that is told over lunch",
    said: [
      ["Sue", "They had the wedding at four and by six everybody was drunk."],
      ["me", "No!"],
      ["Sue", "And the DJ only turned up at nine. I was in bed by ten."],
      ["me", "My cousin's was the same, they cut the cake at midnight."],
      ["Sue", "The council meets on Mondays at seven to talk about it, apparently."],
    ],
    expected: [],
  },
  {
    name: "an interview with a recruiter",
    said: [
      ["Dana", "They loved you. They'd like a second round with the director."],
      ["me", "Oh, great. When?"],
      ["Dana", "Either Tuesday at ten or Wednesday at three."],
      ["me", "Wednesday's better for me."],
      ["Dana", "Okay, Wednesday the twelfth, three p.m., on video. It'll take about an hour and a half."],
      ["me", "Perfect."],
    ],
    expected: [["2025-03-12T15:00", /round|interview|director|dana/i]],
  },
  {
    name: "a lift to the airport",
    said: [
      ["me", "What time do we have to be at the airport?"],
      ["Paul", "The flight's at one fifteen tomorrow, so eleven at the latest."],
      ["me", "Then pick me up at ten?"],
      ["Paul", "Ten it is."],
    ],
    expected: [
      ["2025-03-06T10:00", /paul|pick/i],
      ["2025-03-06T13:15", /flight/i],
    ],
  },
  {
    name: "a delivery with a window",
    said: [
      ["Caller", "Hello, it's Harmon's about your sofa. We can deliver it on Monday between eight and twelve."],
      ["me", "Monday I'm in the office. What about Tuesday?"],
      ["Caller", "Tuesday, let me see, between one and five."],
      ["me", "That's fine, someone will be in."],
    ],
    expected: [["2025-03-11T13:00", /sofa|delivery|visit|caller/i]],
  },
  {
    name: "a call with a client that was put off",
    said: [
      ["me", "The client call was supposed to be today at two, but they pushed it to Monday at nine thirty."],
      ["Jens", "Monday nine thirty, okay. I'll join."],
    ],
    expected: [["2025-03-10T09:30", /call/i]],
  },
  {
    name: "a lesson at the end of a lesson",
    said: [
      ["Teacher", "And remember to keep the wrist loose. Same time next week?"],
      ["me", "I'm away on Wednesday. Could we do Thursday?"],
      ["Teacher", "Thursday I only have five fifteen."],
      ["me", "Five fifteen is okay."],
      ["Teacher", "Great, see you next Thursday at five fifteen, then."],
    ],
    expected: [["2025-03-13T17:15", /lesson|teacher/i]],
  },
  {
    name: "an advertisement on the radio and talk about it",
    said: [
      ["Radio", "Doors open at seven on Saturday, tickets from twenty pounds."],
      ["me", "Would you go?"],
      ["Lou", "To that? Not if they paid me."],
      ["me", "Same."],
    ],
    expected: [],
  },
  {
    name: "plans of the evening, with the hour first",
    said: [
      ["Ray", "Eight o'clock?"],
      ["me", "Can we make it half past? I have to put the kids to bed."],
      ["Ray", "Half eight, sure. Dinner at Luigi's, yeah?"],
      ["me", "Yes. Tonight, half eight, Luigi's."],
    ],
    expected: [["2025-03-05T20:30", /dinner/i]],
  },
  {
    name: "a hospital that wants the patient early",
    said: [
      ["Nurse", "So the operation's on the eighteenth, and it's at seven thirty in the morning."],
      ["me", "Okay. When should I be there?"],
      ["Nurse", "Check-in is at six, with an empty stomach."],
      ["me", "Six. Right."],
    ],
    expected: [["2025-03-18T07:30", /operation/i]],
  },
  {
    name: "a table that is booked and put forward",
    said: [
      ["Will", "I've booked us a table for Saturday at eight, the Thai place."],
      ["me", "Could you make it half seven? The sitter has to go at ten."],
      ["Will", "Sure, I'll ring them. Half seven."],
      ["me", "Thanks."],
    ],
    expected: [["2025-03-08T19:30", /table|thai|will/i]],
  },
  {
    name: "a match and where to gather before it",
    said: [
      ["Coach", "Sunday we're playing Redhill away. Kick-off's at eleven, so we meet at the car park at nine thirty."],
      ["me", "Can I take two of the boys in my car?"],
      ["Coach", "That'd be great."],
    ],
    expected: [
      ["2025-03-09T09:30", /meet|car park/i],
      ["2025-03-09T11:00", /kick-off|redhill|match|playing/i],
    ],
  },
  {
    name: "a meeting that others bring up at the end",
    said: [
      ["Chair", "Right, any other business? No? Then the next meeting."],
      ["Asha", "The nineteenth?"],
      ["Chair", "The nineteenth's half term for some. What about Thursday the twentieth, two till four?"],
      ["me", "I can do that."],
      ["Asha", "Yep."],
      ["Chair", "Good. Thursday the twentieth at two, then, here."],
    ],
    expected: [["2025-03-20T14:00", /meeting/i]],
  },
  {
    name: "an engineer for the router",
    said: [
      ["Agent", "I can send an engineer tomorrow, between one and three. Would that work?"],
      ["me", "Tomorrow's no good. Friday?"],
      ["Agent", "Friday I have ten to twelve."],
      ["me", "Okay, Friday ten to twelve."],
      ["Agent", "Booked. You'll get a text."],
    ],
    expected: [["2025-03-07T10:00", /engineer/i]],
  },
  {
    name: "what the user tells a friend",
    said: [
      ["Fay", "What are you up to this week?"],
      ["me", "Not much. I've got my driving test on Friday at eleven twenty, wish me luck."],
      ["Fay", "Oh, good luck! My brother failed his four times."],
      ["me", "Thanks, that helps."],
    ],
    expected: [["2025-03-07T11:20", /driving test/i]],
  },
  {
    name: "a friend who lands in the middle of the night",
    said: [
      ["me", "When does your plane get in?"],
      ["Noor", "Saturday, ten forty at night."],
      ["me", "I'll fetch you. Terminal three?"],
      ["Noor", "Terminal three. You're the best."],
    ],
    expected: [["2025-03-08T22:40", /noor|plane|arrival/i]],
  },
  {
    name: "a note on what the day brings",
    said: [
      [
        "me",
        "Today's going to be full. Standup at ten thirty, then the dentist at two, and at six I pick up Leo from judo.",
      ],
      ["me", "I also need milk."],
    ],
    expected: [
      ["2025-03-05T10:30", /standup/i],
      ["2025-03-05T14:00", /dentist/i],
      ["2025-03-05T18:00", /leo|judo/i],
    ],
  },
  {
    name: "a coffee that one of them moves",
    said: [
      ["Bea", "Are we still on for coffee on Thursday at nine?"],
      ["me", "Could we do ten? I've a call at nine."],
      ["Bea", "Ten's fine. Same café?"],
      ["me", "Same café."],
    ],
    expected: [["2025-03-06T10:00", /coffee/i]],
  },
  {
    name: "an invitation that is turned down",
    said: [
      ["Gus", "Fancy the quiz tonight? Starts at eight."],
      ["me", "I can't, I'm wrecked."],
      ["Gus", "Next week, maybe."],
      ["me", "Maybe."],
    ],
    expected: [],
  },
  {
    name: "the news of the weather and the price of fish",
    said: [
      ["Sal", "They say it'll rain from two on Saturday, and by five it's a storm."],
      ["me", "It rained at three in the morning as well."],
      ["Sal", "Fish was nine pounds at the market at ten, and at noon it was six."],
      ["me", "Ha. I'll go at noon, then."],
    ],
    expected: [],
  },
  {
    name: "a parent and a school",
    said: [
      ["Teacher", "Parents' evening is Tuesday the eleventh. I've slots at five ten, five twenty and six."],
      ["me", "Six would be best, I'm coming from work."],
      ["Teacher", "I'll put you down for six, then."],
      ["me", "Thank you."],
    ],
    expected: [["2025-03-11T18:00", /parents' evening/i]],
  },
  {
    name: "a landlady who wants to come round",
    said: [
      ["Mrs. Doyle", "The man from the gas board needs to look at the meter. Are you in on Monday?"],
      ["me", "Only in the afternoon. After two."],
      ["Mrs. Doyle", "I'll tell him three, then."],
      ["me", "Three on Monday, okay. I'll be home."],
    ],
    expected: [["2025-03-10T15:00", /gas|meter|doyle|visit/i]],
  },
  {
    name: "a rehearsal on two evenings, of which one is the user's",
    said: [
      ["Conductor", "The altos come on Monday at seven, the tenors on Tuesday at half past seven."],
      ["me", "So Tuesday for me."],
      ["Conductor", "Tuesday for you, yes. Half past seven, in the crypt."],
    ],
    expected: [["2025-03-11T19:30", /rehearsal|tenors|conductor|crypt/i]],
  },
  {
    name: "a customer's complaint",
    said: [
      ["me", "The parcel was supposed to come on Monday between nine and twelve and nobody came."],
      ["Agent", "I'm sorry about that. The driver noted that he rang at ten fifteen."],
      ["me", "He didn't. I sat next to the bell until noon."],
      ["Agent", "I'll have it looked into. You'll hear from us by Friday at noon."],
    ],
    expected: [],
  },
  {
    name: "a bedtime story",
    said: [
      ["me", "And at seven o'clock the hedgehog put on his boots."],
      ["Child", "Why at seven?"],
      ["me", "Because the party in the wood was on Sunday at eight, and he was never late."],
      ["Child", "Can I have a party on Sunday?"],
      ["me", "We'll see. Sleep now."],
    ],
    expected: [],
  },
  {
    name: "a lawyer's letter read aloud",
    said: [
      ["Solicitor", "So the hearing's been listed. It's the second of April, ten a.m., court four."],
      ["me", "Do I have to be there?"],
      ["Solicitor", "You do, and I'd like you here half an hour before, so half past nine at my office."],
      ["me", "Okay."],
    ],
    expected: [["2025-04-02T10:00", /hearing/i]],
  },
  {
    name: "a walk with a friend that keeps its usual hour",
    said: [
      ["Pia", "We usually walk at eight on Sundays."],
      ["me", "This Sunday I can't before ten."],
      ["Pia", "Ten, then. At the gate?"],
      ["me", "At the gate at ten."],
    ],
    expected: [["2025-03-09T10:00", /walk|pia/i]],
  },
  {
    name: "a webinar that the user writes down",
    said: [
      [
        "Lead",
        "Remember the security training is mandatory. There's one session left, next Tuesday from two to three thirty.",
      ],
      ["me", "I haven't done it. Put me down."],
      ["Lead", "Done, I've added you."],
    ],
    expected: [["2025-03-11T14:00", /training|session/i]],
  },
  {
    name: "two people who never find an hour",
    said: [
      ["me", "Can you do Thursday at three?"],
      ["Vic", "No, I'm in court. Friday at three?"],
      ["me", "I'm on the train by then. I'll write to you."],
      ["Vic", "Do that."],
    ],
    expected: [],
  },
  {
    name: "a baptism that was told by the vicar",
    said: [
      ["Vicar", "Then we have the baptism for little Ines on the thirtieth, after the service, so quarter to twelve."],
      ["me", "A quarter to twelve, lovely. Should the godparents come earlier?"],
      ["Vicar", "If they're there by half past eleven that's plenty."],
    ],
    expected: [["2025-03-30T11:45", /baptism/i]],
  },
  {
    name: "an office move that is nobody's appointment",
    said: [
      ["Rita", "The lifts will be switched off on Saturday at six for the works."],
      ["me", "Good thing nobody's here on Saturdays."],
      ["Rita", "The water's back on Monday at seven."],
    ],
    expected: [],
  },
  {
    name: "a week that is said before its day",
    said: [
      ["me", "The builder wants to know which trees and hedges we keep."],
      ["Ana", "I've a lot on, so let's look at the garden plans the week after next."],
      ["me", "Friday at two?"],
      ["Ana", "Fine."],
    ],
    expected: [["2025-03-21T14:00", /ana|garden/i]],
  },
  {
    name: "the same hour on another day",
    said: [
      ["Ana", "Can you come in on Tuesday at nine thirty?"],
      ["me", "I'm afraid not."],
      ["Ana", "Wednesday, same time?"],
      ["me", "Wednesday's fine."],
    ],
    expected: [["2025-03-12T09:30", /ana/i]],
  },
  {
    name: "a half hour that corrects an hour",
    said: [
      ["Ana", "So we said Thursday, right?"],
      ["me", "Thursday, yes."],
      ["Ana", "At ten?"],
      ["me", "Half past, I have to drop the kids first."],
      ["Ana", "Half ten, okay."],
    ],
    expected: [["2025-03-06T10:30", /ana/i]],
  },
];
