import { expect } from "chai";
import fc from "fast-check";
import { Calendar } from "../../../src/adapters/language/dates/dates.js";
import { BuiltInSummariser } from "../../../src/adapters/language/index.js";
import { tongueOf } from "../../../src/adapters/language/tongues/index.js";
import { aConversation } from "./fixtures.js";

/** All from Wednesday 4 March 2026, 10:00 in Berlin. */
const context = { startedAt: new Date("2026-03-04T09:00:00Z"), timeZone: "Europe/Berlin" };

/** Days are due at the end of their work, which is 16:00 in Greenwich, 15:00 in summer. */
const due: readonly (readonly [language: string, said: string, due: string])[] = [
  ["de", "Ich rufe dich übermorgen an.", "2026-03-06T16:00:00Z"],
  ["de", "Am Dienstagabend um fünf vor halb acht.", "2026-03-10T18:25:00Z"],
  ["de", "Bis Freitag, den dreizehnten.", "2026-03-13T16:00:00Z"],
  ["de", "Am 14. März um 15.30 Uhr.", "2026-03-14T14:30:00Z"],
  ["de", "Am Montag, nein, am Dienstag.", "2026-03-10T16:00:00Z"],
  ["fr", "Je te rappelle après-demain à 18h30.", "2026-03-06T17:30:00Z"],
  ["fr", "Je la dépose avant la fin du mois.", "2026-03-31T15:00:00Z"],
  ["fr", "D'ici mardi en huit.", "2026-03-17T16:00:00Z"],
  ["es", "El diez de marzo a las cinco y cuarto.", "2026-03-10T16:15:00Z"],
  ["es", "Dentro de dos semanas.", "2026-03-18T16:00:00Z"],
  ["es", "Pasado mañana a las ocho de la tarde.", "2026-03-06T19:00:00Z"],
  ["it", "Fra tre quarti d'ora.", "2026-03-04T09:45:00Z"],
  ["it", "Entro lunedì.", "2026-03-09T16:00:00Z"],
  ["it", "Domani alle nove meno un quarto.", "2026-03-05T07:45:00Z"],
  ["pt", "Na segunda-feira, dia vinte e três, às nove e meia.", "2026-03-23T08:30:00Z"],
  ["pt", "Até quarta.", "2026-03-11T16:00:00Z"],
  ["pt", "Amanhã, quinze para as nove.", "2026-03-05T07:45:00Z"],
  ["nl", "Overmorgen om tien voor half negen.", "2026-03-06T07:20:00Z"],
  ["nl", "Volgende week vrijdag.", "2026-03-13T16:00:00Z"],
  ["nl", "Op de drieëntwintigste.", "2026-03-23T16:00:00Z"],
];

const timeless: readonly (readonly [language: string, said: string])[] = [
  ["de", "Letzten Freitag war ich da."],
  ["de", "Jeden Montag gehe ich schwimmen."],
  ["de", "Ich habe drei Kinder."],
  ["fr", "Vendredi dernier on a bien mangé."],
  ["es", "Hay clases los martes y los jueves."],
  ["it", "Venerdì scorso."],
  ["pt", "A segunda parte é melhor."],
  ["nl", "Elke dinsdag."],
];

const german = aConversation(
  ["Jonas", "Hast du an den Umzug gedacht? Der Wagen ist noch nicht bestellt."],
  ["me", "Ja, klar, ich bestelle den Wagen für den Umzug noch heute."],
  ["Jonas", "Der Umzug kostet mit dem großen Wagen ungefähr vierhundert Euro, das ist viel Geld."],
  ["me", "Gut. Die Besprechung mit der Vermieterin ist am Dienstag um zehn Uhr."],
);

describe("a time named in another language", () => {
  for (const [language, said, expected] of due) {
    it(`"${said}" is ${expected}`, async () => {
      expect(new Calendar(context, await tongueOf(language)).due(said)).to.deep.equal(new Date(expected));
    });
  }

  for (const [language, said] of timeless) {
    it(`is not in "${said}"`, async () => {
      expect(new Calendar(context, await tongueOf(language)).due(said)).to.equal(undefined);
    });
  }

  it("is to come, whatever is said", async () => {
    for (const language of ["de", "fr", "es", "it", "pt", "nl"]) {
      const calendar = new Calendar(context, await tongueOf(language));
      fc.assert(
        fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (said) => {
          const named = calendar.due(said);
          expect(named === undefined || named > context.startedAt).to.equal(true);
        }),
        { numRuns: 50 },
      );
    }
  });
});

describe("a conversation in another language", () => {
  const digest = (language: string | null): ReturnType<BuiltInSummariser["summarise"]> =>
    new BuiltInSummariser().summarise(german, {
      ...context,
      language,
      userId: "katrin",
      userName: "Katrin",
      textSource: null,
    });

  it("is titled by what it is about", async () => {
    expect((await digest("de")).title).to.match(/^(?:Umzug|Wagen)/);
  });

  it("is told without the assent its sentences open with", async () => {
    expect((await digest("de")).overview).to.contain("Ich bestelle den Wagen für den Umzug noch heute.");
  });

  it("has the events that have a day and an hour", async () => {
    const { events } = await digest("de");
    expect(events.map(({ title, start }) => [title, start])).to.deep.equal([
      ["Besprechung", new Date("2026-03-10T09:00:00Z")],
    ]);
  });

  it("is known by its commonest words where nobody says what it is in", async () => {
    expect(await digest(null)).to.deep.equal(await digest("de"));
  });
});
