import { expect } from "chai";
import { createTimeReader, type TimeExpression, type TimeReader } from "../../../../src/adapters/nlp/temporal/index.js";
import { LocalTime } from "../../../../src/domain/time/local-time.js";

const zones: Readonly<Record<string, string>> = {
  en: "Europe/London",
  de: "Europe/Berlin",
  fr: "Europe/Paris",
  es: "Europe/Madrid",
  it: "Europe/Rome",
  pt: "Europe/Lisbon",
  nl: "Europe/Amsterdam",
};

/** All conversations start on Wednesday, 4 March 2026, in the morning. */
const startedAt = new Date("2026-03-04T09:00:00Z");

function createReader(language: string, timeZone = zones[language] ?? "UTC"): TimeReader {
  const reader = createTimeReader({ startedAt, timeZone }, language);
  if (!reader) throw new Error(`no reader for ${language}`);
  return reader;
}

function format(instant: Date | undefined, timeZone: string): string | undefined {
  if (!instant) return undefined;
  const { year, month, day, hour, minute } = new LocalTime(timeZone).toWallClock(instant);
  const pad = (number: number): string => String(number).padStart(2, "0");
  return `${year}-${pad(month)}-${pad(day)} ${pad(hour)}:${pad(minute)}`;
}

function findOnly(language: string, text: string, timeZone?: string): TimeExpression {
  const found = createReader(language, timeZone).find(text);
  expect(found.map(({ from, to }) => text.slice(from, to))).to.have.length(1);
  return found[0] as TimeExpression;
}

