import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";

const MAX_README_LINES = 150;
const RELATIVE_LINK = /\]\((?![a-z]+:|#)(?<path>[^)#]+)(?:#(?<anchor>[^)]*))?\)/g;

const pages = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ...globSync("docs/**/*.md")];

/** The anchors of a page, as GitHub makes them of its headings. */
function anchorsOf(page: string): readonly string[] {
  const headings = readFileSync(page, "utf8").matchAll(/^#+ (?<heading>.+)$/gm);
  return Array.from(headings, ({ groups }) =>
    (groups?.["heading"] ?? "")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-"),
  );
}

describe("The documentation", () => {
  it("has a README of at most 150 lines", () => {
    const lines = readFileSync("README.md", "utf8").trimEnd().split("\n");
    expect(lines.length).to.be.at.most(MAX_README_LINES);
  });

  for (const page of pages) {
    it(`links from ${page} only to files and headings that exist`, () => {
      for (const { groups } of readFileSync(page, "utf8").matchAll(RELATIVE_LINK)) {
        const { path = "", anchor } = groups ?? {};
        const target = join(dirname(page), path);
        expect(existsSync(target), `${page}: ${path}`).to.equal(true);
        if (anchor) expect(anchorsOf(target), `${page}: ${path}#${anchor}`).to.include(anchor);
      }
    });
  }

  it("links every page of docs/ from the README", () => {
    const readme = readFileSync("README.md", "utf8");
    for (const page of globSync("docs/*.md")) expect(readme).to.include(`](${page})`);
  });
});
