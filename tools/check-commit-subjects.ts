import { execFileSync } from "node:child_process";

const MAX_SUBJECT_LENGTH = 72;
const DEFAULT_COMMIT_COUNT = 20;
const CONVENTIONAL_COMMIT =
  /^(?:build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(?:\([a-z0-9-]+(?:[,/] ?[a-z0-9-]+)*\))?!?: \S/;

/** @returns what is wrong with the subject of a commit (https://www.conventionalcommits.org); undefined if nothing is. */
export function checkSubject(subject: string): string | undefined {
  if (subject.length > MAX_SUBJECT_LENGTH) return `longer than ${MAX_SUBJECT_LENGTH} characters`;
  return CONVENTIONAL_COMMIT.test(subject) ? undefined : "not a Conventional Commit";
}

/** Checks the commits of a range of Git, by default the last 20, and prints those that are wrong. */
function main([range]: readonly string[]): void {
  const selection = range === undefined ? [`--max-count=${DEFAULT_COMMIT_COUNT}`] : [range];
  const subjects = execFileSync("git", ["log", "--format=%s", "--no-merges", ...selection], { encoding: "utf8" });
  const faults = subjects
    .split("\n")
    .filter((subject) => subject !== "")
    .flatMap((subject) => {
      const fault = checkSubject(subject);
      return fault === undefined ? [] : [`${subject}: ${fault}`];
    });
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}

if (import.meta.main) main(process.argv.slice(2));
