import { hash } from "node:crypto";
import { stemmer } from "stemmer";

/** Words of a language are few and recur; the limit keeps names and numbers of all users from accumulating. */
const MAX_CACHED_STEMS = 50_000;
const stemCache = new Map<string, string>();

/** A longer word is not one of a natural language, but can be searched for. */
export const MAX_WORD_LENGTH = 40;
/** Long enough to distinguish words with the same beginning. */
const DIGEST_LENGTH = 16;

/**
 * Returns the Porter stem of the lemma of a lower-case word. Words with other characters than a to z are not stemmed. A
 * word that is too long becomes its first characters and a digest.
 * @returns a string of bounded length that does not keep the source text in memory.
 */
export function stemWord(word: string): string {
  if (word.length > MAX_WORD_LENGTH) return shortenWord(word);
  const cached = stemCache.get(word);
  if (cached !== undefined) return cached;
  const copy = copyString(word);
  const stem = copy.length > 2 && /^[a-z]+$/.test(copy) ? stemmer(lemmatizeWord(copy)) : copy;
  if (stemCache.size >= MAX_CACHED_STEMS) stemCache.clear();
  stemCache.set(copy, stem);
  return stem;
}

function shortenWord(word: string): string {
  const digest = hash("sha256", Buffer.from(word, "utf16le"), "base64url");
  return copyString(`${word.slice(0, MAX_WORD_LENGTH)}#${digest.slice(0, DIGEST_LENGTH)}`);
}

/** V8 copies shorter substrings anyway. */
const MIN_SLICED_STRING_LENGTH = 13;

/** Copies a substring. Otherwise V8 makes a view, which keeps the whole source text in memory. */
export function copyString(slice: string): string {
  return slice.length < MIN_SLICED_STRING_LENGTH ? slice : Buffer.from(slice, "utf16le").toString("utf16le");
}

/**
 * Forms that no stemmer unifies: a line begins with the lemma of all its words. A form of two words belongs to the more
 * frequent one: "lives" and "leaves" are forms of the verbs here, and "bit" is a form of none, because of "a bit".
 * Forms with different meanings, such as "heat" and "hot", are not unified.
 */
const irregularForms = `
arise arose arisen arising
beat beaten
become became
begin began begun
bend bent
bite bitten
bleed bled
blow blew blown
break broke broken
breed bred
bring brought
build built
burn burnt
buy bought
catch caught
choose chose chosen
cling clung
come came
creep crept
deal dealt
dig dug
draw drew drawn
dream dreamt
drink drank drunk drunken
drive drove driven
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
find found
flee fled
fly flew flown flies flight
forbid forbade forbidden
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
get got gotten
give gave given
go went gone goes
grow grew grown
hang hung
hear heard
hide hid hidden
hold held
keep kept
kneel knelt
know knew known
lay laid
lead led
leap leapt
learn learnt
leave left
lend lent
light lit
lose lost
make made
mean meant
meet met
mistake mistook mistaken
overcome overcame
pay paid
prove proven
ride rode ridden
ring rang rung
rise risen
run ran
say said
see saw seen
seek sought
sell sold
send sent
sew sewn
shake shook shaken
shine shone
shoot shot
show shown
shrink shrank shrunk
sing sang sung
sink sank sunk
sit sat
sleep slept asleep
slide slid
smell smelt
speak spoke spoken
spell spelt
spend spent
spill spilt
spoil spoilt
stand stood
steal stole stolen
stick stuck
sting stung
strike struck
swear swore sworn
sweep swept
swell swollen
swim swam swum
swing swung
take took taken
teach taught
tear tore torn
tell told
think thought
throw threw thrown
understand understood
undertake undertook undertaken
wake woke woken awake
wear wore worn
weep wept
win won
withdraw withdrew withdrawn
write wrote written
child children
man men
woman women
person people
foot feet
tooth teeth
mouse mice
goose geese
wife wives
knife knives
shelf shelves
loaf loaves
half halves
thief thieves
wolf wolves
calf calves
scarf scarves
marry marries married marriage
die died dies dying death dead
lie lies lied lying
tie ties tied tying
try tries tried
dry dries dried
cry cries cried
ski skis skied skiing skier
born birth
high height
long length
strong strength
wide width
deep depth
true truth
wise wisdom
free freedom
proud pride
sell sale sales
lose loss losses
give gift gifts
grow growth
weigh weight
see sight
bake baker bakery bakeries
advise advice
prove proof
succeed success
choose chooses
grieve grief
describe description
decide decision decisions
receive reception receipt
apply application applications applies applied
explain explanation
`;

/** British and American spellings; the American one is the lemma. */
const americanSpellings = `
aeroplane airplane
ageing aging
aluminium aluminum
anaesthetic anesthetic
analyse analyze
artefact artifact
axe ax
catalogue catalog
centre center
cheque check
chilli chili
cosy cozy
defence defense
dialogue dialog
diarrhoea diarrhea
doughnut donut
draught draft
enrol enroll
fibre fiber
fulfil fulfill
gaol jail
grey gray
gynaecologist gynecologist
jewellery jewelry
kerb curb
kilometre kilometer
licence license
litre liter
manoeuvre maneuver
maths math
metre meter
centimetre centimeter
mould mold
moustache mustache
offence offense
orthopaedic orthopedic
paediatric pediatric
paediatrician pediatrician
paralyse paralyze
plough plow
practise practice
pretence pretense
programme program
pyjamas pajamas
sceptical skeptical
skilful skillful
theatre theater
tyre tire
whisky whiskey
woollen woolen
yoghurt yogurt
`;

const parseForms = (lines: string): string[][] =>
  lines
    .trim()
    .split("\n")
    .map((line) => line.split(" "));

const lemmas: ReadonlyMap<string, string> = new Map([
  ...parseForms(irregularForms).flatMap(([base = "", ...otherForms]) =>
    otherForms.map((otherForm) => [otherForm, base] as const),
  ),
  ...parseForms(americanSpellings).map(([british = "", americanForm = ""]) => [british, americanForm] as const),
]);

const OUR_SPELLING =
  /^((?:dis|un|mis)?(?:arm|behavi|cand|clam|col|endeav|fav|flav|glam|harb|hon|hum|lab|neighb|od|parl|rum|sav|splend|tum|val|vap|vig))our/;
const ISE_SPELLING =
  /(al|an|ar|as|at|er|et|gn|ic|il|im|in|od|og|ol|om|on|or|th|ut)is(e|ed|es|er|ers|ing|ation|ations)$/;
const MIN_ISE_WORD_LENGTH = 7;

/**
 * Returns the lemma of a word, which the stemmer receives. It serves comparison only: it need not be a word, but
 * unrelated words must not share it.
 * @param word in lower case.
 */
function lemmatizeWord(word: string): string {
  const form = lemmas.get(word);
  if (form !== undefined) return form;
  const americanForm = word.replace(OUR_SPELLING, "$1or");
  return americanForm.length < MIN_ISE_WORD_LENGTH ? americanForm : americanForm.replace(ISE_SPELLING, "$1iz$2");
}
