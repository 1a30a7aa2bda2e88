import type { Locale } from "../locales/locale.js";
import type { TextToken } from "./text-tokens.js";

/** A range of tokens of a sentence: the smallest part that can state something. `to` is exclusive. */
export interface Clause {
  readonly from: number;
  readonly to: number;
}

const SEPARATOR = /^[,;:–—()[\]{}…|/!?.•·]$/u;
/** In tokens. Longer clauses, as in speech without punctuation, are divided before a pronoun subject. */
const MIN_TOKENS_BEFORE_SUBJECT = 4;

/** Splits at punctuation, before conjunctions, and in running speech before a pronoun that begins a new clause. */
export function splitClauses(tokens: readonly TextToken[], locale: Locale | undefined): Clause[] {
  const clauses: Clause[] = [];
  let from = 0;
  const close = (to: number): void => {
    if (tokens.slice(from, to).some(({ isWord }) => isWord)) clauses.push({ from, to });
    else if (clauses.length > 0 && to > from) clauses.push({ ...(clauses.pop() as Clause), to });
    from = to;
  };
  for (const [index, token] of tokens.entries()) {
    const isDash = token.text === "-" && isSpaced(tokens, index);
    if (SEPARATOR.test(token.text) || isDash) {
      close(index + 1);
    } else if (index > from && locale && startsClause(tokens, index, from, locale)) {
      close(index);
    }
  }
  close(tokens.length);
  return clauses;
}

function startsClause(tokens: readonly TextToken[], index: number, from: number, locale: Locale): boolean {
  const word = tokens[index]?.lower ?? "";
  if (locale.has("connectives", word)) return true;
  const before = tokens[index - 1]?.lower ?? "";
  return (
    index - from >= MIN_TOKENS_BEFORE_SUBJECT &&
    locale.has("clauseSubjects", word) &&
    !locale.has("connectives", before) &&
    !locale.has("modals", before) &&
    !locale.has("questionWords", before) &&
    !isFiniteVerb(before, locale)
  );
}

/** In German and Dutch the subject may follow its verb: "um neun rufe ich an". */
function isFiniteVerb(word: string, locale: Locale): boolean {
  const forms = locale.findVerb(word)?.forms;
  return locale.isVerbFinal && forms !== undefined && (forms.has("first") || forms.has("third"));
}

function isSpaced(tokens: readonly TextToken[], index: number): boolean {
  const [before, token, after] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  return (
    token !== undefined &&
    before !== undefined &&
    after !== undefined &&
    before.to < token.from &&
    token.to < after.from
  );
}
