import type { Sentence } from "./analysis.js";
import type { Speaker } from "./utterances.js";
import { stopWords } from "./words.js";

/** Who takes part, and how they are called. */
export class People {
  private readonly speakers = new Map<string, Speaker>();
  private readonly introduced = new Map<string, string>();
  private readonly userIsKnown: boolean;

  /** Words that were said without a capital: no names, though one begins a sentence. */
  private readonly common = new Set<string>();

  constructor(sentences: readonly Sentence[]) {
    for (const { speaker, text, tokens } of sentences) {
      for (const token of tokens) if (token.text === token.lower) this.common.add(token.lower);
      this.speakers.set(speaker.key, speaker);
      const name = INTRODUCTION.exec(text)?.groups?.["name"];
      if (name !== undefined && !this.introduced.has(speaker.key)) this.introduced.set(speaker.key, name);
    }
    this.userIsKnown = Array.from(this.speakers.values()).some(({ isUser }) => isUser);
  }

  /** The first name they go by, or undefined when nobody said it. */
  nameOf(speaker: Speaker): string | undefined {
    return speaker.name ?? this.introduced.get(speaker.key);
  }

  /** How a person is called in an action item; "Speaker 2" when all that is known is a label. */
  labelOf(speaker: Speaker): string | undefined {
    const name = this.nameOf(speaker);
    if (name !== undefined) return name;
    const number = /^SPEAKER_(\d{1,9})$/i.exec(speaker.key)?.[1];
    return number !== undefined && this.userIsKnown ? `Speaker ${Number(number)}` : undefined;
  }

  /** The only other person in a conversation of two. */
  otherThan(speaker: Speaker): Speaker | undefined {
    if (this.speakers.size !== 2) return undefined;
    return Array.from(this.speakers.values()).find(({ key }) => key !== speaker.key);
  }

  /** Whether a capitalised word names a person, as far as can be told: "They" and "Schools" do not. */
  isName(word: string, { tokens }: Sentence): boolean {
    if (this.byName(word)) return true;
    const lower = word.toLowerCase();
    if (stopWords.has(lower) || this.common.has(lower)) return false;
    return tokens.some(({ text, pos }) => text === word && pos === "PROPN");
  }

  /** The participant whose name, or first name, this is. */
  byName(name: string): Speaker | undefined {
    const wanted = name.toLowerCase();
    return Array.from(this.speakers.values()).find((speaker) => {
      const own = this.nameOf(speaker)?.toLowerCase();
      return own === wanted || own?.split(" ")[0] === wanted;
    });
  }
}

const INTRODUCTION =
  /\b(?:my name is|my name's|I'm|I am|this is)\s+(?<name>\p{Lu}\p{Ll}+)(?:(?<=my name(?: is|'s) \p{Lu}\p{Ll}+)|(?= and I'm\b| and I am\b| speaking\b|, the \w+))/iu;
