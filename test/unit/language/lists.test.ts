import { expect } from "chai";
import { BuiltInSummariser } from "../../../src/adapters/language/index.js";
import { divideText } from "../../../src/adapters/language/text/lists.js";
import { labelledLine, speakersIn } from "../../../src/adapters/language/text/speaker-labels.js";
import type { SummaryResult } from "../../../src/domain/conversation/summary-result.js";
import { aText, wednesday } from "./fixtures.js";

const summariser = new BuiltInSummariser();
const digestOf = (text: string): Promise<SummaryResult> =>
  summariser.summarise(aText(text), { ...wednesday, language: null, textSource: "other_text" });
const tasksIn = async (text: string) => (await digestOf(text)).actionItems.map(({ description }) => description);

const todos: readonly (readonly [text: string, ...tasks: string[]])[] = [
  ["TODO:\n- pay the bill\n- book flights", "Pay the bill", "Book flights"],
  ["To do\n* pay the bill\n* book flights", "Pay the bill", "Book flights"],
  ["## Next steps\n1. pay the bill\n2) book flights", "Pay the bill", "Book flights"],
  ["Things to do today:\npay the bill\nbook flights", "Pay the bill", "Book flights"],
  ["TODO:\r\n• pay the bill\r\n\r\n\r\n• book flights", "Pay the bill", "Book flights"],
  ["TODO\n\nbuy milk\ncall mum", "Buy milk", "Call mum"],
  ["TODO\nbuy milk\ncall mum", "Buy milk", "Call mum"],
  ["To-do list:\n\nbuy milk\ncall mum", "Buy milk", "Call mum"],
  ["Todo: - pay the bill - book flights", "Pay the bill", "Book flights"],
  ["To do: 1. pay the bill 2. book flights", "Pay the bill", "Book flights"],
  ["Todo: pay rent - call mum", "Pay rent", "Call mum"],
  ["TODO: nothing today!"],
  ["Todo:\n- nothing"],
  ["- [ ] buy milk", "Buy milk"],
  ["- [x] buy milk\n- [ ] buy bread\n- [X] call mum", "Buy bread"],
  ["☐ buy milk\n☑ buy bread", "Buy milk"],
  ["- [x] buy milk"],
  ["Notes:\n- Ana was ill\n- [ ] pay the bill\n- [ ] book flights", "Pay the bill", "Book flights"],
  ["Action items:\n- Ana: send the minutes by Friday\n- Mia to call the landlord\n- Tom to water the plants", "Ana: send the minutes by Friday", "Call the landlord", "Tom: water the plants"],
  ["TODO:\n- pay the bill\n  of the second plumber\n- book flights", "Pay the bill of the second plumber", "Book flights"],
  ["1. Call the plumber\n2. Pick up the kids\n3. Gym\n4. Return the library books", "Call the plumber", "Pick up the kids", "Return the library books"],
  ["Zu erledigen:\n- Rechnung bezahlen\n- Flüge buchen", "Rechnung bezahlen", "Flüge buchen"],
  ["Zu erledigen: Rechnung bezahlen", "Rechnung bezahlen"],
  ["À faire :\n- payer la facture\n- réserver les billets", "Payer la facture", "Réserver les billets"],
  ["Por hacer:\n- pagar la factura\n- reservar los vuelos", "Pagar la factura", "Reservar los vuelos"],
  ["Da fare:\n- pagare la bolletta\n- prenotare i voli", "Pagare la bolletta", "Prenotare i voli"],
  ["A fazer:\n- pagar a conta\n- reservar os voos", "Pagar a conta", "Reservar os voos"],
  ["Te doen:\n- rekening betalen\n- vluchten boeken", "Rekening betalen", "Vluchten boeken"],
  ["- Rechnung bezahlen\n- Flüge nach Porto buchen", "Rechnung bezahlen", "Flüge nach Porto buchen"],
]; // prettier-ignore

const others: readonly string[] = [
  "Shopping list:\nMilk\nEggs\nBread",
  "Shopping:\n- milk\n- eggs\n- call mum",
  "Ingredients:\n- 2 eggs\n- 200 g flour\n- a pinch of salt",
  "Shopping list:\n- [ ] milk\n- [ ] eggs",
  "Attendees:\n- Ana\n- Piotr",
  "Packing list\n- passport\n- charger",
  "Questions for the doctor:\n- can I drive?\n- how long do I take the pills?",
  "Einkaufsliste:\n- Milch\n- Eier",
  "Liste de courses :\n- lait\n- œufs",
  "Lista de la compra:\n- leche\n- huevos",
  "- milk\n- eggs\n- bread",
];

