import { createContext, Script } from "node:vm";
import { MAX_SENTENCE_LENGTH } from "../../src/adapters/language/text/analysis-limits.js";
import { plain } from "../../src/adapters/language/text/plain-text.js";
import { analysedAttacks, attackString, type Attack, structuralAttacks } from "./attack-strings.js";
import type { FoundExpression } from "./regular-expressions.js";

/** Modules that see sentences of at most 1,000 characters, as `plain` leaves them; all others may see any text. */
const SENTENCE_MODULES =
  /^src\/adapters\/language\/(?:dates|events|memories|summary|talk(?!\/own-sentences)|tasks|tongues|text\/(?:alternatives|apostrophes|assents|courtesies|disfluencies|language-model|openings|parts|tagger|third-person))(?:\/|\.ts)/;

/** They read a file of a package, and nothing that a client sends. */
const PACKAGE_READERS: ReadonlySet<string> = new Set(["src/adapters/language/text/eld-loading.ts"]);

/** In UTF-16 code units: a segment has no more. */
const MAX_TEXT_LENGTH = 100_000;
/** A conversation has 600 such sentences and a budget of 10 s. A linear or quadratic expression takes 4 ms at most. */
const MAX_SENTENCE_MS = 10;
/** A linear expression takes some milliseconds, a quadratic one many seconds. */
const MAX_TEXT_MS = 250;
/** Elapsed time, after which an expression is stopped. */
const TIMEOUT_MS = 2_000;
/** A first measurement may hold compilation or garbage collection. */
const MAX_TRIES = 4;

export interface SlowExpression {
  readonly expression: FoundExpression;
  readonly attack: Attack;
  readonly cpuMs: number;
}

const context = createContext({ run: undefined });
const script = new Script("run()");

/** Runs `work` for some time at most. @returns whether it came to its end. */
function runBounded(work: () => void, timeout: number): boolean {
  context["run"] = work;
  try {
    script.runInContext(context, { timeout });
    return true;
  } catch (error) {
    // Of the context, and thus no instance of this realm's Error.
    if ((error as { readonly code?: unknown }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return false;
    throw error;
  }
}

/** @returns undefined where the analysis takes too long. */
export function findAttacks({ source, flags }: FoundExpression): Attack[] | undefined {
  const attacks = structuralAttacks(source, flags);
  const isAnalysed = runBounded(() => void attacks.push(...analysedAttacks(source, flags)), TIMEOUT_MS);
  return isAnalysed ? attacks : undefined;
}

/** The first attack on which an expression takes longer than text of its module's greatest length may take. */
export function findSlowAttack(expression: FoundExpression, attacks: readonly Attack[]): SlowExpression | undefined {
  if (expression.files.every((file) => PACKAGE_READERS.has(file))) return undefined;
  const isForSentences = expression.files.every((file) => SENTENCE_MODULES.test(file));
  const pattern = new RegExp(expression.source, expression.flags);
  for (const attack of attacks) {
    const text = isForSentences
      ? plain(attackString(attack, MAX_SENTENCE_LENGTH)).slice(-MAX_SENTENCE_LENGTH)
      : attackString(attack, MAX_TEXT_LENGTH);
    const maxMs = isForSentences ? MAX_SENTENCE_MS : MAX_TEXT_MS;
    const cpuMs = measure(() => void text.replace(pattern, ""), maxMs);
    if (cpuMs > maxMs) return { expression, attack, cpuMs };
  }
  return undefined;
}

/** CPU time, the least of several tries; one that is short enough is the last. */
function measure(work: () => void, enoughMs: number): number {
  let least = Infinity;
  for (let tries = 0; tries < MAX_TRIES && least > enoughMs; tries += 1) {
    const begun = process.cpuUsage();
    const isDone = runBounded(work, TIMEOUT_MS);
    const { user, system } = process.cpuUsage(begun);
    const cpuMs = (user + system) / 1000;
    // Else it had no processor for most of the time, and is tried again.
    if (!isDone && cpuMs > TIMEOUT_MS / 4) return cpuMs;
    if (isDone) least = Math.min(least, cpuMs);
  }
  return least;
}
