/** Whether a request that needs these scopes can only read, whatever its method (decision 1.9). */
export function areReadOnly(scopes: readonly string[] = []): boolean {
  return scopes.length > 0 && scopes.every((scope) => scope.endsWith(":read"));
}
