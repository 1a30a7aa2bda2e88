import { expect } from "chai";
import { listEvents, listMemories, listTasks, summariseText } from "./fixtures.js";

interface Expected {
  readonly tasks?: readonly string[];
  readonly events?: readonly string[];
  readonly memories?: readonly string[];
}

/** Written on Monday 5 January 2026, without a language. */
const texts: readonly (readonly [text: string, expected: Expected])[] = [
  ["TODO:\n- pay the bill\n- book flights", { tasks: ["Pay the bill", "Book flights"] }],
  ["- [ ] buy milk\n- [x] call the bank\n- [ ] renew passport by Friday", { tasks: ["Buy milk", "Renew passport [2026-01-09T17:00]"] }],
  ["Buy milk", { tasks: ["Buy milk"] }],
  ["Remind me to water the plants tonight", { tasks: ["Water the plants [2026-01-05T22:00]"] }],
  ["Milk 2 l, call mum, book the dentist and pay the rent by Friday", { tasks: ["Call mum", "Book the dentist", "Pay the rent [2026-01-09T17:00]"] }],
  ["My son Emil is vegetarian. I need to tell the school tomorrow.", { tasks: ["Tell the school [2026-01-06T17:00]"], memories: ["Son Emil is vegetarian"] }],
  ["I'm allergic to nuts.", { memories: ["Is allergic to nuts"] }],
  ["Dentist on Thursday at 10", { events: ["Dentist [2026-01-08T10:00]"] }],
  ["Dear Mia,\n\ncould you fill in the form and send it back by Friday?\n\nKind regards,\nSinead Foley", { tasks: ["Fill in the form and send it back [2026-01-09T17:00]"] }],
  ["Zu erledigen:\n- Rechnung bezahlen\n- Flüge buchen bis Freitag", { tasks: ["Rechnung bezahlen", "Flüge buchen [2026-01-09T17:00]"] }],
  ["Morgen den Klempner anrufen", { tasks: ["Den Klempner anrufen [2026-01-06T17:00]"] }],
  ["Ich bin Vegetarier und wohne in München. Morgen muss ich den Zahnarzt anrufen.", { tasks: ["Den Zahnarzt anrufen [2026-01-06T17:00]"], memories: ["Ist Vegetarier und wohnt in München"] }],
  ["Elternabend Do 19 Uhr", { events: ["Elternabend [2026-01-08T19:00]"] }],
  ["Je suis allergique aux noix. Il faut que j'appelle le dentiste demain.", { tasks: ["Appeler le dentiste [2026-01-06T17:00]"], memories: ["Est allergique aux noix"] }],
  ["Ma sœur Claire habite à Lyon. Envoyer le devis avant vendredi.", { tasks: ["Envoyer le devis [2026-01-09T17:00]"], memories: ["Sa sœur Claire habite à Lyon"] }],
  ["Soy celíaca. Tengo que llamar al fontanero mañana.", { tasks: ["Llamar al fontanero [2026-01-06T17:00]"], memories: ["Es celíaca"] }],
  ["Sono allergica alle fragole. Devo chiamare l'idraulico domani e portare la macchina dal meccanico giovedì.", { tasks: ["Chiamare l'idraulico [2026-01-06T17:00]", "Portare la macchina dal meccanico [2026-01-08T17:00]"], memories: ["È allergica alle fragole"] }],
  ["Meu irmão Rui mora no Porto. Pagar a conta da luz amanhã.", { tasks: ["Pagar a conta da luz [2026-01-06T17:00]"], memories: ["Irmão Rui mora no Porto"] }],
  ["Ik ben allergisch voor pinda's. Morgen moet ik de tandarts bellen.", { tasks: ["De tandarts bellen [2026-01-06T17:00]"], memories: ["Is allergisch voor pinda's"] }],
  // Nothing is kept of what is no task, event or fact.
  ["Shopping:\n- milk\n- eggs", {}],
  ["Hey, how's it going?", {}],
  ["lol that was hilarious", {}],
  ["- [x] call mum\n- [x] pay the rent", {}],
  ["Nächste Woche Urlaub!", {}],
  ["👍", {}],
  // A pronoun whose meaning nothing tells makes no task.
  ["Call him please tomorrow", {}],
  ["Send it please tomorrow morning.", {}],
  // Languages without a data file are shown as written.
  ["Asun Helsingissä ja olen opettaja.", {}],
  ["请明天给王医生打电话", {}],
]; // prettier-ignore

describe("An everyday text", () => {
  for (const [text, { tasks = [], events = [], memories = [] }] of texts) {
    it(`yields what its writer would keep: ${JSON.stringify(text)}`, async () => {
      const result = await summariseText(text);
      expect(listTasks(result)).to.deep.equal(tasks);
      expect(listEvents(result)).to.deep.equal(events);
      expect(listMemories(result)).to.deep.equal(memories);
    });
  }

  it("is shown as written in a language without a data file", async () => {
    const { title, overview } = await summariseText("Asun Helsingissä ja olen opettaja.");
    expect(title).to.equal("Asun Helsingissä ja olen opettaja");
    expect(overview).to.equal("Asun Helsingissä ja olen opettaja.");
  });

  it("yields the same when the language is given", async () => {
    const text = "Morgen den Klempner anrufen. Meine Schwester Anna wohnt in Bonn.";
    expect(await summariseText(text, { language: "de" })).to.deep.equal(await summariseText(text));
  });
});
