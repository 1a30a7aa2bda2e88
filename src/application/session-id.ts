import type { Call } from "../ports/driving/index.js";

/** Decision 4.5: the same session of a user gives the same conversation, from any process, however it is recorded. */
export function conversationOfSession({ userId, ids }: Pick<Call, "userId" | "ids">, clientSessionId: string): string {
  return ids.derived(userId, "conversation", clientSessionId);
}
