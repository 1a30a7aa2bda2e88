/** Of UTF-8 in a token: few enough that a text has seldom more tokens than are estimated. */
export const BYTES_IN_A_TOKEN = 3;

/** How many tokens a text may have, whatever model counts them. */
export function estimatedTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_IN_A_TOKEN);
}
