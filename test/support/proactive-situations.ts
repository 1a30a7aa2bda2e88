import type { NotificationScope } from "../../src/domain/app/app.js";

/** A live transcript, the user's data, and the notification that must result. */
export interface Situation {
  readonly name: string;
  /** The segments that the app's webhook was called with. */
  readonly transcript: readonly string[];
  /** The app's prompt; its variables are the granted scopes. */
  readonly prompt: string;
  /** The memories of the user, oldest first. */
  readonly facts?: readonly string[];
  /** Earlier conversations, each as the lines of alternating speakers. */
  readonly earlierConversations?: readonly (readonly string[])[];
  /** The user's replies to the app, each with the preceding message of the app. */
  readonly appChat?: readonly { readonly app: string; readonly user: string }[];
  readonly language?: string;
  /** The notification that must be sent, without the speaker's name; null if none must be sent. */
  readonly expected: string | null;
  /** Further relevant sentences that the notification may contain. */
  readonly optionalSentences?: readonly string[];
}

const MEDICINE_PROMPT =
  "Remind {{user_name}} of what matters when a medicine is chosen. Known about them: {{user_facts}}";

export const situations: readonly Situation[] = [
  {
    name: "a pharmacist and an allergy",
    transcript: ["The pharmacist gave me something for the throat."],
    prompt: MEDICINE_PROMPT,
    facts: [
      "Is learning the cello since January",
      "Works as an architect",
      "Is allergic to penicillin",
      "Prefers tea to coffee",
    ],
    expected: "Is allergic to penicillin.",
  },
  {
    name: "a painkiller that must not be taken",
    transcript: ["I have a splitting headache.", "Do you have an aspirin?"],
    prompt: "Warn {{user_name}} of a medicine that they should not take. Known: {{user_facts}}",
    facts: ["Runs every Sunday morning", "Must not take ibuprofen or aspirin because of an ulcer", "Has two cats"],
    expected: "Must not take ibuprofen or aspirin because of an ulcer.",
  },
  {
    name: "a dish with peanuts",
    transcript: ["Shall we order the pad thai?", "It comes with peanuts."],
    prompt: "Tell {{user_name}} about allergies that matter for the food. {{user_facts}}",
    facts: ["Is allergic to nuts", "Plays the drums in a band", "Brother Tom is a carpenter", "Lives in Leeds"],
    expected: "Is allergic to nuts.",
  },
  {
    name: "a guest who cannot eat everything",
    transcript: ["I will bake a cake for Friday.", "Nina is coming too."],
    prompt: "Remind {{user_name}} of what guests cannot eat. {{user_context}}",
    earlierConversations: [
      ["The numbers of the quarter look fine.", "Then we can send the report on Monday."],
      ["Nina told me that she cannot have gluten any more.", "Since when does she know that?"],
    ],
    expected: "Nina told me that she cannot have gluten any more.",
  },
  {
    name: "a flight and a fear",
    transcript: ["We could take the plane to Lisbon in May."],
    prompt: "Mention what matters for a trip. {{user_facts}}",
    facts: ["Collects stamps", "Is afraid of flying", "Works at a bank", "Has a sister called Ida"],
    expected: "Is afraid of flying.",
  },
  {
    name: "a trip to where somebody lives",
    transcript: ["The train to Paris leaves at eight.", "Where do we stay?"],
    prompt: "Mention what is of use for the trip. {{user_facts}}",
    facts: ["Cousin Amélie lives in Paris", "Is a vegetarian", "Plays the clarinet", "Studied law in Ghent"],
    expected: "Cousin Amélie lives in Paris.",
  },
  {
    name: "a birthday and a passion",
    transcript: ["It is Maria's birthday next week and I have no idea what to give her."],
    prompt: "Suggest a present for the person who is spoken of. {{user_facts}}",
    facts: ["Has an allotment", "Neighbour Paul plays chess", "Sister Maria collects vinyl records", "Drives a van"],
    expected: "Sister Maria collects vinyl records.",
  },
  {
    name: "a gift for a parent, named otherwise",
    transcript: ["What could we get dad for Christmas?"],
    prompt: "Help to find a gift. {{user_facts}}",
    facts: ["Mother grows orchids", "Father loves fishing", "Works night shifts", "Moved to Leeds in 2019"],
    expected: "Father loves fishing.",
    optionalSentences: ["Mother grows orchids."],
  },
  {
    name: "the children",
    transcript: ["I have to pick up the kids at three."],
    prompt: "Mention what must not be forgotten. {{user_facts}}",
    facts: ["Daughter Lena has swimming on Tuesdays", "Enjoys crime novels", "Is vegetarian", "Owns a red bicycle"],
    expected: "Daughter Lena has swimming on Tuesdays.",
  },
  {
    name: "the grandmother",
    transcript: ["Grandma called.", "She wants to see us for dinner on Sunday."],
    prompt: "Say what helps with the family. {{user_facts}}",
    facts: ["Studied physics", "Owns a red bicycle", "Grandmother is hard of hearing", "Drinks no alcohol"],
    expected: "Grandmother is hard of hearing.",
  },
  {
    name: "a promise at work",
    transcript: ["The meeting with the client is tomorrow.", "Who does the presentation?"],
    prompt: "Remind {{user_name}} of promises. {{user_facts}}",
    facts: [
      "Promised Dana to finish the slides for the client",
      "Loves hiking in the Alps",
      "Has a daughter called Lena",
    ],
    expected: "Promised Dana to finish the slides for the client.",
  },
  {
    name: "money at work",
    transcript: ["I really want to ask for a raise this year."],
    prompt: "Mention what matters for the career. {{user_facts}}",
    facts: [
      "Likes jazz",
      "Has a salary review with Mrs Okoye in June",
      "Drinks no alcohol",
      "Has a balcony with herbs",
    ],
    expected: "Has a salary review with Mrs Okoye in June.",
  },
  {
    name: "sushi",
    transcript: ["Let's go for sushi tonight."],
    prompt: "Remind {{user_name}} of what they do not eat. {{user_facts}}",
    facts: ["Does not eat raw fish", "Has a motorbike", "Works from home on Fridays", "Grew up in Malmö"],
    expected: "Does not eat raw fish.",
  },
  {
    name: "a steak",
    transcript: ["The waiter recommends the steak today."],
    prompt: "Point out what {{user_name}} does not eat. {{user_facts}}",
    facts: ["Plays tennis on Wednesdays", "Is vegetarian", "Speaks Italian", "Has a brother in Oslo"],
    expected: "Is vegetarian.",
  },
  {
    name: "a run",
    transcript: ["Are you coming for a run on Saturday?"],
    prompt: "Encourage {{user_name}} in their sport. {{user_facts}}",
    facts: ["Reads two newspapers a day", "Is preparing for a half marathon", "Has a mortgage", "Speaks Greek"],
    expected: "Is preparing for a half marathon.",
  },
  {
    name: "a thing that was left somewhere",
    transcript: ["The tennis court is free at six."],
    prompt: "Remind {{user_name}} of what they need for it. {{user_facts}}",
    facts: ["Is learning Norwegian", "Left the tennis racket at Ben's house", "Mother lives in Graz", "Sleeps badly"],
    expected: "Left the tennis racket at Ben's house.",
  },
  {
    name: "a language that is being learned",
    transcript: ["The new colleague comes from Brazil.", "He speaks Portuguese with his wife."],
    prompt: "Mention what connects {{user_name}} with the others. {{user_facts}}",
    facts: ["Has asthma", "Is learning Portuguese with an app", "Bought a used car", "Is afraid of heights"],
    expected: "Is learning Portuguese with an app.",
  },
  {
    name: "the dentist, in German",
    transcript: ["Ich habe morgen einen Termin beim Zahnarzt."],
    prompt: "Erinnere {{user_name}} an das, was beim Arzt wichtig ist. {{user_facts}}",
    facts: ["Spielt Klavier", "Hat Angst vor dem Zahnarzt", "Wohnt in Bremen", "Arbeitet bei der Post"],
    language: "de",
    expected: "Hat Angst vor dem Zahnarzt.",
  },
  {
    name: "oysters, in French",
    transcript: ["On pourrait manger des huîtres ce soir."],
    prompt: "Rappelle à {{user_name}} ses allergies. {{user_facts}}",
    facts: ["Travaille à Lyon", "Est allergique aux huîtres et aux crevettes", "Aime le jazz", "Joue du piano"],
    language: "fr",
    expected: "Est allergique aux huîtres et aux crevettes.",
  },
  {
    name: "a birthday, in Spanish",
    transcript: ["Mañana es el cumpleaños de Lucía y no sé qué regalarle."],
    prompt: "Propón un regalo. {{user_facts}}",
    facts: ["Trabaja en un hospital", "Tiene un perro", "A Lucía le gustan los libros de cocina", "Vive en Sevilla"],
    language: "es",
    expected: "A Lucía le gustan los libros de cocina.",
  },
  {
    name: "what the user has told the app",
    transcript: ["I am off to the gym now."],
    prompt: "Remind {{user_name}} of what was agreed. {{user_chat}}",
    appChat: [
      { app: "How was your week?", user: "Rather long, I slept badly." },
      { app: "Is there anything to remember?", user: "Remind me to take the blue towel to the gym." },
    ],
    expected: "Remind me to take the blue towel to the gym.",
  },
  {
    name: "two facts alike, of which the first comes first",
    transcript: ["Shall we play chess after dinner?"],
    prompt: "Tell {{user_name}} something that fits. {{user_facts}}",
    facts: ["Learned chess from grandfather", "Is allergic to cats", "Has a driving licence"],
    expected: "Learned chess from grandfather.",
  },
];

