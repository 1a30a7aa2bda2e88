import type { Command } from "commander";
import { DomainError } from "../../domain/errors.js";
import type { PageSize } from "../../domain/limits.js";
import type { Call } from "../../ports/driving/call.js";
import type { Program } from "./program.js";

const DEFAULT_USER = "me";

export interface Output {
  readonly json?: boolean;
}

export interface UserOutput extends Output {
  readonly user: string;
}

/** What every command does its work through. */
export interface Surface {
  /** Opens the program for one piece of work and closes it whatever comes of it. */
  readonly using: <T>(work: (program: Program) => Promise<T>) => Promise<T>;
  /** Prints one JSON value where that was asked for, and the words for people where not. */
  readonly show: (value: unknown, output: Output, forPeople: () => string) => void;
}

export function command(parent: Command, name: string, description: string): Command {
  return parent.command(name).description(description).option("--json", "print JSON");
}

export function userCommand(parent: Command, name: string, description: string): Command {
  return command(parent, name, description).option("--user <id>", "whose", DEFAULT_USER);
}

export function call({ clock, ids }: Program, userId: string): Call {
  return { userId, now: clock.now(), ids };
}

/** @throws Error for a user whom nobody has added: what is to be read would be nobody's. */
export async function callOfKnown(program: Program, userId: string): Promise<Call> {
  const known = call(program, userId);
  try {
    await program.application.users.profile(known);
  } catch (error) {
    if (!(error instanceof DomainError && error.kind === "not_found")) throw error;
    throw new Error(`There is no user ${JSON.stringify(userId)}: \`mneme users list\` shows who there is`, {
      cause: error,
    });
  }
  return known;
}

/** How many to show. @throws Error for what is no whole number from 1 to the greatest. */
export function limitOf(text: string, { most }: Pick<PageSize, "most">): number {
  const limit = Number(text);
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= most)) {
    throw new Error(`--limit must be a whole number from 1 to ${most}`);
  }
  return limit;
}
