import type { Sentence } from "../text/analysis.js";
import type { Speaker } from "../text/utterances.js";
import { vocativesIn } from "./vocatives.js";
import { stopWords } from "../text/words.js";

/** An answer right after one's name is telling, and so is having spoken right before it. */
const ANSWERS = 2;
const SPOKE_BEFORE = 1;
/** What it takes to believe that somebody goes by a name, and how much more than anybody else. */
const ENOUGH = 3;
const CLEARLY = 2;

/** Who takes part, and how they are called. */
export class People {
  private readonly speakers = new Map<string, Speaker>();
  private readonly introduced = new Map<string, string>();
  /** Whether the user is among those who speak. */
  readonly userTakesPart: boolean;
  /** By their names and first names in lower case; who spoke first where several go by one. */
  private readonly called = new Map<string, Speaker>();

  /** Words that were said without a capital: no names, though one begins a sentence. */
  private readonly common = new Set<string>();

  constructor(sentences: readonly Sentence[]) {
    for (const { speaker, tokens } of sentences) {
      for (const token of tokens) if (token.text === token.lower) this.common.add(token.lower);
      this.speakers.set(speaker.key, speaker);
    }
    for (const { speaker, text } of sentences) {
      const name = introducedBy(text);
      if (name !== undefined && !this.common.has(name.toLowerCase()) && !this.introduced.has(speaker.key)) {
        this.introduced.set(speaker.key, name);
      }
    }
    this.nameTheAddressed(sentences);
    for (const speaker of this.speakers.values()) {
      for (const name of callsOf(this.nameOf(speaker))) if (!this.called.has(name)) this.called.set(name, speaker);
    }
    this.userTakesPart = Array.from(this.speakers.values()).some(({ isUser }) => isUser);
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
    return number !== undefined && this.userTakesPart ? `Speaker ${Number(number)}` : undefined;
  }

  /** Another than the user, where the user is known, whose name nobody said. */
  isStranger(speaker: Speaker): boolean {
    return this.userTakesPart && !speaker.isUser && this.nameOf(speaker) === undefined;
  }

  /** What those who take part are called, as far as it is known. */
  labels(): string[] {
    return Array.from(this.speakers.values()).flatMap((speaker) => this.labelOf(speaker) ?? []);
  }

  /** How many take part. */
  get count(): number {
    return this.speakers.size;
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
    return this.called.get(name.toLowerCase());
  }

  /** Gives a name by which somebody is addressed to who speaks just before and after it, where that is clear. */
  private nameTheAddressed(sentences: readonly Sentence[]): void {
    const claims = this.claimsIn(sentences).sort((a, b) => b.votes - a.votes);
    if (claims.length === 0) return;
    const claimed = Map.groupBy(claims, ({ name }) => name);
    const taken = new Set(Array.from(this.speakers.values()).flatMap((speaker) => callsOf(this.nameOf(speaker))));
    for (const { name, key, votes } of claims) {
      const speaker = this.speakers.get(key);
      if (!speaker || this.nameOf(speaker) !== undefined || taken.has(name.toLowerCase())) continue;
      const rival = claimed.get(name)?.find((other) => other.key !== key)?.votes ?? 0;
      if (votes < ENOUGH || votes - rival < CLEARLY) continue;
      for (const call of callsOf(name)) taken.add(call);
      this.introduced.set(key, name);
    }
  }

  private claimsIn(sentences: readonly Sentence[]): { name: string; key: string; votes: number }[] {
    const votes = new Map<string, Map<string, number>>();
    sentences.forEach((sentence, i) => {
      for (const name of vocativesIn(sentence)) {
        if (this.common.has(name.toLowerCase())) continue;
        const of = votes.get(name) ?? new Map<string, number>();
        const vote = (other: Sentence | undefined, weight: number): void => {
          if (other) of.set(other.speaker.key, (of.get(other.speaker.key) ?? 0) + weight);
        };
        vote(otherSpeaker(sentences, i, 1), ANSWERS);
        vote(otherSpeaker(sentences, i, -1), SPOKE_BEFORE);
        of.set(sentence.speaker.key, -Infinity);
        votes.set(name, of);
      }
    });
    return Array.from(votes).flatMap(([name, of]) => Array.from(of, ([key, count]) => ({ name, key, votes: count })));
  }
}

/** What somebody of this name is called: the name, and the first of several. */
function callsOf(name: string | undefined): string[] {
  const lower = name?.toLowerCase();
  return lower === undefined ? [] : [lower, ...lower.split(" ", 1)];
}

/** The nearest sentence of another speaker, a few sentences on or back. */
function otherSpeaker(sentences: readonly Sentence[], at: number, step: 1 | -1): Sentence | undefined {
  const own = sentences[at]?.speaker.key;
  for (let i = at + step, looked = 0; looked < 4; i += step, looked += 1) {
    const other = sentences[i];
    if (!other || other.speaker.key !== own) return other;
  }
  return undefined;
}

/** "My name is Rosa", "this is Martin from the garage", "Hi, I'm Dan.". */
const INTRODUCTIONS = [
  /\b[Mm]y name(?: is|'s) (?<name>\p{Lu}\p{Ll}+)/u,
  /\b[Tt]his is (?<name>\p{Lu}\p{Ll}+)(?= (?:from|speaking|here|calling)\b)/u,
  /\bI(?:'m| am) (?<name>\p{Lu}\p{Ll}+)(?=[.!]|,? and I(?:'m| am)\b|, the \w+| from\b)/u,
];

function introducedBy(text: string): string | undefined {
  for (const pattern of INTRODUCTIONS) {
    const name = pattern.exec(text)?.groups?.["name"];
    if (name !== undefined) return name;
  }
  return undefined;
}
