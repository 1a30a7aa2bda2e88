import { expect } from "chai";
import { BuiltInSummariser } from "../../../src/adapters/language/index.js";
import { digestOf } from "./dialogue.js";
import { aConversation, wednesday } from "./fixtures.js";

type Case = readonly [language: string, turns: readonly string[], expected: readonly string[]];

/** Sam begins; Alex answers. */
const tasks: readonly Case[] = [
  ["de", ["Ich werde morgen den Vertrag kündigen."], ["Den Vertrag kündigen"]],
  ["de", ["Morgen früh rufe ich gleich die Versicherung an."], ["Die Versicherung anrufen"]],
  ["de", ["Am Montag gebe ich dir das Geld zurück.", "Gut."], ["Alex das Geld zurückgeben"]],
  ["de", ["Könntest du mir bis Donnerstag die Unterlagen schicken?", "Klar."], ["Alex: Sam die Unterlagen schicken"]],
  ["de", ["Denk bitte daran, die Blumen zu gießen.", "Mache ich."], ["Alex: die Blumen gießen"]],
  ["de", ["Soll ich Brot mitbringen?", "Ja, bitte."], ["Brot mitbringen"]],
  [
    "de",
    ["Ich rufe dort an und frage, ob sie noch Karten haben."],
    ["Dort anrufen und fragen, ob sie noch Karten haben"],
  ],
  ["de", ["Und wer macht das Dessert?", "Ich kümmere mich um das Dessert."], ["Alex: sich um das Dessert kümmern"]],
  ["fr", ["Je vais appeler la banque demain matin."], ["Appeler la banque"]],
  ["fr", ["Tu peux m'envoyer le devis avant jeudi ?", "Oui, pas de souci."], ["Alex: envoyer le devis à Sam"]],
  ["fr", ["Je dois encore payer la cantine."], ["Payer la cantine"]],
  ["fr", ["N'oublie pas d'arroser les plantes.", "Promis, juré."], ["Alex: arroser les plantes"]],
  ["fr", ["Et Karine ?", "Karine, je l'appelle demain."], ["Alex: appeler Karine"]],
  ["fr", ["Qui va chercher les enfants ?", "Je vais les chercher à seize heures."], ["Alex: chercher les enfants"]],
  ["es", ["¿Me puedes mandar el presupuesto antes del jueves?", "Claro."], ["Alex: mandar el presupuesto a Sam"]],
  ["es", ["Voy a llamar al banco mañana por la mañana."], ["Llamar al banco"]],
  ["es", ["¿Quién recoge las llaves?", "Las recojo yo a las cuatro."], ["Alex: recoger las llaves"]],
  ["es", ["¿Puede enviarme los documentos?", "Sí, se los envío esta tarde."], ["Alex: enviar los documentos a Sam"]],
  ["it", ["Mi puoi mandare il preventivo entro giovedì?", "Certo."], ["Alex: mandare il preventivo a Sam"]],
  ["it", ["Domani mattina chiamo la banca per il mutuo."], ["Chiamare la banca per il mutuo"]],
  ["it", ["Posso fare io la torta di mele.", "Ottimo, grazie."], ["Fare la torta di mele"]],
  ["pt", ["Podes mandar-me o orçamento até quinta?", "Claro."], ["Alex: mandar o orçamento a Sam"]],
  ["pt", ["Tenho de pagar a cantina da escola."], ["Pagar a cantina da escola"]],
  ["pt", ["Quem compra o pão para amanhã?", "Eu compro o pão."], ["Alex: comprar o pão"]],
  ["nl", ["Kun je me de offerte voor donderdag sturen?", "Tuurlijk."], ["Alex: Sam de offerte sturen"]],
  ["nl", ["Ik ga morgenochtend de bank bellen."], ["De bank bellen"]],
  ["nl", ["Wie haalt de kinderen op?", "Ik haal ze om vier uur op."], ["Alex: de kinderen ophalen"]],
  ["nl", ["Ik moet de overblijf nog betalen."], ["De overblijf betalen"]],
];

