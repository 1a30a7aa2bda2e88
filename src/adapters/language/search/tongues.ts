import type { Token } from "./tokens.js";

/** Words of grammar of other languages, without accents. Those that deny are none of them. */
const grammars = [
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

/** Of these, what an English text has too: as a word, in a name or abbreviated. */
const ambiguous: ReadonlySet<string> = new Set(
  `a ai al also am an as at aux ben bin chez chi com come comment como con da dal das de del dem den des di die do door dos
  dove du e el elle em en er era es est et fra fur had has hat hay he hem ho hoe i il im in is la las le lei les lo los ma
  mas me met mia mit mon na nos o of om on op os ou over par para per plus pour sans se sei si sin so son su sur ta te
  tem ten ti ton tot tu u uber um un uno van vi von war was wat we wel y ya`.split(/\s+/),
);

/** Beside a bit for each language: it is no word of English. */
const NOT_ENGLISH = 2 ** grammars.length;

/** In the grammar of which languages a word is: a sum of bits. */
const tongues: ReadonlyMap<string, number> = tonguesOfWords();

function tonguesOfWords(): Map<string, number> {
  const bits = new Map<string, number>();
  for (const [i, words] of grammars.entries()) {
    for (const word of words) bits.set(word, (bits.get(word) ?? (ambiguous.has(word) ? 0 : NOT_ENGLISH)) | (2 ** i));
  }
  return bits;
}

/** As `Token.tongues`. @param word in lower case, without accents. */
export const tonguesOf = (word: string): number | undefined => tongues.get(word);

/** @returns whether the word may also be one of English, or a name in it. @param bits as of `tonguesOf`. */
export const isAmbiguous = (bits: number): boolean => bits < NOT_ENGLISH;

/** So many words of its grammar are in a text of another language, and for each one of English more than two. */
const LEAST_WORDS = 2;
const FOR_ONE_OF_ENGLISH = 2;

/** The bit of the language, other than English, that a text evidently is in; 0 for none. */
export function foreignTongueOf(tokens: readonly Token[]): number {
  if (!tokens.some(({ tongues: of = 0 }) => of >= NOT_ENGLISH)) return 0;
  let [most, tongue] = [0, 0];
  for (let bit = 1; bit < NOT_ENGLISH; bit *= 2) {
    const words = wordsOfGrammar(tokens, bit);
    if (words > most) [most, tongue] = [words, bit];
  }
  return tongue;
}

/** How many; 0 where they are no evidence. */
function wordsOfGrammar(tokens: readonly Token[], bit: number): number {
  let [words, certain, english] = [0, 0, 0];
  for (const { isContent, tongues: of = 0 } of tokens) {
    if ((of & bit) !== 0) {
      words += 1;
      if (of >= NOT_ENGLISH) certain += 1;
    } else if (!isContent) english += 1;
  }
  return certain > 0 && words >= LEAST_WORDS && words > FOR_ONE_OF_ENGLISH * english ? words : 0;
}

/** A letter that no word has, behind a word of another language: what it may be in English it does not mean. */
const FOREIGN = "\ua78f";
/** Before a word of its grammar: no other word is that. */
const GRAMMAR = "~";

/** The term of a word that carries meaning, where it stands in a text that is not in English. */
export const inForeign = (term: string): string => term + FOREIGN;

/** The term without what tells that its text is not in English. */
export function inAnyTongue(term: string): string {
  if (term.endsWith(FOREIGN)) return term.slice(0, -FOREIGN.length);
  return term.startsWith(GRAMMAR) && term.length > 1 ? term.slice(1) : term;
}

/** The same token in a text of the language of the bit. Numbers and whom a turn names are the same in all. */
export function inTongue(token: Token, bit: number): Token {
  const { term, role, isContent, tongues: of = 0 } = token;
  if ((of & bit) !== 0) return { term: GRAMMAR + term, isContent: false, spelling: "plain" };
  return isContent && !role && LATIN.test(term) && term !== "not" ? { ...token, term: inForeign(term) } : token;
}

const LATIN = /^\p{sc=Latin}/u;
