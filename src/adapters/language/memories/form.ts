/** A kind of clause, after "I", that tells what lasts. */
export interface Form {
  /** How much it tells of a person, from 1 to 3. */
  readonly tells: number;
  /** Whether "we" may stand for a household: what a company does is no fact about the user. */
  readonly ofHousehold: boolean;
  /** Its group `verb`, where it has one, is conjugated. */
  readonly pattern: RegExp;
}

export const form = (tells: number, pattern: RegExp, ofHousehold = false): Form => ({ tells, pattern, ofHousehold });

const DAY = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day";
const COUNTED = "(?:a few|two|three|four|five|six|\\d{1,2})";

/** What makes a deed a habit. */
export const again = String.raw`(?:every|each) (?:other |single |second |two |three |four |five |few )?(?:(?:or |to )?(?:three |four |five |six )?(?:day|morning|evening|night|week|weekend|month|year|summer|winter|spring|autumn|fall|Christmas|Easter|Lent|lunchtime|afternoon|${DAY})s?)\b|\bon (?:${DAY}s(?:,? (?:and |or )?)?)+(?= |$)|\b(?:once|twice|${COUNTED} times|${COUNTED} (?:days|nights|mornings|evenings)) (?:a|per|every) (?:day|week|month|year)|\b(?:${COUNTED}|an?|one|about \p{L}+) [\p{L}]+ (?:a|per) (?:day|week|month|year)\b|\b(?:at|on) weekends|\bin the (?:mornings|evenings)|\bmost (?:days|mornings|evenings|nights|weekends)|\b(?:before|after) (?:work|breakfast|bed|lunch|dinner|school)|\bin my (?:free|spare) time|\bto work\b|\bfor a living\b|\ball year round\b|\b(?:before|at) (?:dawn|sunrise)\b`;