const silent: readonly (readonly [language: string, turns: readonly string[]])[] = [
  ["de", ["Ich habe dir gestern die Mail geschickt.", "Danke."]],
  ["de", ["Wenn ich Zeit habe, rufe ich dich an.", "Gut."]],
  ["de", ["Vielleicht kaufe ich ein neues Auto.", "Aha."]],
  ["de", ["Soll ich Brot mitbringen?", "Nein, wir haben noch welches."]],
  ["de", ["Kannst du mich hören?", "Ja, sehr gut."]],
  ["de", ["Ich rufe jeden Sonntag meine Mutter an.", "Schön."]],
  ["fr", ["Je t'ai envoyé le mail hier.", "Merci."]],
  ["fr", ["Si j'ai le temps, je t'appelle.", "D'accord."]],
  ["fr", ["Bonjour, je vous appelle pour la facture.", "Bonjour."]],
  ["fr", ["Je prends un sucre avec le café.", "Voilà."]],
  ["es", ["Te mandé el correo ayer por la tarde.", "Gracias."]],
  ["es", ["Hay que cambiar la bombilla.", "Sí."]],
  ["es", ["No voy a comprar las entradas.", "Vale."]],
  ["it", ["Ti ho mandato la mail ieri.", "Grazie."]],
  ["it", ["Forse compro una macchina nuova.", "Bene."]],
  ["pt", ["Mandei-te o email ontem à noite.", "Obrigado."]],
  ["pt", ["Se tiver tempo, ligo-te.", "Está bem."]],
  ["nl", ["Ik heb je gisteren de mail gestuurd.", "Dank je."]],
  ["nl", ["Als ik tijd heb, bel ik je.", "Goed."]],
  ["nl", ["Hoor je me goed?", "Ja."]],
];

describe("what is to be done, told in another language", () => {
  for (const [language, turns, expected] of tasks) {
    it(`of "${turns.join(" / ")}" is ${expected.join("; ")}`, async () => {
      const { actionItems } = await digestOf(language, ...turns);
      expect(actionItems.map(({ description }) => description)).to.deep.equal(expected);
    });
  }

  for (const [language, turns] of silent) {
    it(`is not in "${turns.join(" / ")}"`, async () => {
      expect((await digestOf(language, ...turns)).actionItems).to.deep.equal([]);
    });
  }

  it("is due when it was said to be", async () => {
    const { actionItems } = await digestOf("es", "Le entrego el informe el viernes, sin falta.");
    expect(actionItems.map(({ dueAt }) => dueAt)).to.deep.equal([new Date("2026-03-06T16:00:00Z")]);
  });

  it("is one when it is asked for and then promised, due when it was promised", async () => {
    const { actionItems } = await digestOf("it", "Mi mandi i nomi degli ospiti?", "Sì, te li mando domani.");
    expect(actionItems.map(({ description, dueAt }) => [description, dueAt])).to.deep.equal([
      ["Alex: mandare i nomi degli ospiti a Sam", new Date("2026-03-05T16:00:00Z")],
    ]);
  });

  it("tells the user's own things as theirs, and another's as another's", async () => {
    const { actionItems } = await digestOf("fr", "Je dépose ma voiture au garage.", "Et moi, je lave ma moto samedi.");
    expect(actionItems.map(({ description }) => description)).to.deep.equal([
      "Déposer ma voiture au garage",
      "Alex: laver sa moto",
    ]);
  });

  for (const [language, asked, answered, task] of [
    ["de", "Kannst du mir bitte den Schlüssel bringen?", "Ja, ich bringe dir den Schlüssel.", "Den Schlüssel bringen"],
    ["es", "¿Me puedes mandar las fotos?", "Sí, te mando las fotos mañana.", "Mandar las fotos"],
    ["fr", "Tu peux m'envoyer la recette ?", "Oui, je t'envoie la recette demain.", "Envoyer la recette"],
  ] as const) {
    it(`is "${task}" for whom only a number is known of`, async () => {
      const { actionItems } = await new BuiltInSummariser().summarise(
        aConversation(["SPEAKER_1", asked], ["me", answered]),
        { ...wednesday, language },
      );
      expect(actionItems.map(({ description }) => description)).to.deep.equal([task]);
    });
  }
});
