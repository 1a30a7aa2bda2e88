import { type AST, RegExpParser } from "@eslint-community/regexpp";
import { analyse } from "scslre";

/** A text that may be slow to match: `start`, then repetitions of `pump` up to the length, then `end`. */
export interface Attack {
  readonly start: string;
  readonly pump: string;
  readonly end: string;
}

export function attackString({ start, pump, end }: Attack, length: number): string {
  return start + pump.repeat(Math.ceil(length / pump.length)) + end;
}

/** A quantifier that repeats less often costs a constant factor. */
const MIN_REPEATS = 20;
/** Suffixes that may make a match fail. */
const ENDS = ["", "§", "\n§"];
/** Candidates for a character class, in the order in which they are tried. */
const SAMPLE_CHARACTERS = Array.from("a b1A,.-'’\n:;!?#*_/@(\"éßαя字あ한ا😀\u0301\u200b\t\u0001");

const parser = new RegExpParser({ ecmaVersion: 2025 });

/**
 * Derives attacks from the structure of an expression: for each unbounded quantifier, repetitions of what it matches,
 * with the text before and after it either once or in each repetition.
 */
export function structuralAttacks(source: string, flags: string): Attack[] {
  const quantifiers = findQuantifiers(parse(source, flags));
  const attacks = quantifiers.flatMap((quantifier) =>
    attacksOn(quantifier, samplesOf(quantifier.element, flags), flags),
  );
  return removeDuplicates(attacks);
}

/** Derives attacks from `scslre`: a character that two quantifiers can both consume, or at which a match can begin. */
export function analysedAttacks(source: string, flags: string): Attack[] {
  const { reports } = analyse({ source, flags });
  return removeDuplicates(
    reports.flatMap((report) => {
      const quantifier = report.type === "Trade" ? report.startQuant : report.quant;
      return attacksOn(quantifier, [report.character.pick], flags);
    }),
  );
}

function parse(source: string, flags: string): AST.Pattern {
  const mode = { unicode: flags.includes("u"), unicodeSets: flags.includes("v") };
  return parser.parsePattern(source, 0, source.length, mode);
}

function attacksOn(quantifier: AST.Quantifier, pumps: readonly string[], flags: string): Attack[] {
  const before = sampleAround(quantifier, flags, "before");
  const after = sampleAround(quantifier, flags, "after");
  return pumps
    .filter((pump) => pump !== "")
    .flatMap((pump) => [
      ...ENDS.map((end) => ({ start: before, pump, end })),
      { start: "", pump, end: after },
      ...ENDS.map((end) => ({ start: "", pump: before + pump, end })),
      { start: "", pump: pump + after, end: "" },
      { start: before, pump: pump + after, end: "§" },
      { start: "", pump: before + pump + after, end: "§" },
    ]);
}

function removeDuplicates(attacks: readonly Attack[]): Attack[] {
  return [...new Map(attacks.map((attack) => [JSON.stringify(attack), attack])).values()];
}

function findQuantifiers(root: AST.Element | AST.Pattern): AST.Quantifier[] {
  const ownQuantifier = root.type === "Quantifier" && root.max >= MIN_REPEATS ? [root] : [];
  return [...ownQuantifier, ...childrenOf(root).flatMap(findQuantifiers)];
}

function childrenOf(node: AST.Element | AST.Pattern): AST.Element[] {
  if (node.type === "Quantifier") return [node.element];
  return "alternatives" in node
    ? node.alternatives.flatMap((alternative) => ("elements" in alternative ? alternative.elements : []))
    : [];
}

/** Returns a text that matches what must precede or follow an element. */
function sampleAround(element: AST.Element, flags: string, side: "before" | "after"): string {
  let text = "";
  for (const node of walkAncestors(element)) {
    const { parent } = node;
    if (parent?.type !== "Alternative") continue;
    const position = parent.elements.indexOf(node as AST.Element);
    const neighbours = side === "before" ? parent.elements.slice(0, position) : parent.elements.slice(position + 1);
    const sample = sampleSequence(neighbours, flags, "shortest");
    text = side === "before" ? sample + text : text + sample;
  }
  return text;
}

function* walkAncestors(node: AST.Node): Generator<AST.Node, void> {
  yield node;
  if (node.parent) yield* walkAncestors(node.parent);
}

/** Returns several texts that an element matches. */
function samplesOf(element: AST.QuantifiableElement, flags: string): string[] {
  const alternatives = childAlternatives(element);
  const samples = alternatives
    ? alternatives.flatMap((elements) =>
        (["shortest", "longer"] as const).map((kind) => sampleSequence(elements, flags, kind)),
      )
    : [sampleOf(element, flags, "shortest")];
  return [...new Set(samples)];
}

function childAlternatives(element: AST.Element): AST.Element[][] | undefined {
  return element.type === "Group" || element.type === "CapturingGroup"
    ? element.alternatives.map(({ elements }) => elements)
    : undefined;
}

const sampleSequence = (elements: readonly AST.Element[], flags: string, kind: "shortest" | "longer"): string =>
  elements.map((child) => sampleOf(child, flags, kind)).join("");

/** @param kind "longer" includes each optional part once. */
function sampleOf(element: AST.Element, flags: string, kind: "shortest" | "longer"): string {
  switch (element.type) {
    case "Character":
      return String.fromCodePoint(element.value);
    case "CharacterClass":
    case "CharacterSet":
    case "ExpressionCharacterClass":
      return sampleCharacter(element.raw, flags);
    case "Group":
    case "CapturingGroup":
      return sampleSequence(element.alternatives[0]?.elements ?? [], flags, kind);
    case "Quantifier":
      return sampleOf(element.element, flags, kind).repeat(Math.max(element.min, kind === "longer" ? 1 : 0));
    default:
      return "";
  }
}

const sampleCache = new Map<string, string>();

function sampleCharacter(raw: string, flags: string): string {
  const key = `${raw} ${flags}`;
  const cached = sampleCache.get(key);
  if (cached !== undefined) return cached;
  const expression = new RegExp(`^(?:${raw})$`, flags.replace(/[gy]/g, ""));
  const character = SAMPLE_CHARACTERS.find((candidate) => expression.test(candidate)) ?? "";
  sampleCache.set(key, character);
  return character;
}
