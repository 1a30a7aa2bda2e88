/** What a careful person would write down of a conversation: who is to do what by which day of the user's. */
export interface Duty {
  /** "user", or the name of another. */
  readonly owner: string;
  readonly description: string;
  readonly due?: string;
}

export interface Dialogue {
  readonly about: string;
  readonly startedAt: string;
  readonly timeZone: string;
  readonly userName: string;
  /** One line for each turn: "Name: what they say". */
  readonly lines: string;
  readonly duties: readonly Duty[];
}

export const dialogues: readonly Dialogue[] = [
  {
    about: "two bakers before opening",
    startedAt: "2026-06-02T04:30:00Z",
    timeZone: "Europe/London",
    userName: "Hattie",
    lines: `
      Hattie: Morning. Is the big oven behaving?
      Marcin: No, it's gone off again. Twice since three o'clock.
      Hattie: Right. I'll get on to the engineer as soon as they open. And the rye flour?
      Marcin: We're down to two sacks. I thought you'd ordered it?
      Hattie: I ordered it on Friday, it's coming today.
      Marcin: Good. And the labels, the allergen ones, they're wrong since we changed the butter.
      Hattie: Oh yes. Could you redo those? You've got the template.
      Marcin: Sure. When do you need them?
      Hattie: Before the market on Saturday.
      Marcin: I'll have them Thursday then.
      Hattie: If we had a proper shop we'd have a printer for that.
      Marcin: If we had a proper shop I'd be asleep now.`,
    duties: [
      { owner: "user", description: "Contact the engineer about the big oven", due: "2026-06-02" },
      { owner: "Marcin", description: "Redo the allergen labels", due: "2026-06-04" },
    ],
  },
  {
    about: "three who share a flat",
    startedAt: "2026-09-14T18:20:00Z",
    timeZone: "Europe/Dublin",
    userName: "Aoife",
    lines: `
      Aoife: House meeting! Two minutes, I promise.
      Declan: You said that last time.
      Aoife: So the broadband. It's forty euro each and I've paid it. Declan, you still owe me yours.
      Declan: Sorry. I'll transfer it tonight.
      Priyanka: Mine went over on Sunday.
      Aoife: It did, thanks. Then the landlord wants the meter reading.
      Priyanka: I can do that. I walk past it every morning anyway.
      Aoife: Great. He needs it by Wednesday.
      Declan: And who's bringing back the ladder? It belongs to the people downstairs.
      Aoife: Not me, it's you who borrowed it.
      Declan: Fine, fine. I'll take it down to them tomorrow.
      Priyanka: Should we get a cat?
      Aoife: No cat.
      Declan: I'd clean up after it!
      Aoife: You don't clean up after yourself.`,
    duties: [
      { owner: "Declan", description: "Transfer Aoife the forty euro for the broadband", due: "2026-09-14" },
      { owner: "Priyanka", description: "Send the landlord the meter reading", due: "2026-09-16" },
      { owner: "Declan", description: "Take the ladder back to the people downstairs", due: "2026-09-15" },
    ],
  },
  {
    about: "a homeowner and her contractor",
    startedAt: "2026-07-08T15:00:00Z",
    timeZone: "America/Denver",
    userName: "Marisol",
    lines: `
      Earl: Okay, so the framing's up, the inspector was by yesterday, we passed.
      Marisol: Awesome. And the tile?
      Earl: That's kinda on you. I need you to pick the grout color.
      Marisol: Oh, shoot. By when?
      Earl: By Friday, or we slip a week.
      Marisol: Okay, I'll let you know.
      Earl: And the second check. We said five grand when the framing's done.
      Marisol: Yep. I'll drop it in the mail tomorrow. Wait, no, I'll Venmo you tonight.
      Earl: Even better.
      Marisol: Could you have somebody cover the lumber? It's supposed to rain.
      Earl: You bet. I'll send Tito out with a tarp this afternoon.
      Marisol: And are you gonna fix the gate?
      Earl: Already did it.
      Marisol: You're the best. Someday I want a pool back there.
      Earl: Someday I'll dig you one.`,
    duties: [
      { owner: "user", description: "Pick the grout color for the tile and tell Earl", due: "2026-07-10" },
      { owner: "user", description: "Pay Earl the second check of five grand by Venmo", due: "2026-07-08" },
      { owner: "Earl", description: "Send Tito out with a tarp to cover the lumber", due: "2026-07-08" },
    ],
  },
  {
    about: "a coach and a parent",
    startedAt: "2026-04-14T23:10:00Z",
    timeZone: "America/Chicago",
    userName: "Wes",
    lines: `
      Coach Dana: Hi Wes, it's Dana. Quick one about the tournament.
      Wes: Hey, sure.
      Coach Dana: So Theo needs his medical form in. I haven't got one for him.
      Wes: Really? I turned that in at the start of the season.
      Coach Dana: That was last season's, I'm afraid.
      Wes: Ah. Okay. I'll get a new one from the pediatrician.
      Coach Dana: I need it before the first game, so the twenty-fifth.
      Wes: No problem.
      Coach Dana: And we're short of drivers. Any chance you could take three kids?
      Wes: I'd love to, but we only have the little car that weekend.
      Coach Dana: No worries, I'll ask the Hendersons.
      Wes: Hey, are there new jerseys this year?
      Coach Dana: They came in today. I'll hand them out at practice.
      Wes: He'll sleep in it.
      Coach Dana: They all do.`,
    duties: [
      { owner: "user", description: "Get a new medical form for Theo from the pediatrician", due: "2026-04-25" },
      { owner: "Coach Dana", description: "Ask the Hendersons to drive three kids to the tournament" },
      { owner: "Coach Dana", description: "Hand out the new jerseys at practice" },
    ],
  },
  {
    about: "volunteers of a village library",
    startedAt: "2026-10-05T17:00:00Z",
    timeZone: "Europe/London",
    userName: "Bernard",
    lines: `
      Gwen: Shall we start? Apologies from Colin, he's got a cold.
      Bernard: Poor Colin. He always has a cold in October.
      Gwen: The book sale made three hundred and twelve pounds.
      Sunita: Marvellous!
      Gwen: It's still in a biscuit tin. Bernard, would you pay it in?
      Bernard: Of course. I'm in town on Thursday, I'll do it then.
      Sunita: We had a complaint about the roof again. There's a bucket by the crime novels.
      Gwen: I wrote to the council about that last week. They haven't answered.
      Sunita: Shall I ring them?
      Gwen: Would you? Ask for Mr Pym.
      Sunita: I will.
      Bernard: I could look at the gutter, but I'm not allowed up a ladder any more.
      Gwen: Please don't, Bernard. The council can do it.
      Sunita: And the poster for the poetry evening, is that you, Gwen?
      Gwen: It is. I've printed it, it's only got to go up. I'll put it up on my way home.`,
    duties: [
      { owner: "user", description: "Pay in the book sale money at the bank", due: "2026-10-08" },
      { owner: "Sunita", description: "Ring Mr Pym at the council about the roof" },
      { owner: "Gwen", description: "Put up the poster for the poetry evening", due: "2026-10-05" },
    ],
  },
  {
    about: "a patient and his doctor",
    startedAt: "2026-11-09T09:15:00Z",
    timeZone: "Europe/Dublin",
    userName: "Fergal",
    lines: `
      Dr. Byrne: So your blood pressure is a bit high again, Fergal.
      Fergal: It's the stairs up to you.
      Dr. Byrne: Ha. I'd like you to keep a diary of it for two weeks. Morning and evening, write it down.
      Fergal: I can manage that.
      Dr. Byrne: And we'll need bloods. Fasting, so no breakfast. Just ring the nurse for a slot this week.
      Fergal: Right so. I'll ring her when I get home.
      Dr. Byrne: Are you taking the tablets?
      Fergal: I take them every morning with my tea.
      Dr. Byrne: Grand. I'll write to the cardiologist today, just so he knows.
      Fergal: Should I be worried?
      Dr. Byrne: Not a bit. If it was serious I'd be sending you in.
      Fergal: My brother said I should take up yoga.
      Dr. Byrne: Your brother should take it up himself.`,
    duties: [
      { owner: "user", description: "Keep a blood pressure diary, morning and evening, for two weeks", due: "2026-11-23" },
      { owner: "user", description: "Ring the nurse for a slot for fasting bloods", due: "2026-11-09" },
      { owner: "Dr. Byrne", description: "Write to the cardiologist", due: "2026-11-09" },
    ],
  },
  {
    about: "a team of a small firm",
    startedAt: "2026-03-16T16:00:00Z",
    timeZone: "America/New_York",
    userName: "Imani",
    lines: `
      Imani: Alright, quick round. Victor?
      Victor: The login fix is out. I'm still looking at the slow export. I should have a patch by Wednesday.
      Imani: Cool. Do you need anything from me?
      Victor: Yeah, access to the production logs.
      Imani: I'll set that up for you right after this.
      Leila: I talked to the customer in Boston. They want a demo.
      Imani: Nice. Can you prep the demo account?
      Leila: I can, but not before Thursday.
      Imani: Thursday's fine.
      Victor: Somebody should update the docs too.
      Leila: Don't look at me.
      Imani: Let's leave the docs for now.
      Victor: And the invoice from the hosting guys came, I forwarded it to you.
      Imani: Got it. I'll approve it today.
      Leila: When the robots take over, they can do the docs.`,
    duties: [
      { owner: "Victor", description: "Patch the slow export", due: "2026-03-18" },
      { owner: "user", description: "Set up access to the production logs for Victor", due: "2026-03-16" },
      { owner: "Leila", description: "Prepare the demo account for the customer in Boston", due: "2026-03-19" },
      { owner: "user", description: "Approve the invoice from the hosting company", due: "2026-03-16" },
    ],
  },
  {
    about: "sisters plan a birthday",
    startedAt: "2026-02-16T11:00:00Z",
    timeZone: "Africa/Accra",
    userName: "Esi",
    lines: `
      Adwoa: So Mummy's seventieth. The hall is booked, I paid the deposit.
      Esi: You're an angel. What's left?
      Adwoa: The cake, the music, and somebody has to tell Uncle Kojo it's not at his house.
      Esi: I'll do the cake. I know a lady in Osu.
      Adwoa: Good. Order it this week, she gets busy before Easter.
      Esi: I'll call her on Wednesday. And Kwesi could do the music?
      Adwoa: Kwesi and his reggae? No. Let me ask the church band.
      Esi: Fine, you ask them. And Uncle Kojo?
      Adwoa: You tell him.
      Esi: Me? No way. He likes you better.
      Adwoa: Okay, okay, I'll tell him on Sunday after the service.
      Esi: God bless you. Do you remember her sixtieth? The goat?
      Adwoa: We do not speak of the goat.`,
    duties: [
      { owner: "user", description: "Order the cake for Mummy's seventieth from the lady in Osu", due: "2026-02-18" },
      { owner: "Adwoa", description: "Ask the church band to do the music" },
      { owner: "Adwoa", description: "Tell Uncle Kojo that the party is not at his house", due: "2026-02-22" },
    ],
  },
  {
    about: "a memo to oneself",
    startedAt: "2026-08-20T12:00:00Z",
    timeZone: "America/Los_Angeles",
    userName: "Ray",
    lines: `
      Ray: Note to self. Thursday morning.
      Ray: I have to return the rental truck by five today or they charge me for another day.
      Ray: Also need to call the vet about Pepper's stitches, they come out on Monday.
      Ray: The water bill's paid, I did that yesterday.
      Ray: And get a card for Linda, her birthday's on Saturday.
      Ray: What else. I could repaint the porch one of these days, but not this year.
      Ray: Okay, that's it.`,
    duties: [
      { owner: "user", description: "Return the rental truck by five", due: "2026-08-20" },
      { owner: "user", description: "Call the vet about Pepper's stitches" },
      { owner: "user", description: "Get a birthday card for Linda", due: "2026-08-22" },
    ],
  },
  {
    about: "colleagues over lunch, with nothing to do",
    startedAt: "2026-05-06T11:30:00Z",
    timeZone: "Europe/Berlin",
    userName: "Hanne",
    lines: `
      Tobias: You look tired.
      Hanne: The neighbours had a party. I said to them, could you please turn it down, and he says, we'll be done by midnight.
      Tobias: And were they?
      Hanne: At three. Three! Next time I'll call the police, I swear.
      Tobias: You say that every time.
      Hanne: I usually bring my own lunch on Wednesdays, but after that night, no.
      Tobias: You could move to the country.
      Hanne: And commute two hours? You'd have to pay me.
      Tobias: My sister did it. She sends me pictures of her chickens every day.
      Hanne: Send her my condolences.
      Tobias: Pass me the salt?
      Hanne: Here.
      Tobias: If I were you I'd write to the landlord.
      Hanne: I did, last summer. Nothing happened.`,
    duties: [],
  },
  {
    about: "a guided tour",
    startedAt: "2026-06-20T13:00:00Z",
    timeZone: "Europe/Rome",
    userName: "Claire",
    lines: `
      Guide: Please follow me, and mind the step. Here you will see the oldest part of the palace.
      Claire: Can we take photos?
      Guide: Yes, but no flash, please. The duke told his builder, you must finish the tower by Easter or I take your head.
      Claire: Did he finish it?
      Guide: He finished on the Saturday. You should always negotiate, as my mother says.
      Claire: Ha.
      Guide: The fresco was painted in 1472. If you look up, you can find a small dog in the corner.
      Claire: Oh yes, there.
      Guide: Now let's go to the garden, and then I will show you the kitchen.
      Claire: I need to sit down for a second.
      Guide: Of course. Take your time.`,
    duties: [],
  },
  {
    about: "what was settled or dropped already",
    startedAt: "2026-01-12T15:00:00Z",
    timeZone: "Europe/London",
    userName: "Olive",
    lines: `
      Olive: Did you ever hear back from the insurance?
      Graham: They paid out on Friday, so that's done.
      Olive: Oh, lovely. I was going to write them a stiff letter.
      Graham: No need.
      Olive: Could you look at my bicycle? No, never mind, Peter fixed it.
      Graham: I can still have a look.
      Olive: Honestly, don't bother. It's running like a dream.
      Graham: I'll book us a table for Friday then?
      Olive: Let's not, I've got the grandchildren.
      Graham: Another time.
      Olive: Definitely. We really should get out more.
      Graham: We always say that.`,
    duties: [],
  },
];
