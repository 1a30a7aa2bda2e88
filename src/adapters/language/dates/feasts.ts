import { addDays, type WallClock, getWeekday } from "../../../domain/time/local-time.js";

type Feast = (year: number) => WallClock;

const midnight = { hour: 0, minute: 0 };
const on =
  (month: number, day: number): Feast =>
  (year) => ({ year, month, day, ...midnight });

/** The n-th of a weekday in a month, from 1; -1 is the last. 0 is Sunday. */
export function nthWeekday(year: number, month: number, day: number, n: number): WallClock {
  if (n > 0) {
    const first = { year, month, day: 1, ...midnight };
    return addDays(first, ((day - getWeekday(first) + 7) % 7) + (n - 1) * 7);
  }
  const last = addDays({ year, month: month + 1, day: 1, ...midnight }, -1);
  return addDays(last, -((getWeekday(last) - day + 7) % 7));
}

const nth =
  (month: number, day: number, n: number): Feast =>
  (year) =>
    nthWeekday(year, month, day, n);

/** Of the western churches (the anonymous Gregorian computus, Meeus 1991). */
function easter(year: number): WallClock {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const epact =
    (19 * golden +
      century -
      Math.floor(century / 4) -
      Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) +
      15) %
    30;
  const rest = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - epact - (year % 4)) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * rest) / 451);
  const sum = epact + rest - 7 * shift + 114;
  return { year, month: Math.floor(sum / 31), day: (sum % 31) + 1, ...midnight };
}

const fromEaster =
  (days: number): Feast =>
  (year) =>
    addDays(easter(year), days);

/** The fourth Sunday before Christmas, and those that follow. */
const advent =
  (sunday: number): Feast =>
  (year) => {
    const eve = { year, month: 12, day: 24, ...midnight };
    return addDays(eve, -getWeekday(eve) - 7 * (4 - sunday));
  };

