import { nullable, Refused, text, type Rule } from "../../domain/rules.js";
import { object, prose, several } from "./answer-rules.js";
import type { Said } from "../../domain/written-text.js";

/** In code points: some sentences. */
const LONGEST = 2000;

/** `[2]`, or `[2, 5]`. */
const citation = /\[(\d{1,4}(?:\s*,\s*\d{1,4})*)\]/g;

interface Written {
  readonly answer: string | null;
  readonly cited: readonly number[];
}

/**
 * What is to be answered from so many passages, read as a text that cites one of them at least, each as `[2]`;
 * undefined for one that says that they do not tell.
 * @param saidIf what it may write of the net, as of `cleaned`, when it cites these passages.
 */
export function citedAnswer(passages: number, saidIf: (cited: readonly number[]) => Said): Rule<string | undefined> {
  const place = numberOfPassage(passages);
  const ruleOf = (said: Said): Rule<Written> =>
    object<Written>({
      answer: nullable(prose(text({ max: LONGEST }), `At most ${LONGEST} characters, or null.`, said)),
      cited: several(place, passages),
    });
  const bare = ruleOf(saidIf([]));
  return {
    read(raw) {
      // What it cites is seen in what is left when nothing may be named; what it may name depends on that.
      const first = bare.read(raw);
      if (first instanceof Refused) return first;
      const read = ruleOf(saidIf(citedBy(first))).read(raw);
      if (read instanceof Refused) return read;
      const { answer, cited } = read;
      if (answer === null || answer === "") return undefined;
      const written = withMarks(answer);
      const inText = placesIn(written);
      const unknown = inText.find((number) => place.read(number) instanceof Refused);
      if (unknown !== undefined) return refused(`There is no passage [${unknown}]`);
      if (inText.length > 0) return written;
      return cited.length > 0 ? `${written} ${marks(cited)}` : refused("Input should cite passages, such as [1]");
    },
    schema: () => bare.schema(),
  };
}

/** Beside the text only where it cites none. */
function citedBy({ answer, cited }: Written): readonly number[] {
  const inText = placesIn(withMarks(answer ?? ""));
  return inText.length > 0 ? inText : cited;
}

const withMarks = (answer: string): string =>
  answer.replace(citation, (_, numbers: string) => marks(numbers.split(",").map(Number)));

const placesIn = (written: string): number[] => Array.from(written.matchAll(citation), ([, number]) => Number(number));

const marks = (numbers: readonly number[]): string => [...new Set(numbers)].map((number) => `[${number}]`).join("");

const refused = (message: string): Refused => Refused.because("citation", message).under("answer");

function numberOfPassage(passages: number): Rule<number> {
  return {
    read: (raw) =>
      Number.isInteger(raw) && Number(raw) >= 1 && Number(raw) <= passages
        ? Number(raw)
        : Refused.because("citation", `Input should be the number of a passage, 1 to ${passages}`),
    schema: () => ({ type: "integer" }),
  };
}
