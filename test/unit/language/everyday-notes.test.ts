import { expect } from "chai";
import { BuiltInSummariser } from "../../../src/adapters/language/index.js";
import { aText, wednesday } from "./fixtures.js";

const summariser = new BuiltInSummariser();

interface Expected {
  readonly title?: string;
  readonly tasks?: readonly string[];
  readonly events?: readonly string[];
}

/** Written on Wednesday the fifth of March 2025 at ten. */
const notes: readonly (readonly [text: string, expected: Expected])[] = [
  [
    "Comprar leche, huevos y pan. Llamar al fontanero mañana.",
    {
      title: "Comprar leche, huevos y pan",
      tasks: ["Comprar leche, huevos y pan", "Llamar al fontanero, 2025-03-06T17:00"],
    },
  ],
  ["Milch kaufen. Morgen den Klempner anrufen.", { tasks: ["Milch kaufen", "Den Klempner anrufen, 2025-03-06T17:00"] }],
  ["Chiamare l'idraulico domani mattina", { title: "Chiamare l'idraulico", tasks: ["Chiamare l'idraulico, 2025-03-06T12:00"] }],
  ["Ligar ao canalizador amanhã", { title: "Ligar ao canalizador", tasks: ["Ligar ao canalizador, 2025-03-06T17:00"] }],
  ["Morgen loodgieter bellen", { tasks: ["Loodgieter bellen, 2025-03-06T17:00"] }],
  ["Das kann man vergessen. Ich will ein Haus bauen.", {}],
  ["TODO call mum, pay rent, book dentist", { title: "Call mum, pay rent and book dentist", tasks: ["Call mum", "Pay rent", "Book dentist"] }],
  ["TODO: tell Ana, who is ill, about it", { tasks: ["Tell Ana, who is ill, about it"] }],
  [
    "Hallo Mia,\n\nkannst du mir bitte bis Freitag die Unterlagen schicken?\n\nViele Grüße\nKatrin",
    { tasks: ["Die Unterlagen schicken, 2025-03-07T17:00"] },
  ],
  [
    "Hola Mia:\n¿me puedes mandar el informe antes del viernes? Nos vemos el martes a las diez en la oficina.\nUn saludo,\nMarta",
    { title: "Informe y oficina", tasks: ["Mandar el informe, 2025-03-07T17:00"], events: ["Reunión, 2025-03-11T10:00"] },
  ],
  [
    "Hallo zusammen,\n\nhier das Protokoll von heute:\n- Budget ist freigegeben\n- Nächstes Treffen: Dienstag 14 Uhr\n\nViele Grüße\nJonas",
    { events: ["Treffen, 2025-03-11T14:00"] },
  ],
  ["Ich: Kommst du morgen?\nEr: Ja, um acht.\nIch: Super, dann koche ich.", { events: ["Treffen, 2025-03-06T08:00"] }],
  ["Lunch w/ Priya on Thursday 12:30 @ Nopi", { events: ["Lunch with Priya, 2025-03-06T12:30"] }],
  ["Your package will arrive tomorrow at 9am. Track it at https://track.example.com/abc?x=1.", { events: ["Package's arrival, 2025-03-06T09:00"] }],
  ["[10:02] Ana: did you pay the rent?\n[10:03] Mia: not yet, I'll do it tonight\n[10:04] Ana: thx", { tasks: ["Pay the rent, 2025-03-05T22:00"] }],
  ["okay so today was a long day um I finally finished the report for Marta and I need to send it to her tomorrow morning also the car makes a weird noise so call the garage", { tasks: ["Call the garage"] }],
  ["https://example.com/article?id=5", { title: "https://example.com/article?id=5" }],
  ["www.example.com", { title: "www.example.com" }],
  ["Call him please tomorrow", { title: "Call him tomorrow", tasks: ["Call him tomorrow, 2025-03-06T17:00"] }],
  ["Buy milk", { title: "Buy milk", tasks: ["Buy milk"] }],
  ["Pay the rent. Buy milk. Call Ben tomorrow.", { tasks: ["Pay the rent", "Buy milk", "Call Ben, 2025-03-06T17:00"] }],
  ["Buy one get one free", {}],
  ["Pay attention to the signs", {}],
  ["Call Center", {}],
  ["Ich muss unbedingt Mama anrufen", { title: "Mama anrufen", tasks: ["Mama anrufen"] }],
  ["Wir müssen noch die Miete zahlen", { tasks: ["Die Miete zahlen"] }],
  ["Wir müssen reden", {}],
  ["Hay que pagar la factura", { tasks: ["Pagar la factura"] }],
  ["> Can you send me the invoice?\nSure, I'll send it tomorrow", { tasks: ["Send the invoice, 2025-03-06T17:00"] }],
  ["On Mon, Ana wrote:\n> Can you send me the invoice?\n> Thanks\n\nSure, I'll send it tomorrow.\n\nMia", { tasks: ["Send it tomorrow, 2025-03-06T17:00"] }],
  ["Asun Helsingissä ja olen opettaja.", { title: "Asun Helsingissä ja olen opettaja" }],
  ["Um bolo", { title: "Um bolo" }],
  ["So nett", { title: "So nett" }],
  ["I nipoti", { title: "I nipoti" }],
  ["A presto", { title: "A presto" }],
  ["Hun bor her", { title: "Hun bor her" }],
  ["Ich liebe Pizza. I also love sushi. Me gusta el vino.", { title: "Ich liebe Pizza" }],
  ["Jag bor i Stockholm och jobbar som lärare på en skola.", { title: "Jag bor i Stockholm och jobbar som lärare på en skola" }],
  ["Thanks!", { title: "Thanks" }],
  ["👍👍", { title: "👍👍" }],
]; // prettier-ignore

