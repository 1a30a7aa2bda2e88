import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";

/** A request and what becomes of its shape; see `test/fixtures/README.md`. */
export interface RequestVector {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** Raw text, sent as JSON; null for none. */
  readonly body: string | null;
  readonly status: 200 | 422;
  readonly expect: unknown;
}

export interface VectorAnswer {
  readonly status: number;
  /** The parsed JSON body. */
  readonly body: unknown;
}

/** Answers a vector: a reader alone, or a server behind a socket. */
export type Send = (vector: RequestVector) => VectorAnswer | Promise<VectorAnswer>;

/** A file of `test/fixtures`, a JSON value a line. */
export function fixture(name: string): unknown[] {
  // From dist/test/support/.
  const lines = readFileSync(new URL(`../../../test/fixtures/${name}`, import.meta.url), "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as unknown);
}

export const requestVectors = (): RequestVector[] => fixture("vectors/requests.jsonl") as RequestVector[];

/** What is wrong with an answer; undefined when it is right. */
export function fault(vector: RequestVector, { status, body }: VectorAnswer): string | undefined {
  const detail = (body as { detail?: unknown } | null | undefined)?.detail;
  if (vector.status === 200) {
    return status === 422 && Array.isArray(detail) ? `refused: ${JSON.stringify(detail)}` : undefined;
  }
  const right = status === 422 && isDeepStrictEqual(body, vector.expect);
  return right ? undefined : `${status} ${JSON.stringify(body)} instead of ${JSON.stringify(vector.expect)}`;
}

/** Declares one test a route; each sends the route's vectors and names every one that is answered wrongly. */
export function itAnswers(vectors: readonly RequestVector[], send: Send): void {
  const byRoute = Map.groupBy(vectors, ({ method, path }) => `${method} ${path.replace(/\?.*/s, "")}`);
  for (const [route, mine] of byRoute) {
    it(`answers the ${mine.length} vectors of ${route}`, async () => {
      const faults: string[] = [];
      for (const vector of mine) {
        const wrong = fault(vector, await send(vector));
        if (wrong !== undefined) faults.push(`${vector.path} ${vector.body?.slice(0, 200) ?? ""} → ${wrong}`);
      }
      expect(faults).to.deep.equal([]);
    });
  }
}
