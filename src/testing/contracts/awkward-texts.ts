/** Texts that a store may corrupt: it must return exactly the code units that it stored. */
export const awkwardTexts: readonly string[] = [
  "a NUL \u0000 in the middle, and at the end \u0000",
  "\uFEFFa byte order mark that is text",
  "astral 🧠 and joined 👩‍👩‍👧, e\u0301 that is not é",
  "2026-03-02T09:00:00.000Z",
  '{"$date":1772442000000}',
  "a quote ' a double \" a backslash \\ a percent % a dollar $",
  "line\nline\r\nline\u2028line",
  "\uD800 half of a pair",
  "𝒳".repeat(100_000),
];
