import { expect } from "chai";
import fc from "fast-check";
import { digestOf } from "./dialogue.js";

const conversations: readonly (readonly [language: string | null, turns: readonly string[]])[] = [
  [
    "ja",
    [
      "来週の展示会の件、今いいですか。",
      "はい。展示会のパンフレットは印刷会社に送りました。",
      "印刷会社から見積もりが来ましたか。",
    ],
  ],
  ["zh", ["周五的会议改到下午三点了。", "好的，会议资料我今天发给你。", "谢谢，会议室订好了吗？"]],
  ["ko", ["내일 회의 자료 준비했어요?", "네, 회의 자료는 거의 다 됐어요. 예산 표만 남았어요."]],
  ["ar", ["صباح الخير، هل انتهيت من التقرير؟", "ليس بعد، التقرير يحتاج إلى أرقام المبيعات."]],
  ["hi", ["नमस्ते, कल की बैठक कितने बजे है?", "बैठक तीन बजे है। रिपोर्ट तैयार है?"]],
  ["th", ["พรุ่งนี้เราจะประชุมกันกี่โมงครับ", "ประชุมตอนบ่ายสองโมงค่ะ เอกสารประชุมพร้อมแล้ว"]],
  ["pl", ["Cześć, kupiłaś już bilety na pociąg do Krakowa?", "Jeszcze nie, bilety są drogie. Pojedziemy autobusem?"]],
  ["tr", ["Burak, düğüne üç ay kaldı, davetiyeleri bastırmadık.", "Matbaayla konuştum, davetiyeler hazır."]],
  [null, ["Hei, oletko jo ostanut liput junaan?", "En vielä, liput ovat kalliita. Mennäänkö bussilla?"]],
];

describe("a conversation in a language that nobody taught the service", () => {
  for (const [language, turns] of conversations) {
    it(`has a short title and whole sentences for an overview: ${language ?? "unknown"}`, async () => {
      const { title, overview } = await digestOf(language, ...turns);
      const said = turns.join(" ");
      expect(title).to.have.length.within(2, 80);
      expect(turns.some((turn) => turn.replace(/[\p{P}\s]+$/u, "") === title)).to.equal(false);
      expect(overview).to.not.equal("");
      for (const piece of overview.split(/[.!?。？！؟।]\s*/u)) expect(said).to.contain(piece);
    });
  }

  it("never fails, whatever was said, in whatever language", async () => {
    const languages = fc.constantFrom("de", "fr", "es", "it", "pt", "nl", "ja", "th", "ar", "xx", null);
    const turn = fc.string({ unit: "binary", maxLength: 200 }).filter((text) => text.trim() !== "");
    await fc.assert(
      fc.asyncProperty(languages, fc.array(turn, { minLength: 1, maxLength: 4 }), async (language, turns) => {
        const { title } = await digestOf(language, ...turns);
        expect(title.length).to.be.at.most(160);
      }),
      { numRuns: 150 },
    );
  });

  it("never fails on the words of a language in any order", async () => {
    const words =
      "ich je io eu ik schicke envoie mando bel dir te ti je hem la lo und et y e en soll kannst du tu peux an auf morgen demain lunes domani , ? . - ' 14:30 zwölften mein mon mi hermano frère broer Max".split(
        " ",
      );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("de", "fr", "es", "it", "pt", "nl"),
        fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 40 }),
        async (language, said) => {
          const { actionItems, memories } = await digestOf(language, said.join(" "), said.toReversed().join(" "));
          for (const { description } of actionItems) expect(description.length).to.be.within(1, 500);
          for (const { content } of memories) expect(content.length).to.be.within(1, 500);
        },
      ),
      { numRuns: 300 },
    );
  });
});
