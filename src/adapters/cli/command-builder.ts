import type { Command } from "commander";
import { DomainError } from "../../domain/errors.js";
import type { PageSizeLimits } from "../../domain/limits.js";
import type { RequestContext } from "../../ports/driving/request-context.js";
import type { ServiceHandle } from "./service-handle.js";

const DEFAULT_USER_ID = "me";

export interface OutputOptions {
  readonly json?: boolean;
}

export interface UserOptions extends OutputOptions {
  readonly user: string;
}

/** Access of commands to the service and the output. */
export interface CommandContext {
  /** Opens the service, runs the task and closes the service, whether or not the task fails. */
  readonly withService: <T>(task: (service: ServiceHandle) => Promise<T>) => Promise<T>;
  /** Prints the value as JSON with `--json`, else the rendered text. */
  readonly printResult: (value: unknown, output: OutputOptions, renderText: () => string) => void;
}

export function addCommand(parent: Command, name: string, description: string): Command {
  return parent.command(name).description(description).option("--json", "print JSON");
}

export function addUserCommand(parent: Command, name: string, description: string): Command {
  return addCommand(parent, name, description).option("--user <id>", "ID of the user", DEFAULT_USER_ID);
}

export function createRequestContext({ clock, ids }: ServiceHandle, userId: string): RequestContext {
  return { userId, now: clock.now(), ids };
}

/** Returns the context of an existing user. @throws Error if the user does not exist. */
export async function createKnownUserContext(service: ServiceHandle, userId: string): Promise<RequestContext> {
  const context = createRequestContext(service, userId);
  try {
    await service.application.users.getProfile(context);
  } catch (error) {
    if (!(error instanceof DomainError && error.kind === "not_found")) throw error;
    throw new Error(`There is no user ${JSON.stringify(userId)}: \`mneme users list\` lists all users`, {
      cause: error,
    });
  }
  return context;
}

/** Parses the value of `--limit`. @throws Error unless it is a whole number from 1 to the maximum. */
export function parseLimit(text: string, { maxLimit: max }: Pick<PageSizeLimits, "maxLimit">): number {
  const limit = Number(text);
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= max)) {
    throw new Error(`--limit must be a whole number from 1 to ${max}`);
  }
  return limit;
}
