import type { MemoryCategory } from "../../domain/memory-category.js";
import { wordsOf } from "./words.js";

const list = (words: string): readonly string[] => words.trim().split(/\s+/);

/** Words that speak for a category; an asterisk ends the beginning of a word. The earlier category wins a tie. */
// prettier-ignore
const WORDS: readonly (readonly [category: MemoryCategory, words: readonly string[]])[] = [
  ["core", list(`name named born birthday allerg* married wife husband spouse partner son sons daughter* child children kid kids
    mother father mum mom dad parent* sister* brother* sibling* grandmother grandfather grandma grandpa nationality
    diabet* vegetarian vegan religio* pronoun* blood-type asthma* cancer pregnan*`)],
  ["work", list(`work* job jobs employ* company compan* boss colleague* coworker* manager* office project* client* customer*
    career salary engineer* developer* designer* teacher* nurse* doctor* lawyer* accountant* architect* startup business
    team deadline* promotion freelanc* consult* retire* intern internship`)],
  ["skills", list(`speaks fluent* speak knows skilled certified expert* proficient qualif* program* code codes coding license*
    trained degree* can`)],
  ["learnings", list(`learn* learnt stud* realis* realiz* course* lesson* discover* understood lecture* class classes`)],
  ["hobbies", list(`hobb* play plays playing guitar piano violin drum* chess paint* draw* garden* knit* hik* climb* cycl* bike*
    sail* fish* photograph* bak* cook* danc* sing* choir football tennis basketball swim* surf* ski skis skiing board-game*
    collect* pottery crochet* camp* craft* running marathon*`)],
  ["habits", list(`usually always every daily weekly morning* evening* routine* habit* wakes gets-up bedtime never often
    regularly tends weekday* sunday* monday* before-bed`)],
  ["interests", list(`interest* like likes love loves enjoy* favourite favorite fan prefer* fascinat* passion* fond keen hates
    dislikes into adore*`)],
  ["lifestyle", list(`live lives living moved home house flat apartment city town village drive* car commut* diet eat eats sleep*
    exercise* gym yoga dog* cat cats pet pets coffee tea wine alcohol smok* gluten* travel* holiday* vacation* rent* own owns
    neighbour* neighbor* health* food*`)],
];

/** A beginning that leaves more of a word unread is a coincidence. */
const MOST_UNREAD = 5;

const exact = new Map<string, MemoryCategory>();
const beginnings = new Map<string, MemoryCategory>();
for (const [category, words] of WORDS) {
  for (const word of words) {
    const table = word.endsWith("*") ? beginnings : exact;
    const key = word.replace("*", "");
    if (!table.has(key)) table.set(key, category);
  }
}

/** Something was said, but nothing of these: a fact like any other. */
const USUAL: MemoryCategory = "interesting";
const NOTHING_SAID: MemoryCategory = "other";

/**
 * The category that most of the words speak for; where they speak for several equally, the one that says most about a
 * person. Nothing that has no letter is about anything.
 */
export function memoryCategoryOf(content: string): MemoryCategory {
  const words = new Set(wordsOf(content));
  if (![...words].some((word) => /\p{L}/u.test(word))) return NOTHING_SAID;
  const scores = new Map<MemoryCategory, number>();
  for (const word of words) {
    const category = spokenFor(word);
    if (category) scores.set(category, (scores.get(category) ?? 0) + 1);
  }
  const most = Math.max(0, ...scores.values());
  return WORDS.find(([category]) => most > 0 && scores.get(category) === most)?.[0] ?? USUAL;
}

function spokenFor(word: string): MemoryCategory | undefined {
  const whole = exact.get(word);
  if (whole) return whole;
  for (let length = word.length; length >= Math.max(3, word.length - MOST_UNREAD); length -= 1) {
    const found = beginnings.get(word.slice(0, length));
    if (found) return found;
  }
  return undefined;
}
