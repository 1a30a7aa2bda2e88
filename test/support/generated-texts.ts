import fc from "fast-check";
import { textSources, type TextSource } from "../../src/domain/conversation/conversation-state.js";
import type { NewSegment } from "../../src/domain/conversation/transcript.js";
import { isBlank } from "../../src/domain/text/normalize-text.js";

/** A conversation generated from plausible and malformed texts, for tests of processing. */
export type GeneratedConversation =
  | { readonly text: string; readonly textSource: TextSource; readonly language?: string | null }
  | { readonly segments: readonly NewSegment[]; readonly language?: string | null };

const verbs = ["send", "call", "book", "need", "buy", "fix", "remind", "email", "pay", "bring", "check", "let", "meet"];
const objects = ["it", "him", "the numbers", "me", "us", "the report", "Ana", "Dr. Weber", "milk", "that", "the room"];
const courtesies = [
  "please",
  "Please,",
  "pls",
  "kindly",
  "thanks",
  "asap",
  "ok?",
  "could you",
  "would you mind",
  "let's",
];
const times = [
  "tomorrow",
  "next week",
  "tomorrow morning",
  "by Friday",
  "on 31 December 9999",
  "at half past three",
  "in two weeks",
  "this weekend",
  "today at 25:00",
  "on the 31st of February",
  "yesterday",
  "for three hours",
  "every Monday",
];
const subjects = [
  "I",
  "we",
  "you",
  "she",
  "my sister",
  "I'll",
  "we need to",
  "don't forget to",
  "my name is",
  "I live in",
];
const facts = [
  "I am a vegetarian",
  "my birthday is on 3 May at six",
  "my dog is called Bo",
  "I moved to Porto last year",
  "We meet at the harbour on Saturday at ten",
  "Dinner on Thursday at 7 pm at Luigi's",
];
const foreign = [
  "Ich bin Vegetarier und wohne in Köln",
  "Schick es bitte morgen früh",
  "Rappelle-moi demain s'il te plaît",
  "Llama a Ana mañana por favor",
  "Ricordami di comprare il latte domani",
  "Bel mij morgen even terug",
  "Me liga amanhã, por favor",
  "来週の会議で決めます。",
  "سنقوم بتجديد المطبخ غدا",
  "Позвони мне завтра, пожалуйста",
  "कृपया कल फ़ोन करें",
  "내일 전화해 주세요",
  "בבקשה תתקשר מחר",
];
const malformed = [
  "",
  "-",
  "- ",
  "•",
  "- [ ]",
  "- [x] done",
  "1.",
  "TODO:",
  "…",
  "?!",
  "---",
  "\u0000",
  "\u202e",
  "\u200d",
  "😀",
  "👩‍👩‍👧‍👦🇫🇷",
  "https://example.com/a?b=c#d",
  "<b>bold</b>",
  "{{user_name}}",
  "`rm -rf`",
  "| a | b |",
  "\t",
  "Ana:",
  "Re: Re: Fwd:",
  "> quoted",
  "a@b.example",
  "12:30",
  "€ 1.000,00",
  "__proto__",
];

const word = fc.oneof(
  { arbitrary: fc.constantFrom(...verbs, ...objects), weight: 4 },
  { arbitrary: fc.constantFrom(...courtesies), weight: 2 },
  { arbitrary: fc.constantFrom(...times), weight: 2 },
  { arbitrary: fc.constantFrom(...subjects), weight: 2 },
  { arbitrary: fc.constantFrom(...malformed), weight: 1 },
);
const sentenceEnd = fc.constantFrom(".", "!", "?", "", ",", "…", ". ", " -", ";", "。");
const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** A request, a promise or a part of one, with its parts in any order. */
const fragment = fc
  .tuple(
    fc.array(word, { minLength: 1, maxLength: 7 }),
    sentenceEnd,
    fc.boolean(),
    fc.constantFrom(" ", " ", " ", ", "),
  )
  .map(([words, mark, isCapital, space]) => {
    const text = words.join(space) + mark;
    return isCapital ? capitalised(text) : text;
  });