const timed = (name: string, time: Date | null): string =>
  time ? `${name}, ${time.toISOString().slice(0, 16)}` : name;

describe("an everyday note", () => {
  for (const [text, { title, tasks = [], events = [] }] of notes) {
    it(`is read as its writer meant it: ${JSON.stringify(text)}`, async () => {
      const digest = await summariser.summarise(aText(text), {
        ...wednesday,
        language: null,
        textSource: "other_text",
      });
      expect(digest.actionItems.map(({ description, dueAt }) => timed(description, dueAt))).to.deep.equal(tasks);
      expect(digest.events.map((event) => timed(event.title, event.start))).to.deep.equal(events);
      if (title !== undefined) expect(digest.title).to.equal(title);
    });
  }

  for (const text of ["Um bolo", "So nett", "I nipoti", "Asun Helsingissä ja olen opettaja."]) {
    it(`is shown as it was written where its language is not known: ${text}`, async () => {
      const context = { ...wednesday, language: null, textSource: "other_text" } as const;
      const { overview } = await summariser.summarise(aText(text), context);
      expect(overview.replace(/\.$/, "")).to.equal(text.replace(/\.$/, ""));
    });
  }

  it("is read for facts in its English sentences where its language is not known", async () => {
    const text = "Ich liebe Pizza. I also love sushi. Me gusta el vino.";
    const context = { ...wednesday, language: null, textSource: "other_text" } as const;
    const { memories } = await summariser.summarise(aText(text), context);
    expect(memories.map(({ content }) => content)).to.deep.equal(["Loves sushi"]);
  });

  it("keeps the name of a saint whole in a memory", async () => {
    const text = "I work as a nurse at St. Mary's and I love it.";
    const { memories } = await summariser.summarise(aText(text), { ...wednesday, textSource: "other_text" });
    expect(memories.map(({ content }) => content)).to.include("Works as a nurse at St Mary's");
  });

  it("says in its overview nothing of how it was signed", async () => {
    const text = "Hi Mia,\n\nThe budget for the garden was approved today.\n\nBest regards,\nKaren";
    const { overview } = await summariser.summarise(aText(text), { ...wednesday, textSource: "message" });
    expect(overview)
      .to.include("budget")
      .and.not.match(/regards|Karen/);
  });
});
