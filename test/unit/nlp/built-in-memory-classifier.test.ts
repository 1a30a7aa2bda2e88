import { expect } from "chai";
import { BuiltInMemoryClassifier } from "../../../src/adapters/nlp/index.js";

const samples: Readonly<Record<string, readonly string[]>> = {
  core: [
    "My daughter Lena was born in May",
    "I am allergic to penicillin",
    "Has two cats",
    "Sister Ana lives in Rome",
    "Originally from Ghent",
    "Ich bin allergisch gegen Nüsse",
    "Hat zwei Kinder",
    "Meine Schwester wohnt in Kiel",
    "Es alérgica a la penicilina",
    "Tengo dos hijos",
    "Je suis allergique aux noix",
    "A deux enfants",
    "Sono allergico alle noci",
    "Mia sorella vive a Roma",
    "Sou alérgica ao amendoim",
    "Tem dois filhos",
    "Is allergisch voor noten",
    "Heeft twee kinderen",
  ],
  learnings: ["Is learning the cello", "Studiert Medizin", "Estoy aprendiendo alemán", "J'apprends le chinois"],
  skills: ["Speaks French", "Can't swim", "Spricht Polnisch", "Habla portugués", "Parle italien", "Spreekt Frans"],
  work: [
    "I work for a small company",
    "I retired last year",
    "Is a teacher at a primary school",
    "Arbeitet als Lehrer",
    "Ist Ärztin in Kiel",
    "Trabaja en un hospital",
    "Est infirmière",
    "Fa il cuoco",
    "Trabalho num banco",
    "Werkt bij een bank",
  ],
  hobbies: ["I play the violin", "Spielt Klavier", "Toca el violín", "Joue au tennis", "Suona il piano", "Zingt graag"],
  habits: [
    "I usually get up at six",
    "I run every morning",
    "Geht jeden Montag joggen",
    "Corre cada mañana",
    "Court tous les matins",
    "Corre ogni mattina",
    "Fietst elke dag",
    "Doesn't drink alcohol",
    "Trinkt keinen Alkohol",
  ],
  interests: [
    "I love old films",
    "I’m fond of cats",
    "Doesn't like olives",
    "Mag keine Oliven",
    "Me gusta el jazz",
    "J'adore le fromage",
    "Mi piace il jazz",
    "Gosto de samba",
    "Houdt van jazz",
  ],
  lifestyle: [
    "We live in a flat with two cats",
    "Is vegetarian",
    "Wohnt in Bremen",
    "Vive en Sevilla",
    "Habite à Lyon",
    "Abita a Torino",
    "Moro no Porto",
    "Woont in Utrecht",
  ],
  other: ["42", "The key hangs behind the door", "Она читает", "Der Schlüssel hängt hinter der Tür"],
};

describe("The built-in memory classifier", () => {
  const classifier = new BuiltInMemoryClassifier();

  for (const [category, contents] of Object.entries(samples)) {
    it(`returns ${category} for memories with its words`, async () => {
      for (const content of contents) expect(await classifier.classify(content), content).to.equal(category);
    });
  }

  it("returns core for relatives at the start, or after a quantity and two words at most", async () => {
    for (const content of [
      "Older SISTER in Rome",
      "Mother-in-law, a dear",
      "We have 3 very small nephews",
      "We have no twin",
    ])
      expect(await classifier.classify(content), content).to.equal("core");
    for (const content of ["Sisterhood of the ring", "We have 3 very small but loud nephews", "A key for the twin"])
      expect(await classifier.classify(content), content).to.equal("other");
  });
});