/** Days that have a name; where they differ between countries, those of the country of `inAmerica`. */
const FEASTS: readonly (readonly [name: RegExp, feast: Feast, inAmerica?: Feast])[] = [
  [/^christmas eve$/, on(12, 24)],
  [/^(?:christmas|xmas)(?: day)?$/, on(12, 25)],
  [/^boxing day$/, on(12, 26)],
  [/^new year's eve$/, on(12, 31)],
  [/^new year(?:'s|s)?(?: day)?$/, on(1, 1)],
  [/^(?:epiphany|twelfth night)$/, on(1, 6)],
  [/^burns night$/, on(1, 25)],
  [/^(?:saint |st\.? )?valentine'?s?(?: day)?$/, on(2, 14)],
  [/^(?:saint|st\.?) patrick'?s day$/, on(3, 17)],
  [/^april fools?'?(?: day)?$/, on(4, 1)],
  [/^(?:shrove tuesday|pancake day|mardi gras)$/, fromEaster(-47)],
  [/^ash wednesday$/, fromEaster(-46)],
  [/^palm sunday$/, fromEaster(-7)],
  [/^maundy thursday$/, fromEaster(-3)],
  [/^good friday$/, fromEaster(-2)],
  [/^easter monday$/, fromEaster(1)],
  [/^easter(?: sunday| day)?$/, fromEaster(0)],
  [/^ascension(?: day)?$/, fromEaster(39)],
  [/^(?:pentecost|whit sunday|whitsun)$/, fromEaster(49)],
  [/^whit monday$/, fromEaster(50)],
  [/^corpus christi$/, fromEaster(60)],
  [/^may day$/, on(5, 1)],
  [/^labou?r day$/, on(5, 1), nth(9, 1, 1)],
  [/^mother'?s'? day$/, fromEaster(-21), nth(5, 0, 2)],
  [/^father'?s'? day$/, nth(6, 0, 3)],
  [/^memorial day$/, nth(5, 1, -1)],
  [/^juneteenth$/, on(6, 19)],
  [/^midsummer(?:'s)?(?: day)?$/, on(6, 24)],
  [/^(?:the )?(?:fourth|4th) of july$|^independence day$/, on(7, 4)],
  [/^bastille day$/, on(7, 14)],
  [/^assumption(?: day)?$/, on(8, 15)],
  [/^columbus day$/, nth(10, 1, 2)],
  [/^hallowe'?en$/, on(10, 31)],
  [/^all saints'?(?: day)?$/, on(11, 1)],
  [/^(?:bonfire|guy fawkes) night$/, on(11, 5)],
  [/^(?:veterans'?|remembrance|armistice) day$/, on(11, 11)],
  [/^saint martin's day$/, on(11, 11)],
  [/^thanksgiving(?: day)?$/, nth(11, 4, 4)],
  [/^black friday$/, (year) => addDays(nthWeekday(year, 11, 4, 4), 1)],
  [/^saint nicholas(?:' eve)?$/, on(12, 6)],
  [/^sinterklaas$/, on(12, 5)],
  [/^immaculate conception$/, on(12, 8)],
  [/^(?:the )?first (?:sunday (?:in|of) )?advent$/, advent(1)],
  [/^(?:the )?second (?:sunday (?:in|of) )?advent$/, advent(2)],
  [/^(?:the )?third (?:sunday (?:in|of) )?advent$/, advent(3)],
  [/^(?:the )?fourth (?:sunday (?:in|of) )?advent$/, advent(4)],
];

/** What a text must have for a feast to be in it. */
export const FEAST_HINT =
  /christmas|xmas|boxing|new year|epiphany|twelfth n|burns|valentine|patrick|april fool|shrove|pancake|mardi gras|ash wed|palm sun|maundy|good friday|easter|ascension|pentecost|whit|corpus|may day|labou?r day|mother'?s'? day|father'?s'? day|memorial day|juneteenth|midsummer|of july|independence|bastille|assumption|columbus|hallowe|all saints|bonfire|guy fawkes|veterans|remembrance|armistice|martin's|thanksgiving|black friday|nicholas|sinterklaas|immaculate|advent/i;

/** Feasts as they stand in a text. */
export const FEAST_NAMES =
  /\b(?:christmas(?: eve| day)?|xmas(?: day)?|boxing day|new year's(?: eve| day)?|new year(?=[.,;!?]|$)|epiphany|twelfth night|burns night|(?:saint |st\.? )?valentine'?s?(?: day)|(?:saint|st\.?) patrick'?s day|april fools?'?(?: day)|shrove tuesday|pancake day|mardi gras|ash wednesday|palm sunday|maundy thursday|good friday|easter(?: sunday| monday| day)?|ascension(?: day)?|pentecost|whit sunday|whitsun|whit monday|corpus christi|may day|labou?r day|mother'?s'? day|father'?s'? day|memorial day|juneteenth|midsummer(?:'s)?(?: day)?|the (?:fourth|4th) of july|independence day|bastille day|assumption(?: day)?|columbus day|hallowe'?en|all saints'?(?: day)?|(?:bonfire|guy fawkes) night|(?:veterans'?|remembrance|armistice) day|saint martin's day|thanksgiving(?: day)?|black friday|saint nicholas|sinterklaas|immaculate conception|(?:the )?(?:first|second|third|fourth) (?:sunday (?:in|of) )?advent)(?!['’\w-])/gi;

/** The feast that a text names last, the next from today on; undefined where it names none. */
export function feastIn(text: string, today: WallClock, inAmerica: boolean): WallClock | undefined {
  if (!FEAST_HINT.test(text)) return undefined;
  const name = text.replaceAll("’", "'").match(FEAST_NAMES)?.at(-1);
  return name === undefined ? undefined : feastAfter(name, today, inAmerica);
}

/** The next day of that name from today on; undefined where it is none. */
export function feastAfter(name: string, today: WallClock, inAmerica: boolean): WallClock | undefined {
  const lower = name.toLowerCase().replaceAll("’", "'").replace(/\s+/g, " ");
  const [, feast, american] = FEASTS.find(([pattern]) => pattern.test(lower)) ?? [];
  const dayIn = (inAmerica ? american : undefined) ?? feast;
  if (!dayIn) return undefined;
  const thisYear = dayIn(today.year);
  return isBefore(thisYear, today) ? dayIn(today.year + 1) : thisYear;
}

function isBefore(a: WallClock, b: WallClock): boolean {
  return (a.year - b.year || a.month - b.month || a.day - b.day) < 0;
}
