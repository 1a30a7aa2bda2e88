import { expect } from "chai";
import { BuiltInLanguageDetector, BuiltInSummariser } from "../../../src/adapters/language/index.js";
import { selectWindows } from "../../../src/adapters/language/text/language-detection.js";
import type { SummaryResult } from "../../../src/domain/conversation/summary-result.js";
import { aConversation, aText, wednesday } from "./fixtures.js";

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

describe("the detection of a language", () => {
  for (const [language, each] of Object.entries(texts)) {
    it(`knows ${language} by one sentence or a note`, async () => {
      for (const text of each) expect(await detector.detect([text]), text).to.equal(language);
    });
  }

  it("takes English with names and words of other languages for no other language", async () => {
    for (const text of english) expect(await detector.detect([text]), text).to.be.oneOf(["en", undefined]);
  });

  it("is certain of nothing that is too short to tell", async () => {
    for (const text of ["", "Milk", "Diwali pooja", "12:30", "🎉🎉🎉", "https://example.org/ich/und/nicht", "a\n\n"]) {
      expect(await detector.detect([text]), text).to.equal(undefined);
    }
  });

  it("looks at the whole of a long text, not at its beginning", async () => {
    const welcome = "Welcome everybody, thank you for coming to our little meeting today.";
    const rest = Array.from({ length: 500 }, (_, i) => `Wir haben heute ${i} Kisten Äpfel aus dem Garten geholt.`);
    expect(await detector.detect([...Array.from({ length: 15 }, () => welcome), ...rest])).to.equal("de");
  });

  it("reads at most 20,000 characters, in parts spread evenly over the text", () => {
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

const summariser = new BuiltInSummariser();
const digestOf = (text: string, language: string | null = null): Promise<SummaryResult> =>
  summariser.summarise(aText(text), { ...wednesday, language, textSource: "other_text" });

const tasksOf = ({ actionItems }: SummaryResult) => actionItems.map(({ description }) => description);
const factsOf = ({ memories }: SummaryResult) => memories.map(({ content }) => content);

describe("a text whose language is not named", () => {
  it("is read in the language that it is in", async () => {
    const digest = await digestOf("Ich bin Vegetarier und wohne in Berlin. Morgen muss ich die Rechnung bezahlen.");
    expect(digest.title).to.equal("Vegetarier, Berlin und Rechnung");
    expect(tasksOf(digest)).to.deep.equal(["Die Rechnung bezahlen"]);
    expect(factsOf(digest)).to.deep.equal(["Ich bin Vegetarier.", "Ich wohne in Berlin."]);
  });

  it("keeps its own words where no rules are known for its language", async () => {
    const text = "Jag är vegetarian och bor i i Malmö. Kan du skicka rapporten innan fredag?";
    const { title, overview, actionItems } = await digestOf(text);
    expect(text).to.include(title);
    expect(overview).to.equal(text);
    expect(actionItems).to.deep.equal([]);
  });

  it("is read in both languages where it has two, each by its own rules", async () => {
    const digest = await digestOf(
      "Team update\nWe moved the launch to March. I'll send the plan to Priya tomorrow.\n\n" +
        "Team-Update\nWir haben den Start auf März verschoben. Ich schicke Priya morgen den Plan und rufe den Kunden an.",
    );
    expect(digest.title).to.equal("Plan to Priya");
    expect(digest.overview).to.equal("We moved the launch to March. I'll send the plan to Priya tomorrow.");
    expect(tasksOf(digest)).to.deep.equal(["Send the plan to Priya", "Priya den Plan schicken und den Kunden anrufen"]);
  });

  it("has what each speaker says read in the language of that speaker", async () => {
    const transcript = aConversation(
      ["me", "I'll send you the slides for the client tomorrow."],
      ["Lena", "Danke dir. Ich rufe den Kunden am Freitag an und frage nach dem Vertrag."],
      ["me", "Great. I'll book the room for the workshop by Thursday."],
    );
    const digest = await summariser.summarise(transcript, { ...wednesday, language: null });
    expect(tasksOf(digest)).to.deep.equal([
      "Send Lena the slides for the client",
      "Book the room for the workshop by Thursday",
      "Lena: den Kunden anrufen und nach dem Vertrag fragen",
    ]);
  });

  it("is English where nothing else is certain", async () => {
    expect(tasksOf(await digestOf("Call Jürgen tomorrow."))).to.deep.equal(["Call Jürgen"]);
  });
});

describe("a text whose language is named", () => {
  it("is not read in another one, nor by the rules of a language that it is not in", async () => {
    const text = "Ich bin Vegetarier und wohne in Berlin. Morgen muss ich die Rechnung bezahlen.";
    const digest = await digestOf(text, "en");
    expect(digest).to.deep.include({ title: "Ich bin Vegetarier und wohne in Berlin", overview: text });
    expect([tasksOf(digest), factsOf(digest)]).to.deep.equal([[], []]);
  });
});
