const waiting: (() => void)[] = [];

/**
 * Resolves in a later turn of the event loop, for one of those who wait in each: whoever else needs the loop waits for
 * one stretch of work, however many transcripts are being summarised.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(letOneGoOn);
  });
}

function letOneGoOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(letOneGoOn);
}