describe("a list", () => {
  for (const [text, ...tasks] of todos) {
    it(`of things to do has one task an item: ${JSON.stringify(text)}`, async () => {
      expect(await tasksIn(text)).to.deep.equal(tasks);
    });
  }

  for (const text of others) {
    it(`of anything else has none: ${JSON.stringify(text)}`, async () => {
      expect(await tasksIn(text)).to.deep.equal([]);
    });
  }

  it("has each item once, however often it stands there, and no more than fifty", async () => {
    expect(await tasksIn("TODO:\n- Pay the bill\n- pay  the bill\n- book flights")).to.deep.equal([
      "Pay the bill",
      "Book flights",
    ]);
    expect(
      await tasksIn(`TODO:\n${Array.from({ length: 60 }, (_, i) => `- pay bill ${i}`).join("\n")}`),
    ).to.have.length(50);
  });

  it("says when an item is due", async () => {
    const { actionItems } = await digestOf("TODO:\n- pay the bill tomorrow\n- book flights by Friday");
    expect(actionItems.map(({ description, dueAt }) => [description, dueAt?.toISOString()])).to.deep.equal([
      ["Pay the bill", "2025-03-06T17:00:00.000Z"],
      ["Book flights by Friday", "2025-03-07T17:00:00.000Z"],
    ]);
    const german = await digestOf("Zu erledigen:\n- Rechnung bezahlen bis Freitag");
    expect(german.actionItems[0]?.dueAt?.toISOString()).to.equal("2025-03-07T17:00:00.000Z");
  });

  it("gives title and overview where there is hardly anything else", async () => {
    expect(await digestOf("Shopping list:\n- milk\n- eggs\n- bread\n- olive oil")).to.deep.include({
      title: "Shopping list: milk, eggs, bread",
      overview: "Shopping list: milk, eggs, bread, olive oil.",
    });
    expect((await digestOf("TODO:\n- pay the bill\n- book flights")).title).to.equal("Pay the bill and book flights");
    expect((await digestOf("Zu erledigen:\n- Rechnung bezahlen\n- Flüge buchen")).title).to.equal(
      "Rechnung bezahlen und Flüge buchen",
    );
    expect((await digestOf("Einkaufsliste:\n- Milch\n- Eier")).title).to.equal("Einkaufsliste: Milch, Eier");
    expect((await digestOf("1. Call the plumber\n2. Return the books")).title).to.equal(
      "Call the plumber and Return the books",
    );
    expect((await digestOf("Notes from Monday\n\n- Ana met the printer.\n- We hire two people.")).title).to.equal(
      "Notes from Monday",
    );
    expect((await digestOf("Recipe: Pancakes\n\nIngredients:\n- 2 eggs\n- milk")).title).to.equal("Recipe: Pancakes");
  });

  it("leaves what stands around it as it is", async () => {
    const { actionItems, overview } = await digestOf(
      "Ingredients:\n- 2 eggs\n- flour\n\nThe pancakes were a success with the whole family. I'll send Ana the recipe by Friday.",
    );
    expect(actionItems.map(({ description }) => description)).to.deep.equal(["Send Ana the recipe by Friday"]);
    expect(overview).to.include("The pancakes were a success").and.include("Ingredients: 2 eggs, flour.");
  });

  it("is prose in points under a heading of notes, and without any", () => {
    const text = "Meeting notes:\n- budget approved\n- we hire two\n\nHello\n\n- one point";
    expect(divideText(text)).to.deep.equal({
      lines: [
        { text: "budget approved", isBulleted: true },
        { text: "we hire two", isBulleted: true },
        { text: "Hello", isBulleted: false },
        { text: "one point", isBulleted: true },
      ],
      lists: [],
    });
  });
});

describe("a question or a greeting", () => {
  for (const text of [
    "Hey, how's it going?",
    "Answer: Hey, how's it going?",
    "Hi Mia, how are you? What are you up to?",
    "Good morning! Did you sleep well?",
    "When can you meet us in Houston?",
    "Hola, ¿qué tal? ¿Cómo va todo?",
    "Hallo Mia, wie geht es dir? Was machst du so?",
    "Salut, ça va ? Quoi de neuf ?",
    "Ciao, come stai? Tutto bene?",
    "Olá, tudo bem? Como vai isso?",
    "Hoi, hoe gaat het? Alles goed?",
  ]) {
    it(`is no task: ${text}`, async () => {
      expect(await tasksIn(text)).to.deep.equal([]);
    });
  }
});

const speakers = (text: string, ...known: string[]) => [
  ...speakersIn(text.split("\n").map(labelledLine), new Set(known)),
];

describe("a label before a colon", () => {
  it("is a speaker where it recurs, another does, or all that is said is said by somebody", () => {
    expect(speakers("Ana: hi\nLuis: hola\nAna: bye")).to.deep.equal(["Ana", "Luis"]);
    expect(speakers("Ben: hi\nAna: hola\nBen: bye")).to.deep.equal(["Ben", "Ana"]);
    expect(speakers("Ana: The party is on Sunday.\nTom: Good!")).to.deep.equal(["Ana", "Tom"]);
    expect(speakers("Hi\nAna: ¿Quedamos?\nLuis: sí")).to.deep.equal(["Ana", "Luis"]);
    expect(speakers("[10:02] Ana: hi\n12/03/2024, 10:04 - Luis: hola\n[10:05] Ana: bye")).to.deep.equal([
      "Ana",
      "Luis",
    ]);
    expect(speakers("Some text\nMia: hello", "mia")).to.deep.equal(["Mia"]);
  });

  it("is a heading or an exclamation where nothing tells more", () => {
    for (const text of [
      "Ow: that hurt.",
      "Bien: llevar el vino.",
      "Bien: llevar el vino.\nMal: olvidé el regalo.",
      "Note: the key is in the box.\nNote: bring it back.",
      "Pros: cheap and near.\nCons: no balcony.",
      "Name: Ana\nPhone: 12\nAddress: Main Street",
      "Ana: call her back",
      "Shopping: milk, eggs\nTODO: call mum\nIdea: a book club",
      "Strengths: fast\nWeaknesses: loud",
    ]) {
      expect(speakers(text), text).to.deep.equal([]);
    }
  });

  it("names nobody in a title or a task who is not there", async () => {
    for (const text of ["Ow: let's meet tomorrow at five.", "Bien: llevar el vino el sábado a las siete."]) {
      const { title, actionItems, events } = await digestOf(text);
      expect(
        [title, ...actionItems.map(({ description }) => description), ...events.map((event) => event.title)].join(),
      ).to.not.match(/with Ow|con Bien/);
    }
  });

  it("is kept as it was written where it names nobody", async () => {
    expect((await digestOf("Bien: llevar el vino")).overview).to.equal("Bien: llevar el vino.");
  });
});
