import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";

/** A request and the expected result of its validation; see `test/fixtures/README.md`. */
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

/** Sends a vector to a validator in this process or to a server. */
export type SendVector = (vector: RequestVector) => VectorAnswer | Promise<VectorAnswer>;

/** Reads a file of `test/fixtures` with one JSON value per line. */
export function readFixture(name: string): unknown[] {
  // From dist/test/support/.
  const lines = readFileSync(new URL(`../../../test/fixtures/${name}`, import.meta.url), "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as unknown);
}

export const readRequestVectors = (): RequestVector[] => readFixture("vectors/requests.jsonl") as RequestVector[];

/** Returns the fault of a response; undefined if it is correct. */
export function findVectorFault(vector: RequestVector, { status, body }: VectorAnswer): string | undefined {
  const detail = (body as { detail?: unknown } | null | undefined)?.detail;
  if (vector.status === 200) {
    return status === 422 && Array.isArray(detail) ? `refused: ${JSON.stringify(detail)}` : undefined;
  }
  const isCorrect = status === 422 && isDeepStrictEqual(body, vector.expect);
  return isCorrect ? undefined : `${status} ${JSON.stringify(body)} instead of ${JSON.stringify(vector.expect)}`;
}

/** Declares one test per route, which sends the route's vectors and lists every wrong response. */
export function declareVectorTests(vectors: readonly RequestVector[], send: SendVector): void {
  const byRoute = Map.groupBy(vectors, ({ method, path }) => `${method} ${path.replace(/\?.*/s, "")}`);
  for (const [route, routeVectors] of byRoute) {
    it(`answers the ${routeVectors.length} vectors of ${route}`, async () => {
      const faults: string[] = [];
      for (const vector of routeVectors) {
        const problem = findVectorFault(vector, await send(vector));
        if (problem !== undefined) faults.push(`${vector.path} ${vector.body?.slice(0, 200) ?? ""} → ${problem}`);
      }
      expect(faults).to.deep.equal([]);
    });
  }
}
