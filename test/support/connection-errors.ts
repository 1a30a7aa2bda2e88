/** Whether `fetch` failed because the server closed the connection before or during its response. */
export function isBrokenConnection(error: unknown): boolean {
  return error instanceof TypeError && /^(fetch failed|terminated)$/.test(error.message);
}
