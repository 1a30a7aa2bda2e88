const CUT = "…";

/**
 * As much of the text as goes into so many bytes; what is cut is told by an ellipsis, and no character is cut in two.
 * @param written the text as it is sent, with all around it. Longer texts must not be shorter there.
 */
export function shortened(text: string, mostBytes: number, written: (text: string) => string): string {
  const fits = (part: string): boolean => Buffer.byteLength(written(part)) <= mostBytes;
  const whole = written(text);
  if (Buffer.byteLength(whole) <= mostBytes) return whole;
  const characters = Array.from(text);
  const beginning = (length: number): string => characters.slice(0, length).join("") + CUT;
  let [fitting, tooLong] = [0, characters.length];
  while (tooLong - fitting > 1) {
    const middle = (fitting + tooLong) >> 1;
    if (fits(beginning(middle))) fitting = middle;
    else tooLong = middle;
  }
  return written(beginning(fitting));
}
