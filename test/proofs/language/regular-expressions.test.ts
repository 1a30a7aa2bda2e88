import { expect } from "chai";
import { findAttacks, findSlowAttack } from "../../support/expression-timing.js";
import { collectExpressions, type FoundExpression } from "../../support/regular-expressions.js";

/** Fewer would mean that they are not found any more. */
const MIN_EXPRESSIONS = 200;
/** Those whose analysis takes too long. */
const MAX_UNANALYSED = 10;

describe("regular expressions", function () {
  this.timeout(600_000);

  const expressionIn = (file: string, source: string, flags = ""): FoundExpression => ({
    source,
    flags,
    files: [file],
  });

  function findSlow(expression: FoundExpression): boolean {
    return findSlowAttack(expression, findAttacks(expression) ?? []) !== undefined;
  }

  it("all match their longest input within the time limit", async () => {
    const expressions = await collectExpressions();
    expect(expressions.length).to.be.greaterThan(MIN_EXPRESSIONS);
    expect(expressions.some(({ files }) => files.includes("src/domain/text/normalize-text.ts"))).to.be.true;
    const slow: string[] = [];
    let unanalysed = 0;
    for (const expression of expressions) {
      const attacks = findAttacks(expression);
      if (!attacks) {
        unanalysed += 1;
        continue;
      }
      const found = findSlowAttack(expression, attacks);
      if (found) slow.push(`${expression.files.join(", ")}: /${expression.source}/ on ${JSON.stringify(found.attack)}`);
    }
    expect(slow).to.deep.equal([]);
    expect(unanalysed).to.be.at.most(MAX_UNANALYSED);
  });

  it("are reported when they take quadratic time on a whole text", () => {
    const file = "src/adapters/nlp/text/lines.ts";
    expect(findSlow(expressionIn(file, String.raw`\s+$`))).to.be.true;
    expect(findSlow(expressionIn(file, String.raw`\([^)]*\)`))).to.be.true;
    expect(findSlow(expressionIn(file, String.raw`[\w-]+[\w.]+@`))).to.be.true;
    expect(findSlow(expressionIn(file, String.raw`from .* to`))).to.be.true;
    expect(findSlow(expressionIn(file, String.raw`(?<!\s)\s+$`))).to.be.false;
  });

  it("are reported when they take exponential time on a sentence", () => {
    const file = "src/adapters/nlp/extraction/extract-memories.ts";
    expect(findSlow(expressionIn(file, String.raw`^(?:\p{L}+ ?)+$`, "u"))).to.be.true;
    expect(findSlow(expressionIn(file, String.raw`^(?:(?:no|not?)[ ,]*)+$`))).to.be.true;
    expect(findSlow(expressionIn(file, String.raw`^(?:\p{L}+(?: |$))+$`, "u"))).to.be.false;
  });
});
