import { execFileSync } from "node:child_process";
import type { Context } from "mocha";

/**
 * Skips the test with a printed reason where what it needs is absent; fails it where everything must be there
 * (`REQUIRE_BACKENDS=1`, as in CI).
 * @param reason why it cannot run here; undefined when it can.
 */
export function skipWhen(reason: string | undefined, test: Context): void {
  if (reason === undefined) return;
  if (process.env["REQUIRE_BACKENDS"] === "1") throw new Error(`REQUIRE_BACKENDS is set, and ${reason}`);
  console.log(`      skipped: ${test.test?.parent?.fullTitle()}, for ${reason}`);
  test.skip();
}

/** Why a program cannot be run here; undefined when it can. */
export function absenceOf(program: string, ...words: string[]): string | undefined {
  try {
    execFileSync(program, words, { stdio: "ignore" });
    return undefined;
  } catch (error) {
    return `"${[program, ...words].join(" ")}" does not run here: ${(error as Error).message.split("\n")[0]}`;
  }
}
