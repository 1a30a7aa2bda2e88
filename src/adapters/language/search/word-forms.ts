/**
 * Forms that no stemmer brings together: a line begins with the word that stands for all of its line. A form of two
 * words stands for the more usual one: "lives" and "leaves" are of the verbs here, "bit" is of none, for what is "a bit"
 * is not bitten. Those are not brought together that are said of different things, as "heat" and "hot".
 */
const irregular = `
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

/** The same word as it is spelt in Britain and in America: the American one stands for both. */
const american = `
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

const pairsOf = (lines: string): string[][] =>
  lines
    .trim()
    .split("\n")
    .map((line) => line.split(" "));

const forms: ReadonlyMap<string, string> = new Map([
  ...pairsOf(irregular).flatMap(([base = "", ...others]) => others.map((other) => [other, base] as const)),
  ...pairsOf(american).map(([british = "", other = ""]) => [british, other] as const),
]);

const WITH_OUR =
  /^((?:dis|un|mis)?(?:arm|behavi|cand|clam|col|endeav|fav|flav|glam|harb|hon|hum|lab|neighb|od|parl|rum|sav|splend|tum|val|vap|vig))our/;
const WITH_ISE = /(al|an|ar|as|at|er|et|gn|ic|il|im|in|od|og|ol|om|on|or|th|ut)is(e|ed|es|er|ers|ing|ation|ations)$/;
const SHORTEST_WITH_ISE = 7;

/**
 * The one form that stands for all of a word, before what a stemmer does with its endings. It is for comparing alone:
 * that it is a word does not matter, only that the words that it stands for are no others.
 * @param word in lower case.
 */
export function usualForm(word: string): string {
  const form = forms.get(word);
  if (form !== undefined) return form;
  const american = word.replace(WITH_OUR, "$1or");
  return american.length < SHORTEST_WITH_ISE ? american : american.replace(WITH_ISE, "$1iz$2");
}
