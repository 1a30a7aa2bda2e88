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
      {
        owner: "user",
        description: "Keep a blood pressure diary, morning and evening, for two weeks",
        due: "2026-11-23",
      },
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

/** Written after the rules had been made by those above. */
export const laterDialogues: readonly Dialogue[] = [
  {
    about: "two who move house",
    startedAt: "2026-05-11T18:00:00Z",
    timeZone: "Europe/London",
    userName: "Tamsin",
    lines: `
      Tamsin: Right. The van's booked for the thirtieth. What have we forgotten?
      Joel: Everything. The broadband, for one.
      Tamsin: I've done that, they're switching it over on the first.
      Joel: You're a marvel. And the piano?
      Tamsin: It needs tuning after, but first it needs moving. Do you still have that man's number?
      Joel: Somewhere. I'll dig it out and give him a ring.
      Tamsin: When?
      Joel: Tomorrow, in my lunch break.
      Tamsin: And can you cancel the council tax?
      Joel: Isn't that you? Your name's on it.
      Tamsin: Is it? Oh, all right, I'll do it. By the end of the week.
      Joel: I'd keep the old letters, you never know.
      Tamsin: You keep everything.
      Joel: If we find the cat's passport I'll eat my hat.`,
    duties: [
      { owner: "Joel", description: "Find the piano mover's number and ring him", due: "2026-05-12" },
      { owner: "user", description: "Cancel the council tax", due: "2026-05-15" },
    ],
  },
  {
    about: "a wedding photographer and a bride",
    startedAt: "2026-03-24T15:30:00Z",
    timeZone: "America/New_York",
    userName: "Brianna",
    lines: `
      Theo: Hey Brianna, congratulations again!
      Brianna: Thank you! We're so excited. And tired.
      Theo: I bet. So I've got you down for October tenth. I just need a couple of things.
      Brianna: Shoot.
      Theo: A shot list, you know, who has to be in which picture. And the deposit.
      Brianna: How much is it again?
      Theo: Six hundred.
      Brianna: Okay. I can Venmo you that tonight.
      Theo: Perfect. And no rush on the list, but if you could get it to me by Labor Day.
      Brianna: Sure. My mother-in-law will have opinions.
      Theo: They always do. Oh, and I'll email you the contract tomorrow morning, just sign it and send it back.
      Brianna: Will do.
      Theo: Are you doing a first look?
      Brianna: We're thinking about it.
      Theo: If you do, we should start at two.`,
    duties: [
      { owner: "user", description: "Pay Theo the deposit of six hundred dollars by Venmo", due: "2026-03-24" },
      { owner: "user", description: "Send Theo the shot list", due: "2026-09-07" },
      { owner: "Theo", description: "Email Brianna the contract", due: "2026-03-25" },
      { owner: "user", description: "Sign the contract and send it back to Theo" },
    ],
  },
  {
    about: "a farmer and the vet on the phone",
    startedAt: "2026-02-03T07:40:00Z",
    timeZone: "Europe/Dublin",
    userName: "Padraig",
    lines: `
      Padraig: Morning, Siobhan. It's number forty-two again, she's off her feed.
      Siobhan: Any temperature?
      Padraig: A bit. Thirty-nine six.
      Siobhan: I'll come out to her this afternoon, about three. Keep her in, will you?
      Padraig: I have her in already.
      Siobhan: Good man. And I'm still waiting on the herd register from you.
      Padraig: Ah God, the register. I'll drop it in on Thursday, I'm passing anyway.
      Siobhan: Thursday's grand. Before noon, because I'm at a conference after.
      Padraig: No bother. And would you bring a tin of that hoof spray when you're coming?
      Siobhan: I'll throw one in the jeep.
      Padraig: My father always said, never buy a cow on a Monday.
      Siobhan: Your father was right.`,
    duties: [
      { owner: "user", description: "Drop the herd register in to Siobhan", due: "2026-02-05" },
      { owner: "Siobhan", description: "Bring a tin of hoof spray", due: "2026-02-03" },
    ],
  },
  {
    about: "a film club committee",
    startedAt: "2026-09-01T18:00:00Z",
    timeZone: "Australia/Melbourne",
    userName: "Harriet",
    lines: `
      Harriet: Okay, three things. The projector, the licence and the biscuits.
      Dev: The projector's still at the repair shop. They rang, it's ready.
      Harriet: Who can pick it up?
      Lou: I could, on Saturday morning. I've got the ute.
      Harriet: Legend. The licence, Dev?
      Dev: I sent the form off last week, so we're just waiting.
      Harriet: And the biscuits. Someone should make those cheese ones again.
      Lou: Not me, I burnt the last lot.
      Dev: I'll make them. For the eleventh, right?
      Harriet: Right. Oh, and Lou, could you put the new programme on the website?
      Lou: Send me the file and I'll put it up.
      Harriet: I'll send it to you tonight.
      Dev: Imagine if we got the director to come.
      Harriet: I'd faint.`,
    duties: [
      { owner: "Lou", description: "Pick up the projector from the repair shop", due: "2026-09-05" },
      { owner: "Dev", description: "Make the cheese biscuits", due: "2026-09-11" },
      { owner: "Lou", description: "Put the new programme on the website" },
      { owner: "user", description: "Send Lou the programme file", due: "2026-09-02" },
    ],
  },
  {
    about: "a manager and an apprentice",
    startedAt: "2026-06-17T08:00:00Z",
    timeZone: "Europe/Berlin",
    userName: "Jannik",
    lines: `
      Frau Krause: So, Jannik, how was the first month?
      Jannik: Good. A lot of names.
      Frau Krause: You'll get used to it. Two things. Your report book, I haven't seen it yet.
      Jannik: Oh. I thought that was at the end of the year.
      Frau Krause: Every month. Can you hand it in by the end of June?
      Jannik: Yes, of course.
      Frau Krause: And you wanted to change departments?
      Jannik: I'd like to see the workshop, if that's possible.
      Frau Krause: I'll talk to Mr Brandt about it. I see him on Friday anyway.
      Jannik: That would be great.
      Frau Krause: And please get yourself proper shoes, those are not allowed down there.
      Jannik: I've ordered some, they come tomorrow.
      Frau Krause: Excellent. Then that's all from me.`,
    duties: [
      { owner: "user", description: "Hand in the report book", due: "2026-06-30" },
      { owner: "Frau Krause", description: "Talk to Mr Brandt about a change to the workshop", due: "2026-06-19" },
    ],
  },
  {
    about: "an uncle teaching chess",
    startedAt: "2026-11-14T16:00:00Z",
    timeZone: "America/Chicago",
    userName: "Manny",
    lines: `
      Manny: Okay kid, you're white. Move a pawn.
      Lupe: I'll take your horse.
      Manny: It's a knight, and you can't, not yet. You have to wait for it.
      Lupe: If I get your queen, will you buy me ice cream?
      Manny: If you get my queen I'll buy you the whole store.
      Lupe: You said that yesterday.
      Manny: I did. Now, you should always castle early. Put the king here, and then move the rook over.
      Lupe: Like this?
      Manny: Like that. My grandpa used to say, I'll beat you by Sunday, and he always did.
      Lupe: I'm going to beat you on my next move.
      Manny: I'd like to see that.
      Lupe: Check!`,
    duties: [],
  },
  {
    about: "two friends after the cinema",
    startedAt: "2026-08-08T21:15:00Z",
    timeZone: "Europe/London",
    userName: "Kit",
    lines: `
      Kit: Well, that was three hours of my life.
      Dom: I liked the bit with the train.
      Kit: He says, I'll be back by dawn, and then he just sits there.
      Dom: He should have called the police.
      Kit: Somebody should call the screenwriter.
      Dom: Ha. Are you hungry? We could get chips.
      Kit: I could murder some chips.
      Dom: I'll pay, you got the tickets.
      Kit: I'm off sugar, by the way, since Monday. My dentist told me, you need to stop or I'll pull them all.
      Dom: Chips aren't sugar.
      Kit: Exactly. We must do this more often.
      Dom: We must. Every Friday, like we used to.`,
    duties: [],
  },
  {
    about: "a charity run and its helpers",
    startedAt: "2026-04-20T12:00:00Z",
    timeZone: "Africa/Johannesburg",
    userName: "Lerato",
    lines: `
      Lerato: So we've got two hundred runners signed up.
      Sipho: Two hundred! We'll run out of water.
      Lerato: That's why I'm asking. Could your brother lend us his trailer?
      Sipho: I'll ask him tonight. He won't mind.
      Lerato: Thank you. And the medals?
      Sipho: They're coming on Wednesday, to my office. I'll bring them over when they're here.
      Lerato: Lovely. I still have to write to the traffic department about the road.
      Sipho: You haven't done that? It's in three weeks!
      Lerato: I know, I know. First thing tomorrow.
      Sipho: I'd phone them, they never read their mail.
      Lerato: Okay, I'll phone them.
      Sipho: And I thought about T-shirts, but it's too late now.
      Lerato: Yes, let's forget the T-shirts.`,
    duties: [
      { owner: "Sipho", description: "Ask his brother to lend the trailer", due: "2026-04-20" },
      { owner: "Sipho", description: "Bring the medals over to Lerato" },
      { owner: "user", description: "Phone the traffic department about the road", due: "2026-04-21" },
    ],
  },
];
