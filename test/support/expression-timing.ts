import { createContext, Script } from "node:vm";
import { MAX_SENTENCE_LENGTH } from "../../src/adapters/nlp/text/sentences.js";
import { analysedAttacks, attackString, type Attack, structuralAttacks } from "./attack-strings.js";
import type { FoundExpression } from "./regular-expressions.js";

/** Modules that process sentences of at most `MAX_SENTENCE_LENGTH`; others may process any text. */
const SENTENCE_MODULES = /^src\/adapters\/nlp\/(?:extraction|temporal|text\/clauses)(?:\/|\.ts)/;

/** Modules that read a file of a package and no input of a client. */
const PACKAGE_READERS: ReadonlySet<string> = new Set(["src/adapters/nlp/text/eld-loading.ts"]);

/** In UTF-16 code units: the maximum length of a segment. */
const MAX_TEXT_LENGTH = 100_000;
/** A conversation has up to 600 such sentences and 10 s. A linear or quadratic expression takes at most 4 ms. */
const MAX_SENTENCE_MS = 10;
/** A linear expression takes some milliseconds, a quadratic one many seconds. */
const MAX_TEXT_MS = 250;
/** The elapsed time after which an expression is stopped. */
const TIMEOUT_MS = 2_000;
/** A first measurement may include compilation or garbage collection. */
const MAX_TRIES = 4;

export interface SlowExpression {
  readonly expression: FoundExpression;
  readonly attack: Attack;
  readonly cpuMs: number;
}

const context = createContext({ run: undefined });
const script = new Script("run()");

/** Runs `work` for a limited time. @returns whether it finished. */
function runBounded(work: () => void, timeout: number): boolean {
  context["run"] = work;
  try {
    script.runInContext(context, { timeout });
    return true;
  } catch (error) {
    // The error belongs to the context, so it is not an instance of this realm's Error.
    if ((error as { readonly code?: unknown }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return false;
    throw error;
  }
}

/** @returns undefined if the analysis takes too long. */
export function findAttacks({ source, flags }: FoundExpression): Attack[] | undefined {
  const attacks = structuralAttacks(source, flags);
  const isAnalysed = runBounded(() => void attacks.push(...analysedAttacks(source, flags)), TIMEOUT_MS);
  return isAnalysed ? attacks : undefined;
}

/** Returns the first attack that takes longer than allowed, at the maximum length for the expression's module. */
export function findSlowAttack(expression: FoundExpression, attacks: readonly Attack[]): SlowExpression | undefined {
  if (expression.files.every((file) => PACKAGE_READERS.has(file))) return undefined;
  const isForSentences = expression.files.every((file) => SENTENCE_MODULES.test(file));
  const pattern = new RegExp(expression.source, expression.flags);
  for (const attack of attacks) {
    const text = isForSentences ? attackString(attack, MAX_SENTENCE_LENGTH) : attackString(attack, MAX_TEXT_LENGTH);
    const maxMs = isForSentences ? MAX_SENTENCE_MS : MAX_TEXT_MS;
    const cpuMs = measure(() => void text.replace(pattern, ""), maxMs);
    if (cpuMs > maxMs) return { expression, attack, cpuMs };
  }
  return undefined;
}

/** Returns the minimum CPU time of several tries, the last of which is the first one within the target. */
function measure(work: () => void, targetMs: number): number {
  let minCpuMs = Infinity;
  for (let tries = 0; tries < MAX_TRIES && minCpuMs > targetMs; tries += 1) {
    const startUsage = process.cpuUsage();
    const isFinished = runBounded(work, TIMEOUT_MS);
    const { user, system } = process.cpuUsage(startUsage);
    const cpuMs = (user + system) / 1000;
    // Otherwise the thread had no CPU for most of the time: try again.
    if (!isFinished && cpuMs > TIMEOUT_MS / 4) return cpuMs;
    if (isFinished) minCpuMs = Math.min(minCpuMs, cpuMs);
  }
  return minCpuMs;
}
