import type { Listening, Overrides, Program, Surroundings } from "./program.js";

/** Whose the demo's data are. */
export const DEMO_USER = "maya";
const TOKEN_SECONDS = 300;

/** The service on the usual port, or on any other when somebody has it. */
export async function openSomewhere({ open }: Surroundings, overrides: Overrides): Promise<Program> {
  const program = await open(overrides);
  const listen = async (): Promise<Listening> => {
    try {
      return await program.listen();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
      return program.listen({ port: 0 });
    }
  };
  return { ...program, listen };
}

/**
 * Registers the demo's user.
 * @returns an identity token of theirs, good for five minutes.
 * @throws Error where tokens come from elsewhere.
 */
export async function demoToken(program: Program): Promise<string> {
  await program.application.users.register({ id: DEMO_USER, displayName: "Maya" });
  const token = await program.issueToken?.({ userId: DEMO_USER, lifetimeSeconds: TOKEN_SECONDS });
  if (token === undefined) throw new Error("The demo needs the local issuer: unset MNEME_OIDC_ISSUER");
  return token;
}

/** @throws Error for an answer that is no success. */
export async function answer<T>(request: Promise<Response>): Promise<T> {
  const response = await request;
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

export const demoConversation = new URL("../../../../examples/demo-conversation.json", import.meta.url);
