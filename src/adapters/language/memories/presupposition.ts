/** What is so if a text has the pattern, whatever else it says, in the mouth of whom it is about; undefined where not. */
export type Presupposition = readonly [
  pattern: RegExp,
  reading: (groups: Record<string, string | undefined>) => string | undefined,
];