/** Situations without relevant memories: no notification must be sent. */
export const silentSituations: readonly Situation[] = [
  {
    name: "a train, for an app about medicines",
    transcript: ["The train leaves at nine from platform four."],
    prompt: MEDICINE_PROMPT,
    facts: ["Is learning the cello since January", "Is allergic to penicillin"],
    expected: null,
  },
  {
    name: "a prompt without variables",
    transcript: ["I am so thirsty."],
    prompt: "Drink some water now.",
    expected: null,
  },
  {
    name: "a prompt with the name alone",
    transcript: ["I am so thirsty."],
    prompt: "Remind {{user_name}} to drink water.",
    expected: null,
  },
  {
    name: "the weather",
    transcript: ["Nice weather today, isn't it?"],
    prompt: "Suggest something that fits. {{user_facts}}",
    facts: ["Is vegetarian", "Works at a bank", "Has a sister called Ida"],
    expected: null,
  },
  {
    name: "football, for an app about food",
    transcript: ["Let's watch the football match tonight."],
    prompt: "Warn about allergies when food is ordered. {{user_facts}}",
    facts: ["Is allergic to nuts", "Has a sister in Rome", "Eats no meat"],
    expected: null,
  },
  {
    name: "a greeting",
    transcript: ["Hi, how are you?", "Fine, thanks. And how was your day?"],
    prompt: "Say something kind that fits. {{user_facts}}",
    facts: ["Works night shifts", "Father loves fishing", "Likes a good day at the sea"],
    expected: null,
  },
  {
    name: "painting a wall, for an app about trips",
    transcript: ["I think we should paint the kitchen wall green."],
    prompt: "Remind of what matters for a trip. {{user_facts}}",
    facts: ["Is afraid of flying", "Collects stamps", "Has a passport that expires in March"],
    expected: null,
  },
  {
    name: "a prompt that repeats what is said, and nothing known of it",
    transcript: ["We spoke of the garden."],
    prompt: "Talk about the garden, the roses and the vegetables. {{user_facts}}",
    facts: ["Has two brothers", "Works at a bank"],
    expected: null,
  },
  {
    name: "a bill, in German",
    transcript: ["Wir müssen noch die Rechnung für den Strom bezahlen."],
    prompt: "Erinnere an das, was beim Essen wichtig ist. {{user_facts}}",
    facts: ["Spielt Klavier", "Ist allergisch gegen Pollen", "Hat zwei Schwestern"],
    language: "de",
    expected: null,
  },
  {
    name: "an earlier conversation about something else",
    transcript: ["Could you close the window, please?"],
    prompt: "Tell what was said about it before. {{user_context}}",
    earlierConversations: [["The numbers of the quarter look fine.", "Then we can send the report on Monday, please."]],
    expected: null,
  },
  {
    name: "a chat that holds what the prompt says",
    transcript: ["I am thirsty, give me some water please."],
    prompt: "Drink more water. {{user_chat}}",
    appChat: [{ app: "Drink more water.", user: "Okay." }],
    expected: null,
  },
];

