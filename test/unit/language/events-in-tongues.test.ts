import { expect } from "chai";
import { LocalTime } from "../../../src/domain/time/local-time.js";
import { digestOf } from "./dialogue.js";

const events: readonly (readonly [language: string, turns: readonly string[], title: string, start: string])[] = [
  ["de", ["Der Termin beim Anwalt ist am Donnerstag um halb elf."], "Termin", "3-5 10:30"],
  ["de", ["Wann sehen wir uns?", "Samstag.", "Um wie viel Uhr?", "So gegen fünf."], "Treffen mit Alex", "3-7 17:00"],
  ["de", ["Die Hochzeit ist am 16. Mai, die Trauung beginnt um vierzehn Uhr."], "Hochzeit", "5-16 14:00"],
  ["de", ["Die Feier ist am achtzehnten, das ist ein Samstag.", "Wann?", "Um vier Uhr."], "Feier", "4-18 16:00"],
  ["de", ["Am Samstag kommt der Elektriker, um neun Uhr."], "Elektriker", "3-7 09:00"],
  ["fr", ["J'ai rendez-vous chez le dentiste mardi à onze heures et quart."], "Rendez-vous", "3-10 11:15"],
  ["fr", ["On part samedi, disons à sept heures."], "Départ", "3-7 07:00"],
  ["es", ["La boda es el dieciséis de mayo.", "¿A qué hora?", "A las seis de la tarde."], "Boda", "5-16 18:00"],
  ["es", ["El martes no puedo, la reunión es el jueves a las diez."], "Reunión", "3-5 10:00"],
  ["it", ["La cena è venerdì alle otto."], "Cena", "3-6 20:00"],
  ["it", ["La festa è domenica.", "Alle quattro?", "No, alle cinque."], "Festa", "3-8 17:00"],
  ["pt", ["O exame está marcado para o dia vinte às dez horas."], "Exame", "3-20 10:00"],
  [
    "de",
    ["Seid ihr Weihnachten da?", "Ja. Das Abendessen ist am siebenundzwanzigsten um sieben."],
    "Abendessen",
    "12-27 19:00",
  ],
  ["de", ["Oma hat nach Ostern gefragt.", "Wann?", "Mein Zug kommt am vierten um fünf."], "Zug", "4-4 17:00"],
  ["es", ["¿Vienes por Navidad?", "Sí, la cena es el día veintitrés a las nueve."], "Cena", "12-23 21:00"],
  ["nl", ["De vergadering is donderdag om half vier."], "Vergadering", "3-5 15:30"],
  ["nl", ["Kom donderdag langs.", "Hoe laat?", "Rond zeven uur. Of nee, half acht."], "Afspraak met Alex", "3-5 19:30"],
];

const silent: readonly (readonly [language: string, turns: readonly string[]])[] = [
  ["de", ["Die Prüfung war gestern um neun Uhr."]],
  ["de", ["Jeden Montag ist um acht Uhr Besprechung."]],
  ["de", ["Der Termin ist am Donnerstag."]],
  ["fr", ["La réunion n'est pas lundi à dix heures."]],
  ["es", ["¿Tenemos la reunión el jueves a las diez?", "No, imposible."]],
  ["it", ["La riunione era ieri alle nove."]],
  ["pt", ["Todas as segundas temos reunião às nove."]],
  ["nl", ["Ik moet het verslag voor vrijdag om vijf uur inleveren."]],
  // A day and an hour that sentences about different things name.
  ["de", ["Morgen hat Anna Geburtstag.", "Die Nachrichten kommen um 19 Uhr."]],
  ["de", ["Morgen hat Anna Geburtstag. Die Nachrichten kommen um 19 Uhr."]],
  ["de", ["Am Samstag ist die Hochzeit.", "Der Zug fährt um 8 Uhr."]],
  ["de", ["Am Samstag ist die Hochzeit.", "Morgen um 8 Uhr fährt Bob nach Köln."]],
  ["es", ["El sábado es la boda. El tren sale a las 8."]],
  ["es", ["El jueves tengo dentista.", "Mi hermana llega a las cinco en tren."]],
  ["it", ["Sabato è il matrimonio. Il treno parte alle 8."]],
  ["fr", ["Samedi c'est le mariage.", "Le train part à 8 heures."]],
  ["pt", ["No sábado é o casamento.", "O comboio parte às 8 horas."]],
  ["nl", ["Zaterdag is de bruiloft.", "De trein vertrekt om 8 uur."]],
];

const local = new LocalTime("Europe/Berlin");
function told(instant: Date): string {
  const { month, day, hour, minute } = local.toWallClock(instant);
  return `${month}-${day} ${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

describe("what is agreed on in another language", () => {
  for (const [language, turns, title, start] of events) {
    it(`in "${turns.join(" / ")}" is ${title}, ${start}`, async () => {
      const digest = await digestOf(language, ...turns);
      expect(digest.events.map((event) => [event.title, told(event.start)])).to.deep.equal([[title, start]]);
    });
  }

  for (const [language, turns] of silent) {
    it(`is nothing in "${turns.join(" / ")}"`, async () => {
      expect((await digestOf(language, ...turns)).events).to.deep.equal([]);
    });
  }
});