const imperative = fc
  .tuple(
    fc.constantFrom(...verbs),
    fc.constantFrom(...objects),
    fc.constantFrom(...courtesies),
    fc.constantFrom(...times),
  )
  .chain((parts) => fc.shuffledSubarray(parts, { minLength: 1 }))
  .map((parts) => `${capitalised(parts.join(" "))}.`);
/** "Send it please tomorrow": with the courtesy phrase in a valid position. */
const request = fc
  .tuple(
    fc.constantFrom(...verbs, "we need", "can you send"),
    fc.constantFrom(...objects),
    fc.constantFrom(" please", ", please", ", please,", " kindly", " pls", ""),
    fc.constantFrom(...times),
    sentenceEnd,
  )
  .map(([verb, object, courtesy, time, mark]) => `${capitalised(verb)} ${object}${courtesy} ${time}${mark}`);
const foreignWords = fc
  .array(fc.constantFrom(...foreign), { minLength: 1, maxLength: 4 })
  .map((sentences) => sentences.join(". "));
const noise = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ maxLength: 60 }),
);
/** Up to 5,000 characters without a space, and similar texts. */
const endless = fc
  .tuple(fc.constantFrom("a", "字", "😀", "Zz9", ".", "-", "e\u0301", "http://x/"), fc.constantFrom(200, 1_000, 5_000))
  .map(([unit, length]) => unit.repeat(Math.ceil(length / unit.length)));
const sentence = fc.oneof(
  { arbitrary: imperative, weight: 3 },
  { arbitrary: request, weight: 4 },
  { arbitrary: fragment, weight: 5 },
  { arbitrary: fc.constantFrom(...facts), weight: 2 },
  { arbitrary: foreignWords, weight: 2 },
  { arbitrary: noise, weight: 1 },
  { arbitrary: endless, weight: 1 },
);
const paragraph = fc.array(sentence, { minLength: 1, maxLength: 6 }).map((sentences) => sentences.join(" "));
const bullet = fc.constantFrom("- ", "* ", "• ", "- [ ] ", "- [x] ", "1. ", "", "  - ", "☐ ");
const bulletList = fc
  .array(fc.tuple(bullet, fc.oneof(sentence, fc.constant(""))), { minLength: 1, maxLength: 8 })
  .map((lines) => lines.map(([mark, text]) => mark + text).join("\n"));
const mail = fc
  .tuple(
    fc.constantFrom("Hi Tom,", "Dear Dr. Weber,", "Hello,", "Hey"),
    paragraph,
    fc.constantFrom("Best,\nAna", "Thanks!", ""),
  )
  .map((parts) => parts.join("\n\n"));
const name = fc.constantFrom("Ana", "Tom", "SPEAKER_01", "Ow", "Bien", "Dr. Weber", "42", "😀");
const script = fc
  .array(fc.tuple(name, sentence), { minLength: 1, maxLength: 8 })
  .map((lines) => lines.map(([who, spokenText]) => `${who}: ${spokenText}`).join("\n"));
const text = fc
  .oneof(sentence, paragraph, bulletList, mail, script)
  .map((generatedText) => generatedText.toWellFormed())
  .filter((generatedText) => !isBlank(generatedText));
const language = fc.constantFrom("en", "en", "en", "en", null, "de", "fr", "es", "it", "nl", "pt", "ja", "en-gb");

const segments = fc
  .array(
    fc.tuple(fc.oneof({ arbitrary: sentence, weight: 4 }, { arbitrary: bulletList, weight: 1 }), name, fc.boolean()),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((turns) =>
    turns
      .map(([utterance, speaker, isUser]) => ({ text: utterance.toWellFormed(), speaker, isUser }))
      .filter((turn) => !isBlank(turn.text))
      .map((turn, index): NewSegment => ({ ...turn, start: 5 * index, end: 5 * index + 4 })),
  )
  .filter((turns) => turns.length > 0);

export const generatedConversation: fc.Arbitrary<GeneratedConversation> = fc.oneof(
  fc.record({ text, textSource: fc.constantFrom(...textSources), language }, { requiredKeys: ["text", "textSource"] }),
  fc.record({ segments, language }, { requiredKeys: ["segments"] }),
);
