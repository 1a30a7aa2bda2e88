import { isMemoryCategory, type MemoryCategory } from "../../domain/memory/memory-category.js";
import type { MemoryClassifier } from "../../ports/driven/models/text-classifiers.js";
import { findLikelyLanguages, getPronounsAndNegations, getRelatives, loadWords } from "./locale-words.js";
import data from "./memory-categories.json" with { type: "json" };
import { tokenize } from "./text/text-tokens.js";
import { WordPatterns } from "./word-patterns.js";

type WordsByLanguage = Readonly<Record<string, string | undefined>>;

/** See the comment of the data file. */
interface CategoryRule {
  readonly category: string;
  readonly position: string;
  readonly words?: WordsByLanguage;
  readonly markers?: WordsByLanguage;
  readonly maxGap?: number;
  readonly hasRelatives?: boolean;
}

const leadIns: WordsByLanguage = data.leadIns;
const quantities: WordsByLanguage = data.quantities;
const rules: readonly CategoryRule[] = data.rules;

/** A rule with its words in one language. */
interface LanguageRule {
  readonly rule: CategoryRule;
  readonly patterns: WordPatterns;
  readonly relatives: ReadonlySet<string>;
  readonly markers: WordPatterns;
}

interface LanguageRules {
  readonly leadIns: ReadonlySet<string>;
  /** In the order of `rules`. */
  readonly rules: readonly LanguageRule[];
}

const rulesByLanguage = new Map<string, LanguageRules>();

/** By the words of its content, in seven languages; `other` when none of them is known. */
export function classifyMemory(content: string): MemoryCategory {
  const words = tokenize(content).flatMap(({ isWord, lower }) => (isWord ? [lower] : []));
  const languages = findLikelyLanguages(words).map(getRules);
  for (const index of rules.keys()) {
    for (const { leadIns: skipped, rules: languageRules } of languages) {
      const languageRule = languageRules[index];
      const category = languageRule?.rule.category ?? "";
      if (languageRule && matchesRule(languageRule, words, skipped) && isMemoryCategory(category)) return category;
    }
  }
  return "other";
}

/** Classifies memories by their words, without a model. */
export class BuiltInMemoryClassifier implements MemoryClassifier {
  async classify(content: string): Promise<MemoryCategory> {
    await loadWords(getRules);
    return classifyMemory(content);
  }
}

function getRules(language: string): LanguageRules {
  const known = rulesByLanguage.get(language);
  if (known) return known;
  const languageQuantities = new Set(splitWords(quantities[language]));
  const createPatterns = (list = ""): WordPatterns => new WordPatterns(list, languageQuantities);
  const created = {
    leadIns: new Set([...splitWords(leadIns[language]), ...getPronounsAndNegations(language)]),
    rules: rules.map((rule) => ({
      rule,
      patterns: createPatterns(rule.words?.[language]),
      relatives: rule.hasRelatives ? getRelatives(language) : new Set<string>(),
      markers: createPatterns(rule.markers?.[language]),
    })),
  };
  rulesByLanguage.set(language, created);
  return created;
}

function matchesRule(languageRule: LanguageRule, words: readonly string[], skipped: ReadonlySet<string>): boolean {
  const { patterns, relatives, rule } = languageRule;
  const matchesAt = (at: number): boolean => relatives.has(words[at] ?? "") || patterns.matchLength(words, at) > 0;
  if (rule.position === "anywhere") return words.some((_, at) => matchesAt(at));
  if (rule.position === "after") return findPositionsAfterMarkers(languageRule, words).some(matchesAt);
  const start = words.findIndex((word) => !skipped.has(word));
  return words.slice(0, start === -1 ? words.length : start + 1).some((_, at) => matchesAt(at));
}

/** The positions that are at most `maxGap` words after a marker. */
const findPositionsAfterMarkers = ({ markers, rule }: LanguageRule, words: readonly string[]): number[] =>
  words.flatMap((_, at) => {
    const length = markers.matchLength(words, at);
    return length === 0 ? [] : Array.from({ length: (rule.maxGap ?? 0) + 1 }, (_gap, gap) => at + length + gap);
  });

const splitWords = (list = ""): string[] => list.split(" ");