describe("time reader", () => {
  const joined: readonly (readonly [language: string, text: string, expression: string, start: string])[] = [
    ["en", "AGM Thursday 12 March at 2.15pm in the hall", "Thursday 12 March at 2.15pm", "2026-03-12 14:15"],
    ["en", "Drinks tonight at 8?", "tonight at 8", "2026-03-04 20:00"],
    ["en", "Ring the bank at quarter past eleven tomorrow", "at quarter past eleven tomorrow", "2026-03-05 11:15"],
    ["en", "See him Friday at half two", "Friday at half two", "2026-03-06 14:30"],
    ["en", "The parcel comes on the 19th, 9.20", "on the 19th, 9.20", "2026-03-19 09:20"],
    ["de", "Elternabend Do 12.3. halb acht", "Do 12.3. halb acht", "2026-03-12 19:30"],
    ["de", "Ich komme am Montag um Viertel nach drei vorbei", "am Montag um Viertel nach drei", "2026-03-09 15:15"],
    ["de", "Probe am Freitagabend um 8", "am Freitagabend um 8", "2026-03-06 20:00"],
    ["fr", "Rendez-vous demain à 14h30", "demain à 14h30", "2026-03-05 14:30"],
    ["fr", "On se voit jeudi à neuf heures et demie", "jeudi à neuf heures et demie", "2026-03-05 09:30"],
    ["es", "Dentista el martes 10 a las 9:20", "el martes 10 a las 9:20", "2026-03-10 09:20"],
    ["es", "Cena el sábado a las nueve menos cuarto", "el sábado a las nueve menos cuarto", "2026-03-07 20:45"],
    ["it", "Colloquio mercoledì 11 alle 18", "mercoledì 11 alle 18", "2026-03-11 18:00"],
    ["it", "Pranzo domenica all'una", "domenica all'una", "2026-03-08 13:00"],
    ["pt", "Reunião na quinta às 15h", "na quinta às 15h", "2026-03-05 15:00"],
    ["pt", "Almoço sexta à uma e meia da tarde", "sexta à uma e meia da tarde", "2026-03-06 13:30"],
    ["nl", "Infoavond do 12 maart 19u", "do 12 maart 19u", "2026-03-12 19:00"],
    ["nl", "Voetbal zat om 3", "zat om 3", "2026-03-07 15:00"],
    ["nl", "Kapper morgen om kwart over negen", "morgen om kwart over negen", "2026-03-05 09:15"],
  ];
  for (const [language, text, expression, start] of joined) {
    it(`joins day and clock time: ${language}, ${expression}`, () => {
      const found = findOnly(language, text);
      expect(text.slice(found.from, found.to)).to.equal(expression);
      expect(format(found.start, zones[language] ?? "")).to.equal(start);
      expect(found).to.include({ hasDay: true, hasTime: true, isPast: false });
    });
  }

  const due: readonly (readonly [language: string, text: string, expression: string, due: string])[] = [
    ["en", "Send it by Friday please", "by Friday", "2026-03-06 17:00"],
    ["en", "Post it next Friday", "next Friday", "2026-03-13 17:00"],
    ["en", "I'll do it tomorrow morning", "tomorrow morning", "2026-03-05 12:00"],
    ["en", "Text me this evening", "this evening", "2026-03-04 22:00"],
    ["en", "Finish it by the end of the month", "by the end of the month", "2026-03-31 17:00"],
    ["en", "I'll mow the lawn this weekend", "this weekend", "2026-03-08 17:00"],
    ["en", "Wrap the presents on Christmas Eve", "on Christmas Eve", "2026-12-24 17:00"],
    ["de", "Bitte vor dem 15. abgeben", "vor dem 15.", "2026-03-15 17:00"],
    ["de", "Bis Ende der Woche ist es fertig", "Bis Ende der Woche", "2026-03-06 17:00"],
    ["fr", "Il faut payer d'ici le 31", "d'ici le 31", "2026-03-31 17:00"],
    ["es", "Pedir cita antes del viernes", "antes del viernes", "2026-03-06 17:00"],
    ["it", "Consegnare entro venerdì", "entro venerdì", "2026-03-06 17:00"],
    ["pt", "Entregar até sexta", "até sexta", "2026-03-06 17:00"],
    ["nl", "De offerte komt uiterlijk vrijdag", "uiterlijk vrijdag", "2026-03-06 17:00"],
    ["nl", "Laat het me over een half uur weten", "over een half uur", "2026-03-04 10:30"],
  ];
  for (const [language, text, expression, expected] of due) {
    it(`resolves when something is due: ${language}, ${expression}`, () => {
      const found = findOnly(language, text);
      expect(text.slice(found.from, found.to)).to.equal(expression);
      expect(format(createReader(language).resolveDue(found), zones[language] ?? "")).to.equal(expected);
    });
  }

  const none: readonly (readonly [language: string, text: string])[] = [
    ["en", "Bake it for 20 minutes, he is 4 years old and it costs £12.50."],
    ["en", "We won 3-2, call 555 1234 about version 2.10."],
    ["en", "I swim every Tuesday at 7 and on Fridays; do it now. May I? March on!"],
    ["en", "Open Mon-Fri 9-17."],
    ["de", "Jeden Montag um 9 Uhr, im 3. Stock, seit 5 Jahren."],
    ["fr", "Le lundi soir, 250 g de farine, il a 4 ans, 3 rue de la Paix."],
    ["es", "Los martes a las 9 nado; tengo 2 hijos y vivo en la calle Mayor 15."],
    ["it", "Ogni giovedì alle 8, ho 30 anni e 2 figli."],
    ["pt", "É a segunda vez que isso me acontece, todos os dias."],
    ["nl", "Maandags om 9 uur, 12 jaar oud, drie kinderen."],
  ];
  for (const [language, text] of none) {
    it(`finds no time in durations, quantities and habits: ${text}`, () => {
      expect(createReader(language).find(text)).to.deep.equal([]);
    });
  }

  it("gives ranges a start and an end", () => {
    const ranges = [
      ["en", "The boiler man comes Monday between eight and ten", "2026-03-09 08:00", "2026-03-09 10:00"],
      ["de", "Am Samstag von 9 bis 12", "2026-03-07 09:00", "2026-03-07 12:00"],
      ["nl", "zaterdag tss 9 en 12", "2026-03-07 09:00", "2026-03-07 12:00"],
      ["en", "7pm-9pm on 12 March", "2026-03-12 19:00", "2026-03-12 21:00"],
      ["en", "The clinic is open 9-12 on Saturday", "2026-03-07 09:00", "2026-03-07 12:00"],
    ] as const;
    for (const [language, text, start, end] of ranges) {
      const found = findOnly(language, text);
      expect([format(found.start, zones[language] ?? ""), format(found.end, zones[language] ?? "")]).to.deep.equal([
        start,
        end,
      ]);
    }
  });

  it("reads a clock time that begins a sentence or item", () => {
    expect(format(findOnly("en", "- 10.30 dentist").start, "Europe/London")).to.equal("2026-03-04 10:30");
    const [, clock] = createReader("en").find("The match is on Sunday. 10.30 at the park");
    expect(format(clock?.start, "Europe/London")).to.equal("2026-03-08 10:30");
    expect(createReader("en").find("We won 3-2. Eggs 12.50, version 10.30.")).to.deep.equal([]);
  });

  it("marks past and vague times", () => {
    expect(findOnly("en", "We met on Monday")).to.include({ isPast: true });
    expect(findOnly("en", "I saw her last Friday")).to.include({ isPast: true });
    expect(findOnly("de", "Wir waren am 20.2. im Kino")).to.include({ isPast: true });
    expect(findOnly("en", "Let's talk next month")).to.include({ isVague: true, isPast: false });
    expect(findOnly("en", "I'll see you in a few weeks")).to.include({ isVague: true });
  });

  it("reads numeric dates as the time zone writes them", () => {
    expect(format(findOnly("en", "on 5/4").start, "Europe/London")).to.match(/^2026-04-05/);
    expect(format(findOnly("en", "on 5/4", "America/New_York").start, "America/New_York")).to.match(/^2026-05-04/);
  });

  it("keeps only the last of corrected times", () => {
    const found = findOnly("en", "I'll send it Thursday, I mean Friday.");
    expect(format(found.start, "Europe/London")).to.match(/^2026-03-06/);
  });

  it("takes the day of a clock time from its sentence", () => {
    const [, clock] = createReader("nl").find("woensdag komt de wijkzuster om kwart over acht");
    expect(format(clock?.start, "Europe/Amsterdam")).to.equal("2026-03-11 08:15");
  });

  it("is due at the end of the day once its usual hour is over", () => {
    const reader = createTimeReader({ startedAt: new Date("2026-03-04T19:00:00Z"), timeZone: "Europe/London" }, "en");
    const [today] = reader?.find("I'll call them today") ?? [];
    expect(today && format(reader?.resolveDue(today), "Europe/London")).to.equal("2026-03-04 23:59");
  });

  it("knows seven languages", () => {
    expect(createTimeReader({ startedAt, timeZone: "UTC" }, "fi")).to.be.undefined;
  });
});
