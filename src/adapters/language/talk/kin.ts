const list = (words: string): readonly string[] =>
  words
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll("_", " "));

const women = list(`
  sister mother mum mom mam mama mummy mommy ma wife girlfriend fiancée daughter grandmother grandma granny gran nan nana
  nanna auntie aunt niece goddaughter godmother little_girl stepmother stepmum stepmom stepdaughter stepsister half-sister ex-wife
  ex-girlfriend granddaughter landlady sister-in-law mother-in-law daughter-in-law missus lass
`);
const men = list(`
  brother father dad dada daddy papa pa pop husband boyfriend fiancé son grandfather grandpa granddad grandad uncle nephew
  godson godfather little_boy stepfather stepdad stepson stepbrother half-brother ex-husband ex-boyfriend grandson landlord
  brother-in-law father-in-law son-in-law hubby lad
`);
const either = list(`
  eldest oldest youngest little_one partner sibling child baby toddler teenager cousin twin flatmate roommate housemate neighbour neighbor friend boss grandchild
  fiance fiancee spouse ex other_half
`);
const pets = list(`
  dog cat rabbit horse parrot puppy kitten hamster tortoise pony budgie canary goldfish ferret donkey gecko
  beagle greyhound whippet labrador poodle terrier spaniel collie dachshund corgi husky bulldog pug dalmatian
  mare gelding foal lurcher jack_russell shih_tzu lovebird cockatiel chinchilla gerbil guinea_pig snake iguana terrapin turtle
  bearded_dragon rescue_greyhound kelpie schnauzer setter maltese
  retriever alsatian rottweiler chihuahua cockapoo labradoodle mongrel tabby siamese rescue_dog
`);
const several = list(`
  sisters brothers parents sons daughters children kids grandparents twins cousins in-laws dogs cats grandchildren
  grandkids boys girls stepchildren nieces nephews rabbits horses guinea_pigs hens
`);

/** For a pattern, the longer ones first: people and animals of somebody's own. */
export const kinWords = [...several, ...women, ...men, ...either, ...pets]
  .sort((a, b) => b.length - a.length)
  .join("|");

/** For a pattern: the animals among them. */
export const petWords = pets.join("|");

const [WOMEN, MEN, PETS, SEVERAL] = [new Set(women), new Set(men), new Set(pets), new Set(several)];

export type Pronoun = "he" | "she" | "it" | "they";

/** Which pronouns may stand for one of theirs. */
export function pronounsOf(kin: string): readonly Pronoun[] {
  if (SEVERAL.has(kin)) return ["they"];
  if (PETS.has(kin)) return ["he", "she", "it"];
  if (WOMEN.has(kin)) return ["she"];
  return MEN.has(kin) ? ["he"] : ["he", "she"];
}

export const isSeveral = (kin: string): boolean => SEVERAL.has(kin);
export const isPet = (kin: string): boolean => PETS.has(kin);

/** One name for what families call by many. */
const CALLED: Readonly<Record<string, string>> = Object.fromEntries([
  ...["mum", "mom", "mam", "mama", "mummy", "mommy", "ma"].map((word) => [word, "mother"]),
  ...["dad", "dada", "daddy", "papa", "pa", "pop"].map((word) => [word, "father"]),
  ...["grandma", "granny", "gran", "nan", "nana", "nanna"].map((word) => [word, "grandmother"]),
  ...["grandpa", "granddad", "grandad"].map((word) => [word, "grandfather"]),
  ["auntie", "aunt"],
  ["missus", "wife"],
  ["hubby", "husband"],
  ["other half", "partner"],
  ["lad", "son"],
  ["lass", "daughter"],
  ["kids", "children"],
  ["eldest", "eldest child"],
  ["oldest", "eldest child"],
  ["youngest", "youngest child"],
  ["little one", "youngest child"],
  ["little boy", "son"],
  ["little girl", "daughter"],
  ["grandkids", "grandchildren"],
]) as Readonly<Record<string, string>>;

export const kinName = (kin: string): string => CALLED[kin] ?? kin;

/** What those of a family are called by it, without "my": "Mum lives in Leeds". */
export const familiar =
  "Mum|Mom|Mam|Mama|Mummy|Mommy|Ma|Dad|Daddy|Papa|Nan|Nana|Nanna|Gran|Granny|Grandma|Grandpa|Granddad|Grandad";

/** Of whom there are several, and what each of them is. */
const GROUPS: Readonly<Record<string, string>> = {
  kids: "child",
  children: "child",
  boys: "son",
  sons: "son",
  girls: "daughter",
  daughters: "daughter",
  twins: "child",
  brothers: "brother",
  sisters: "sister",
  siblings: "sibling",
  grandchildren: "grandchild",
  grandkids: "grandchild",
  dogs: "dog",
  cats: "cat",
};

export const oneOf = (several: string): string | undefined => GROUPS[several];
