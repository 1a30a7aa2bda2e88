import type { SearchToken } from "./tokenizer.js";

/** Function words of other languages, without accents and without negations. */
const functionWordsByLanguage = [
  // German
  `der die das den dem des ein eine einen einem einer eines ich du er sie es wir ihr mich dich sich uns euch mir dir ihm
  ihn ihnen mein meine meinen meinem meiner dein deine sein seine seinen seiner ihre ihren ihrem unser unsere ist sind war
  waren bin bist hat habe haben hatte hatten wird werden wurde wurden und oder aber mit von vom zu zum zur im in am an auf
  aus bei nach fur uber um wie was wer wo wann warum wenn dass auch noch schon nur sehr so also heisst heisse`,
  // French
  `le la les un une des du de au aux et ou mais je tu il elle on nous vous ils elles me te se mon ma mes ton ta tes son sa
  ses notre nos votre leur leurs ce cet cette ces est sont suis etait ai as a ont avons avez avait dans pour par sur avec
  sans chez qui que quoi quand comment pourquoi plus tres y en`,
  // Spanish
  `el la los las un una unos unas de del al a y o e en con por para sin que quien cuando donde como yo tu ella nosotros
  ellos ellas me te se nos lo le les mi mis su sus nuestro nuestra es son soy eres esta estan estoy era fue ha he has han
  hay muy pero mas ya este esto ese esa`,
  // Italian
  `il lo la i gli le un uno una di del della dello dei degli delle da dal dalla in nel nella nei con su sul sulla per tra
  fra a al alla ai e o ma che chi quando dove come io tu lui lei noi voi loro mi ti si ci vi mio mia mie miei tuo tua suo
  sua nostro nostra sono sei siamo ho hai ha hanno abbiamo era molto anche questo questa`,
  // Portuguese
  `o a os as um uma uns umas de do da dos das em na nos nas ao por pelo pela para com sem que quem quando onde como eu tu
  ele ela eles elas me te se meu minha meus minhas seu sua nosso nossa e sao sou era foi esta estou estao tem tenho ha
  muito mas isso este`,
  // Dutch
  `de het een ik jij je hij zij ze we wij u mij me hem haar ons jullie hun mijn jouw zijn is ben bent was waren heb hebt
  heeft hebben had hadden wordt worden werd en of maar met van voor naar op aan bij uit in te tot over om door als dat die
  dit deze wie wat waar wanneer hoe ook nog wel zeer er`,
].map((words) => words.trim().split(/\s+/));

/** Those that also occur in English texts: as words, in names or as abbreviations. */
const englishHomographs: ReadonlySet<string> = new Set(
  `a ai al also am an as at aux ben bin chez chi com come comment como con da dal das de del dem den des di die do door dos
  dove du e el elle em en er era es est et fra fur had has hat hay he hem ho hoe i il im in is la las le lei les lo los ma
  mas me met mia mit mon na nos o of om on op os ou over par para per plus pour sans se sei si sin so son su sur ta te
  tem ten ti ton tot tu u uber um un uno van vi von war was wat we wel y ya`.split(/\s+/),
);

/** A further bit beside those of the languages: the word does not occur in English. */
const NOT_ENGLISH_BIT = 2 ** functionWordsByLanguage.length;

/** By function word: the bits of the languages that have it. */
const languageBitsByWord: ReadonlyMap<string, number> = buildLanguageBits();

function buildLanguageBits(): Map<string, number> {
  const bitsByWord = new Map<string, number>();
  for (const [i, words] of functionWordsByLanguage.entries()) {
    for (const word of words)
      bitsByWord.set(word, (bitsByWord.get(word) ?? (englishHomographs.has(word) ? 0 : NOT_ENGLISH_BIT)) | (2 ** i));
  }
  return bitsByWord;
}

/**
 * See `SearchToken.grammarLanguages`.
 * @param word in lower case, without accents.
 */
export const getGrammarLanguages = (word: string): number | undefined => languageBitsByWord.get(word);

/**
 * @param bits as `getGrammarLanguages` returns them.
 * @returns whether the word may also be an English word, or a name.
 */
export const isEnglishHomograph = (bits: number): boolean => bits < NOT_ENGLISH_BIT;

/**
 * The evidence for another language: this many of its function words, and more than this many per English one.
 */
const MIN_FOREIGN_WORDS = 2;
const MIN_FOREIGN_TO_ENGLISH_RATIO = 2;

/** Returns the bit of the language, other than English, that a text is evidently written in; 0 for none. */
export function detectForeignLanguage(tokens: readonly SearchToken[]): number {
  if (!tokens.some(({ grammarLanguages: bits = 0 }) => bits >= NOT_ENGLISH_BIT)) return 0;
  let [maxWordCount, language] = [0, 0];
  for (let bit = 1; bit < NOT_ENGLISH_BIT; bit *= 2) {
    const wordCount = countFunctionWords(tokens, bit);
    if (wordCount > maxWordCount) [maxWordCount, language] = [wordCount, bit];
  }
  return language;
}

/** Returns the number of function words of the language; 0 when they are not sufficient evidence. */
function countFunctionWords(tokens: readonly SearchToken[], bit: number): number {
  let [wordCount, certainCount, englishCount] = [0, 0, 0];
  for (const { isContent, grammarLanguages: bits = 0 } of tokens) {
    if ((bits & bit) !== 0) {
      wordCount += 1;
      if (bits >= NOT_ENGLISH_BIT) certainCount += 1;
    } else if (!isContent) englishCount += 1;
  }
  return certainCount > 0 && wordCount >= MIN_FOREIGN_WORDS && wordCount > MIN_FOREIGN_TO_ENGLISH_RATIO * englishCount
    ? wordCount
    : 0;
}

/** A letter that occurs in no word. It marks words of other languages, so that they do not match English words. */
const FOREIGN_SUFFIX = "\ua78f";
/** Marks function words of other languages; no other term begins with it. */
const FUNCTION_WORD_PREFIX = "~";

/** Returns the term of a content word in a text of another language. */
export const tagForeignTerm = (term: string): string => term + FOREIGN_SUFFIX;

/** Returns the term without its language mark. */
export function stripLanguageTag(term: string): string {
  if (term.endsWith(FOREIGN_SUFFIX)) return term.slice(0, -FOREIGN_SUFFIX.length);
  return term.startsWith(FUNCTION_WORD_PREFIX) && term.length > 1 ? term.slice(1) : term;
}

/**
 * Returns the token with a language mark. Numbers, and names with a role, are the same in all languages.
 * @param bit of the language of the text.
 */
export function tagTokenLanguage(token: SearchToken, bit: number): SearchToken {
  const { term, role, isContent, grammarLanguages: bits = 0 } = token;
  if ((bits & bit) !== 0) return { term: FUNCTION_WORD_PREFIX + term, isContent: false, spelling: "plain" };
  return isContent && !role && LATIN_TERM.test(term) && term !== "not"
    ? { ...token, term: tagForeignTerm(term) }
    : token;
}

const LATIN_TERM = /^\p{sc=Latin}/u;
