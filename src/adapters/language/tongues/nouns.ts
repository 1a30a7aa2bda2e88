import type { Sentence } from "../text/analysis.js";
import type { Token } from "../text/tagger.js";
import type { Tongue } from "./tongue.js";

const PIECES = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]/gu;
/** Before these an article is a pronoun: "se la traigo", "je la dépose". */
// prettier-ignore
const PRONOUNS = new Set("se me te nos os je tu il elle on nous vous ne mi ti ci vi si non no li lo já eu não y ik hij ze we".split(" "));
const SHORTEST = 3;

/** Sentences with their nouns told by what stands before them, and by capitals: enough to find phrases in. */
export function withNouns(sentences: readonly Sentence[], tongue: Tongue): Sentence[] {
  const divided = sentences.map(({ text }) => text.match(PIECES) ?? []);
  const speakers = new Set(sentences.flatMap(({ speaker }) => speaker.name?.toLowerCase().split(/\s+/) ?? []));
  const nouns = nounsIn(divided, tongue);
  const read = (text: string, first: boolean): Token => {
    const lower = text.toLowerCase();
    const lemma = tongue.stem(lower);
    const isWord = /^\p{L}/u.test(text);
    const isCapital = /^\p{Lu}/u.test(text) && !first;
    const isTerm =
      isWord && lower.length >= SHORTEST && !tongue.isFunctionWord(lower) && !speakers.has(lower.replace(/s$/, ""));
    const isNoun = isCapital || nouns.has(lemma);
    const keepsCapital = isCapital || tongue.capitalNouns;
    const pos = !isWord ? "PUNCT" : !isTerm || !isNoun ? "X" : keepsCapital ? "PROPN" : "NOUN";
    return { text, lower, lemma, pos, spaced: true, isTerm: isTerm && isNoun };
  };
  return sentences.map((sentence, i) => ({
    ...sentence,
    tokens: (divided[i] ?? []).map((text, at, all) => read(text, at === 0 || /^[¿¡"«„“-]$/.test(all[at - 1] ?? ""))),
  }));
}

function nounsIn(divided: readonly (readonly string[])[], tongue: Tongue): ReadonlySet<string> {
  const nouns = new Set<string>();
  for (const pieces of divided) {
    pieces.forEach((text, at) => {
      const lower = text.toLowerCase();
      if (tongue.isFunctionWord(lower)) return;
      if (tongue.capitalNouns) {
        if (at > 0 && /^\p{Lu}/u.test(text)) nouns.add(tongue.stem(lower));
        return;
      }
      const elided = /^['’]$/.test(pieces[at - 1] ?? "");
      const before = pieces[at - (elided ? 2 : 1)]?.toLowerCase() ?? "";
      const earlier = pieces[at - (elided ? 3 : 2)]?.toLowerCase() ?? "";
      if (tongue.isDeterminer(before) && !PRONOUNS.has(earlier)) nouns.add(tongue.stem(lower));
    });
  }
  return nouns;
}
