import { expect } from "chai";
import { BuiltInLanguageDetector, BuiltInSummariser } from "../../../src/adapters/nlp/index.js";
import { selectWindows } from "../../../src/adapters/nlp/text/language-detection.js";
import type { SummaryResult } from "../../../src/domain/conversation/summary-result.js";
import { type NewSegment, Transcript } from "../../../src/domain/conversation/transcript.js";

const detector = new BuiltInLanguageDetector();

const texts: Readonly<Record<string, readonly string[]>> = {
  de: [
    "Milch kaufen",
    "Zahnarzt Dienstag 9 Uhr",
    "Ich bin Vegetarier und wohne in Berlin",
    "Kannst du mir bitte bis Freitag den Bericht schicken?",
  ],
  fr: [
    "Acheter du pain",
    "Je suis végétarien et j'habite à Lyon",
    "Rendez-vous chez le dentiste mardi à neuf heures et demie",
  ],
  es: ["Pagar la luz", "Soy vegetariano y vivo en Valencia", "Llamar al fontanero mañana por la mañana"],
  it: ["Comprare il latte", "Sono vegetariano e vivo a Torino", "Ho il dentista martedì alle nove e mezza"],
  pt: ["Reunião terça às 15h", "Sou vegetariano e moro no Porto", "Ligar ao canalizador amanhã de manhã"],
  nl: [
    "Huur betalen",
    "Ik ben vegetariër en woon in Utrecht",
    "Kun je me het rapport voor vrijdag sturen, alsjeblieft?",
  ],
  sv: ["Jag är vegetarian och bor i Malmö"],
  pl: ["Jestem wegetarianką i mieszkam w Krakowie"],
  tr: ["Ben vejetaryenim ve İzmir'de yaşıyorum"],
  ja: ["私は東京に住んでいます"],
  ar: ["أنا أعيش في القاهرة وأعمل مدرسا"],
  el: ["Είμαι χορτοφάγος και μένω στην Αθήνα"],
};

const english = [
  "I'm vegetarian and I live in Porto",
  "Meeting with Jean-Pierre Dubois and François at Café de Flore on Tuesday",
  "Ordered Schnitzel and Apfelstrudel at Gasthaus zum Löwen with Jürgen and Günther",
  "Dinner at Osteria La Bella Vita with Giuseppe and Francesca",
  "Flight to São Paulo, hotel in Ipanema, dinner with João",
  "Señora Rodríguez wants the report by Friday",
  "My sister Ana lives in Madrid and works at Universidad Complutense",
  "Gracias, that was a lovely evening, hasta luego!",
  "Q3 numbers, KPIs, OKRs, roadmap",
  "Lunch w/ Priya Thu 12:30 @ Nopi",
  "Dinner Anna Fri 8pm",
  "Ring Agnieszka re Krakow flat",
  "Barcelona vs Juventus 9pm",
  "Netflix: Dark, Narcos, Elite",
  "Sonos setup kitchen",
];

describe("The built-in language detector", () => {
  for (const [language, each] of Object.entries(texts)) {
    it(`detects ${language} in one sentence or a note`, async () => {
      for (const text of each) expect(await detector.detect([text]), text).to.equal(language);
    });
  }

  it("detects no other language in English with foreign names and words", async () => {
    for (const text of english) expect(await detector.detect([text]), text).to.be.oneOf(["en", undefined]);
  });

  it("detects nothing in a text that is too short", async () => {
    for (const text of ["", "Milk", "Diwali pooja", "12:30", "🎉🎉🎉", "https://example.org/ich/und/nicht", "a\n\n"]) {
      expect(await detector.detect([text]), text).to.equal(undefined);
    }
  });

  it("reads the whole of a long text, not only its start", async () => {
    const welcome = "Welcome everybody, thank you for coming to our little meeting today.";
    const rest = Array.from({ length: 500 }, (_, i) => `Wir haben heute ${i} Kisten Äpfel aus dem Garten geholt.`);
    expect(await detector.detect([...Array.from({ length: 15 }, () => welcome), ...rest])).to.equal("de");
  });

  it("reads at most 20,000 characters in windows that are spread evenly", () => {
    const windows = selectWindows(Array.from({ length: 100_000 }, (_, i) => `word ${i}`));
    expect(windows).to.have.length(20);
    expect(windows.join("").length).to.be.below(30_000);
    expect(windows[0]).to.match(/^word 0\n/);
    expect(windows.at(-1)).to.match(/word 9[5-9]\d\d\d/);
    expect(selectWindows(["one", "two"])).to.deep.equal(["one\ntwo\n"]);
    expect(selectWindows([])).to.deep.equal([]);
    expect(selectWindows(["a".repeat(50_000)]).map(({ length }) => length)).to.deep.equal(Array(20).fill(1_001));
  });
});

