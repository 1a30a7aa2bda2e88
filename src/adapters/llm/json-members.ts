/** Of what an endpoint has answered, which may be anything; undefined where there is none. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** Read and written, as the endpoint counts them; undefined when it does not say. */
export function tokensIn(answer: unknown): number | undefined {
  const tokens = memberOf(memberOf(answer, "usage"), "total_tokens");
  return typeof tokens === "number" && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : undefined;
}
