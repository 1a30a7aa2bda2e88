/** Of `fetch`: the other side went away before, or while, it answered. */
export function isBrokenConnection(error: unknown): boolean {
  return error instanceof TypeError && /^(fetch failed|terminated)$/.test(error.message);
}