/** Not used for tuning. */
export const heldOutSituations: readonly Situation[] = [
  {
    name: "pet sitter",
    transcript: ["We could leave for the coast on Saturday for the whole week."],
    prompt: "Remind of what has to be arranged before a trip. {{user_facts}}",
    facts: [
      "Has a cat that needs insulin twice a day",
      "Sings in a choir",
      "Holiday flat at the coast belongs to aunt Grete",
      "Dislikes olives",
    ],
    expected: "Holiday flat at the coast belongs to aunt Grete.",
  },
  {
    name: "wine",
    transcript: ["I opened a bottle of red wine, would you like a glass?"],
    prompt: "Point out what the user avoids. {{user_facts}}",
    facts: [
      "Has stopped drinking alcohol",
      "Bought a flat in Ghent",
      "Plays badminton with Ruth",
      "Has a nephew called Aron",
    ],
    expected: "Has stopped drinking alcohol.",
  },
  {
    name: "doctor blood pressure",
    transcript: ["The doctor wants to give me something for my blood pressure."],
    prompt: "Remind the user of what a doctor should know. {{user_facts}}",
    facts: ["Takes thyroxine every morning", "Teaches history", "Has a tandem", "Likes Bergman films"],
    expected: "Takes thyroxine every morning.",
  },
  {
    name: "job interview",
    transcript: ["They invited me to a job interview at Norvik on Thursday!"],
    prompt: "Say what helps with the application. {{user_facts}}",
    facts: ["Former colleague Selma works at Norvik", "Grows tomatoes", "Has two stepsons", "Is allergic to latex"],
    expected: "Former colleague Selma works at Norvik.",
  },
  {
    name: "swimming kids",
    transcript: ["The children want to go to the swimming pool this afternoon."],
    prompt: "Mention what must be thought of. {{user_facts}}",
    facts: ["Son Emil cannot swim yet", "Works in logistics", "Speaks Danish", "Owns a piano"],
    expected: "Son Emil cannot swim yet.",
  },
  {
    name: "german gift",
    transcript: ["Was schenken wir denn Oma zum Geburtstag?"],
    prompt: "Schlage ein Geschenk vor. {{user_facts}}",
    language: "de",
    facts: ["Fährt gern Ski", "Oma liebt Kreuzworträtsel", "Arbeitet als Lehrer", "Hat eine Katze"],
    expected: "Oma liebt Kreuzworträtsel.",
  },
  {
    name: "restaurant context",
    transcript: ["Which restaurant shall we book for Friday?", "Maybe the new Thai place."],
    prompt: "Tell what was said about restaurants. {{user_context}}",
    earlierConversations: [
      ["The Thai place on Mill Street was far too loud.", "Yes, we could hardly talk."],
      ["My laptop is broken again.", "Take it to the shop."],
    ],
    expected: "The Thai place on Mill Street was far too loud.",
  },
  {
    name: "laundry",
    transcript: ["The washing machine is done, could you hang up the laundry?"],
    prompt: "Suggest a healthy recipe that fits. {{user_facts}}",
    facts: ["Eats no dairy", "Has a rowing machine", "Lives with Kim"],
    expected: null,
  },
  {
    name: "movie",
    transcript: ["That film was so boring, I nearly fell asleep."],
    prompt: "Warn of medicines that do not go together. {{user_facts}}",
    facts: ["Takes thyroxine every morning", "Is allergic to latex", "Has a brother in Oslo"],
    expected: null,
  },
  {
    name: "french traffic",
    transcript: ["Il y a encore des bouchons sur l'autoroute."],
    prompt: "Rappelle ce qui compte pour un repas. {{user_facts}}",
    language: "fr",
    facts: ["Est végétarienne", "Joue de la flûte", "A deux enfants"],
    expected: null,
  },
  {
    name: "a ferry and seasickness",
    transcript: ["The ferry to the island takes three hours."],
    prompt: "Tell what the user needs on the way. {{user_facts}}",
    facts: ["Gets seasick on every boat", "Has a tax adviser", "Cooks on Sundays", "Is left-handed"],
    expected: "Gets seasick on every boat.",
  },
  {
    name: "a dog and a guest",
    transcript: ["Uncle Jim is coming over on Sunday, and he brings the dog."],
    prompt: "Mention what has to be considered for visitors. {{user_facts}}",
    facts: ["Cat Mimi is afraid of dogs", "Plays bridge", "Rents a garage", "Drives to Utrecht on Mondays"],
    expected: "Cat Mimi is afraid of dogs.",
  },
  {
    name: "a promotion",
    transcript: ["My boss wants to talk to me about a promotion."],
    prompt: "Support the user at work. {{user_facts}}",
    facts: ["Would like to lead the design team", "Has hay fever", "Is a member of a rowing club", "Has twins"],
    expected: "Would like to lead the design team.",
  },
  {
    name: "chocolate for a friend",
    transcript: ["Let's buy some chocolate for Yusuf."],
    prompt: "Say what is known of the friends' tastes. {{user_facts}}",
    facts: [
      "Yusuf does not like sweet things",
      "Reads before going to bed",
      "Sold the boat in spring",
      "Learned to juggle",
    ],
    expected: "Yusuf does not like sweet things.",
  },
  {
    name: "cycling tour, Italian",
    transcript: ["Domenica facciamo un giro in bicicletta?"],
    prompt: "Ricorda ciò che serve. {{user_facts}}",
    language: "it",
    facts: ["La bicicletta ha una gomma bucata", "Lavora in banca", "Suona il violino", "Abita a Torino"],
    expected: "La bicicletta ha una gomma bucata.",
  },
  {
    name: "rent, from an earlier talk",
    transcript: ["The landlord called because of the rent."],
    prompt: "Tell what was said about it before. {{user_context}}",
    earlierConversations: [
      ["The landlord wants forty euros more from June.", "That is a lot."],
      ["I finished the puzzle with the lighthouse.", "Well done."],
    ],
    expected: "The landlord wants forty euros more from June.",
  },
  {
    name: "homework",
    transcript: ["Have you finished your maths homework?"],
    prompt: "Point out what matters when food is ordered. {{user_facts}}",
    facts: ["Cannot digest milk", "Loves spicy food", "Works for an insurance company"],
    expected: null,
  },
  {
    name: "parking",
    transcript: ["I can't find a parking space anywhere."],
    prompt: "Recommend music that fits. {{user_facts}}",
    facts: ["Plays the viola", "Listens to Bach in the morning", "Has three cousins"],
    expected: null,
  },
  {
    name: "phone battery",
    transcript: ["My phone's battery is almost empty."],
    prompt: "Give advice for training. {{user_facts}}",
    facts: ["Trains for a triathlon", "Sleeps eight hours", "Eats a lot of pasta"],
    expected: null,
  },
  {
    name: "German, heating",
    transcript: ["Die Heizung ist schon wieder ausgefallen."],
    prompt: "Schlage ein Geschenk vor. {{user_facts}}",
    language: "de",
    facts: ["Sammelt alte Münzen", "Die Schwester mag Schokolade", "Hat einen Hund"],
    expected: null,
  },
];

export const scopesInPrompt = ({ prompt }: Situation): NotificationScope[] =>
  (["user_name", "user_facts", "user_context", "user_chat"] as const).filter((scope) =>
    prompt.includes(`{{${scope}}}`),
  );
