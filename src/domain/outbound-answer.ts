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

const TOO_EARLY_OR_OFTEN: ReadonlySet<number> = new Set([408, 425, 429]);
const GONE = 410;
const ABSENT = 404;

/** Whether the same request would be refused another time as well. */
export function isLastingRefusal(status: number): boolean {
  return hundreds(status) === 4 && !TOO_EARLY_OR_OFTEN.has(status);
}

/** Decision 9.4: whoever answers it wants to be called no more. */
export function isGone(status: number): boolean {
  return status === GONE;
}

/** RFC 8030, section 7.3: how a push service tells that a browser is not registered any more. */
export function isUnregistered(status: number): boolean {
  return isGone(status) || status === ABSENT;
}
