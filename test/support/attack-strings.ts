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
/** What a match may fail on. */
const ENDS = ["", "§", "\n§"];
/** Tried in this order where a class of characters may stand. */
const SAMPLE_CHARACTERS = Array.from("a b1A,.-'’\n:;!?#*_/@(\"éßαя字あ한ا😀\u0301\u200b\t\u0001");

const parser = new RegExpParser({ ecmaVersion: 2025 });

/**
 * The attacks that the structure of an expression suggests: what each of its unbounded quantifiers repeats, with what
 * stands before and after it, once or each time.
 */
export function structuralAttacks(source: string, flags: string): Attack[] {
  const quantifiers = findQuantifiers(parse(source, flags));
  const attacks = quantifiers.flatMap((quantifier) =>
    attacksOn(quantifier, samplesOf(quantifier.element, flags), flags),
  );
  return removeDuplicates(attacks);
}

/** The attacks of `scslre`: a character that two quantifiers can both consume, or that a match can begin at. */
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
  const own = root.type === "Quantifier" && root.max >= MIN_REPEATS ? [root] : [];
  return [...own, ...childrenOf(root).flatMap(findQuantifiers)];
}

function childrenOf(node: AST.Element | AST.Pattern): AST.Element[] {
  if (node.type === "Quantifier") return [node.element];
  return "alternatives" in node
    ? node.alternatives.flatMap((alternative) => ("elements" in alternative ? alternative.elements : []))
    : [];
}

/** A text for what must stand before or after an element. */
function sampleAround(element: AST.Element, flags: string, side: "before" | "after"): string {
  let text = "";
  for (const node of withAncestors(element)) {
    const { parent } = node;
    if (parent?.type !== "Alternative") continue;
    const at = parent.elements.indexOf(node as AST.Element);
    const others = side === "before" ? parent.elements.slice(0, at) : parent.elements.slice(at + 1);
    const words = sequence(others, flags, "shortest");
    text = side === "before" ? words + text : text + words;
  }
  return text;
}

function* withAncestors(node: AST.Node): Generator<AST.Node, void> {
  yield node;
  if (node.parent) yield* withAncestors(node.parent);
}

/** Several texts that an element matches. */
function samplesOf(element: AST.QuantifiableElement, flags: string): string[] {
  const alternatives = childAlternatives(element);
  const samples = alternatives
    ? alternatives.flatMap((elements) =>
        (["shortest", "longer"] as const).map((kind) => sequence(elements, flags, kind)),
      )
    : [sampleOf(element, flags, "shortest")];
  return [...new Set(samples)];
}

function childAlternatives(element: AST.Element): AST.Element[][] | undefined {
  return element.type === "Group" || element.type === "CapturingGroup"
    ? element.alternatives.map(({ elements }) => elements)
    : undefined;
}

const sequence = (elements: readonly AST.Element[], flags: string, kind: "shortest" | "longer"): string =>
  elements.map((each) => sampleOf(each, flags, kind)).join("");

/** @param kind "longer" has what is optional once. */
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
      return sequence(element.alternatives[0]?.elements ?? [], flags, kind);
    case "Quantifier":
      return sampleOf(element.element, flags, kind).repeat(Math.max(element.min, kind === "longer" ? 1 : 0));
    default:
      return "";
  }
}

const sampled = new Map<string, string>();

function sampleCharacter(raw: string, flags: string): string {
  const key = `${raw} ${flags}`;
  const known = sampled.get(key);
  if (known !== undefined) return known;
  const expression = new RegExp(`^(?:${raw})$`, flags.replace(/[gy]/g, ""));
  const character = SAMPLE_CHARACTERS.find((each) => expression.test(each)) ?? "";
  sampled.set(key, character);
  return character;
}
