import { expect } from "chai";
import { digestOf } from "./dialogue.js";

const facts: readonly (readonly [language: string, said: string, content: string, category: string])[] = [
  ["de", "Ich habe zwei Kinder, Max und Anna.", "Ich habe zwei Kinder, Max und Anna.", "core"],
  ["de", "Du weißt ja, dass ich gegen Penicillin allergisch bin.", "Ich bin gegen Penicillin allergisch.", "core"],
  ["de", "Seit meiner Scheidung wohne ich allein in Köln.", "Ich wohne allein in Köln.", "lifestyle"],
  ["de", "Ich gehe jeden Dienstag zum Schwimmen.", "Ich gehe jeden Dienstag zum Schwimmen.", "habits"],
  ["de", "Gestern war ich mit meinem Bruder Jonas im Kino.", "Mein Bruder heißt Jonas.", "core"],
  ["fr", "Mon mari est pompier à Lille.", "Mon mari est pompier à Lille.", "core"],
  ["fr", "Depuis l'accident je ne conduis plus la nuit.", "Je ne conduis plus la nuit.", "lifestyle"],
  ["fr", "Je suis prof de maths au collège.", "Je suis prof de maths au collège.", "work"],
  ["es", "Trabajo como enfermera en un hospital.", "Trabajo como enfermera en un hospital.", "work"],
  ["es", "Los jueves tengo clase de guitarra.", "Los jueves tengo clase de guitarra.", "habits"],
  ["es", "No como carne desde hace años.", "No como carne desde hace años.", "lifestyle"],
  ["it", "Mia sorella Chiara vive a Londra e arriva giovedì.", "Mia sorella Chiara vive a Londra.", "core"],
  ["it", "Il giovedì ho lezione di piano.", "Il giovedì ho lezione di piano.", "habits"],
  ["pt", "Moro no Porto desde 2015.", "Moro no Porto desde 2015.", "lifestyle"],
  ["pt", "Eu sou diabético, tenho de ter cuidado.", "Eu sou diabético.", "core"],
  ["nl", "Je weet toch dat ik vegetarisch ben.", "Ik ben vegetarisch.", "lifestyle"],
  ["nl", "Ik heb twee kinderen, Daan en Lotte.", "Ik heb twee kinderen, Daan en Lotte.", "core"],
];

const passing: readonly (readonly [language: string, said: string])[] = [
  ["de", "Ich bin heute wirklich sehr müde."],
  ["de", "Mein Bruder ist krank und liegt im Bett."],
  ["de", "Ich glaube, ich bin allergisch gegen Montage."],
  ["de", "Wohnst du noch in Leipzig, Alex?"],
  ["fr", "Je viens de manger une pomme."],
  ["fr", "Je suis fatigué aujourd'hui, vraiment."],
  ["fr", "Peut-être que j'ai une allergie au pollen."],
  ["es", "Estoy muy cansada hoy, de verdad."],
  ["es", "Quizás tengo alergia al polen."],
  ["it", "Sono proprio stanca oggi, davvero."],
  ["pt", "Estou muito cansada hoje, a sério."],
  ["nl", "Daar ben ik allergisch voor, weet je."],
  ["nl", "Ik ben vandaag erg moe en koud."],
];

/** What is told in one sentence, in the order in which it is told. */
const several: readonly (readonly [language: string, said: string, contents: readonly string[]])[] = [
  ["de", "Ich wohne in Kiel und arbeite als Tischler.", ["Ich wohne in Kiel.", "Ich arbeite als Tischler."]],
  ["fr", "J'habite à Nice et je joue du violon.", ["J'habite à Nice.", "Je joue du violon."]],
  ["es", "Tengo una hija y vivo en Sevilla.", ["Tengo una hija.", "Vivo en Sevilla."]],
  ["it", "Io vivo a Torino e sono vegana.", ["Io vivo a Torino.", "Sono vegana."]],
  ["pt", "Moro em Braga e trabalho num banco.", ["Moro em Braga.", "Trabalho num banco."]],
  ["nl", "Ik woon in Gent en speel piano.", ["Ik woon in Gent.", "Ik speel piano."]],
  ["de", "Ich spreche Polnisch und Englisch.", ["Ich spreche Polnisch und Englisch."]],
  ["es", "Tengo una hija y un perro muy viejo.", ["Tengo una hija y un perro muy viejo."]],
  ["de", "Ich bin ja Vegetarierin.", ["Ich bin Vegetarierin."]],
  ["de", "Bitte keine Erdbeeren, ich bin doch allergisch.", ["Ich bin gegen Erdbeeren allergisch."]],
  ["nl", "Liever geen vis, ik ben allergisch.", ["Ik ben allergisch voor vis."]],
  ["fr", "Non merci, je suis allergique.", []],
];

describe("what lasts, told in another language", () => {
  for (const [language, said, contents] of several) {
    it(`is ${contents.length} of "${said}"`, async () => {
      const { memories } = await digestOf(language, said);
      expect(memories.map(({ content }) => content)).to.deep.equal(contents);
    });
  }

  for (const [language, said, content, category] of facts) {
    it(`of "${said}" is "${content}"`, async () => {
      const { memories } = await digestOf(language, said);
      expect(memories.map((memory) => [memory.content, memory.category])).to.deep.equal([[content, category]]);
    });
  }

  for (const [language, said] of passing) {
    it(`is not in "${said}"`, async () => {
      expect((await digestOf(language, said)).memories).to.deep.equal([]);
    });
  }

  it("is what the user tells, not what others tell of themselves", async () => {
    const { memories } = await digestOf("de", "Wie geht es dir in der neuen Wohnung?", "Gut, ich wohne jetzt in Bonn.");
    expect(memories).to.deep.equal([]);
  });

  it("is one memory, however often it is told", async () => {
    const { memories } = await digestOf(
      "es",
      "Vivo en Sevilla con mi pareja.",
      "¿Sí?",
      "Vivo en Sevilla con mi pareja.",
    );
    expect(memories).to.have.length(1);
    expect(memories[0]?.segmentIds).to.have.length(2);
  });
});
