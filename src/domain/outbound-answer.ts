/** Decision 9.5: what is read at most of what others answer, decoded, in bytes. */
export const LONGEST_ANSWER = 64 * 1024;

/** Decision 9.4: any of them is success. */
export function isSuccess(status: number): boolean {
  return hundreds(status) === 2;
}

/** Decision 9.4: never followed, always a failure. */
export function isRedirect(status: number): boolean {
  return hundreds(status) === 3;
}

const hundreds = (status: number): number => Math.floor(status / 100);