describe("A text without a language", () => {
  let summariser: BuiltInSummariser;
  const context = {
    userId: "ada",
    userName: "Mia",
    startedAt: new Date("2025-03-05T10:00:00Z"),
    timeZone: "Europe/London",
    textSource: null,
  };

  before(() => {
    summariser = new BuiltInSummariser();
  });

  const summariseText = (text: string, language: string | null = null): Promise<SummaryResult> => {
    const transcript = Transcript.create("t", [{ text, start: 0, end: 300, speaker: "SPEAKER_00" }]);
    return summariser.summarise(transcript, { ...context, language, textSource: "other_text" });
  };
  const descriptionsOf = ({ actionItems }: SummaryResult): string[] =>
    actionItems.map(({ description }) => description);

  it("is analysed in the language that it is in", async () => {
    const result = await summariseText(
      "Ich bin Vegetarier und wohne in Berlin. Morgen muss ich die Rechnung bezahlen.",
    );
    expect(descriptionsOf(result)).to.deep.equal(["Die Rechnung bezahlen"]);
    expect(result.memories.map(({ content }) => content).join())
      .to.include("Vegetarier")
      .and.include("Berlin");
  });

  it("yields only words of its own in a language without a locale", async () => {
    const text = "Jag är vegetarian och bor i Malmö. Kan du skicka rapporten innan fredag?";
    const { title, overview, actionItems } = await summariseText(text);
    for (const word of `${title} ${overview}`.match(/\p{L}+/gu) ?? []) expect(text).to.include(word);
    expect(actionItems).to.deep.equal([]);
  });

  it("is analysed in both languages when it has two", async () => {
    const result = await summariseText(
      "Team update\nWe moved the launch to March. I'll send the plan to Priya tomorrow.\n\n" +
        "Team-Update\nWir haben den Start auf März verschoben. Ich rufe morgen den Kunden an.",
    );
    expect(descriptionsOf(result)).to.include.members(["Send the plan to Priya", "Den Kunden anrufen"]);
  });

  it("is analysed in the language of each speaker", async () => {
    const lines: readonly (readonly [boolean, string])[] = [
      [true, "I'll send you the slides for the client tomorrow."],
      [false, "Danke dir. Ich rufe den Kunden am Freitag an."],
      [true, "Great. I'll book the room for the workshop by Thursday."],
    ];
    const segments = lines.map(([isUser, text], index): NewSegment => {
      const time = { start: index * 5, end: index * 5 + 4 };
      return isUser ? { text, ...time, speaker: "SPEAKER_00", isUser } : { text, ...time, speaker: "Lena" };
    });
    const result = await summariser.summarise(Transcript.create("c", segments), { ...context, language: null });
    const descriptions = descriptionsOf(result).join("; ");
    for (const words of ["slides for the client", "Kunden anrufen", "Book the room"])
      expect(descriptions).to.include(words);
  });

  it("is English if nothing else is certain", async () => {
    expect(descriptionsOf(await summariseText("Call Jürgen tomorrow."))).to.deep.equal(["Call Jürgen"]);
  });
});
