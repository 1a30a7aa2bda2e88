import { isPet, kinWords } from "../talk/kin.js";

const words = (list: string): readonly string[] => list.trim().split(/\s+/);

/** Exclamations and what people call each other. */
const SAID_TO_SOMEBODY = words(`
  boom wow god gosh jesus christ hell heck ha haha lol bro bruv dude mate yaar pal buddy darling sweetheart honey dear luv love
  sir madam ma'am mister missus boss bingo bye congrats congratulations fella lad lass doc ladies gents folks gentlemen d'you y'all
  fuck shit damn crap inshallah amen ouch aye nah lord mercy bless hooray welcome sorry morning evening
`);

/** What is counted rather than spoken of, and points of time. */
const UNITS = words(`
  percent cent pound dollar euro pence penny quid buck franc kilo kilogram gram ounce stone litre liter gallon pint metre
  meter kilometre kilometer mile inch foot yard centimetre millimetre degree decade century age noon midnight midday
  lunchtime fortnight dozen hundred thousand million billion o'clock a.m p.m first second third fourth fifth sixth seventh
  eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth
  twentieth thirtieth monday tuesday wednesday thursday friday saturday sunday weekday season spring summer autumn winter
  january february march april may june july august september october november december arvo midweek slice piece pair
  bunch bag handful pile stack sip spoonful arvos
`);

/** Figures of speech, feelings, judgements, and words for any matter at all. */
const IDIOMS = words(`
  mind luck shame pity joke fun trouble hurry rush mess nightmare disaster joy heaven favour favor sake ton load bother
  fault deal chance truth lie secret promise guess bet hope wish doubt fear worry wonder surprise mistake blessing miracle
  fool idiot genius legend star hero angel devil monster beast madness rubbish nonsense bit drama mood anger pride regard
  nerve guts gut blame excuse sense talk chat word call message text look walk ride drive stop start stay sleep rest help
  care touch try turn move run break feeling memory story situation circumstance trick kind sort type shape size colour
  color half quarter middle top bottom corner edge front back side left right inside outside piece beginning difference
  gossip stuff date man woman kid boy girl lady guy folk crowd everyone nobody stranger creature
  thinking saying doing going coming being making getting asking telling noise sound voice ear eye hand head face nose leg
  finger thumb heart soul body round pound god world life death place spot way road street home house room door window
  table chair desk box bag thing item fair worst best lot pleasure honour honor respect credit attention advantage benefit
  doctor nurse drop post machine picture paper news parent family couple team job guest class lesson step copy number
  address phone email pen cup hat shoe shelf stranger suit fellow adult poke growing landing freezing ring bloke person
  sun moon sky city town country luck option choice opinion view habit rule line row track page limit level rate mark rank grade score
`);

/** Who somebody is to whom: what is told of them is the topic, not they. */
const RELATIONS = [...kinWords.split("|").filter((kin) => !isPet(kin)), "parent", "kid", "sis", "bro", "appa", "amma"];

/** No topic, not even within a longer phrase. */
export const neverInTopics: ReadonlySet<string> = new Set([...SAID_TO_SOMEBODY, ...UNITS]);

/** No topic alone, though "guest list" or "sound check" is. */
export const noTopicsAlone: ReadonlySet<string> = new Set(RELATIONS);

/** Rather not a topic alone: mostly a figure of speech, or a word for any matter at all. */
export const faintTopics: ReadonlySet<string> = new Set(IDIOMS);

/** Adjectives that judge or compare: they say what somebody makes of a thing, not which it is. */
export const judgements: ReadonlySet<string> = new Set(
  words(`
  huge giant enormous tiny massive horrible awful terrible dreadful lovely gorgeous beautiful pretty ugly stupid silly mad
  insane crazy ridiculous brilliant amazing fantastic marvellous marvelous incredible perfect proper decent cheap
  expensive bloody poor lucky unlucky funny sad glorious miserable filthy dirty clean fresh quick slow strange odd weird
  cute sweet famous ordinary normal usual typical actual real true false wrong correct single double extra another
  previous ready busy free full empty broken dead alive awake tired sick ill strong weak rough tough gentle quiet loud
  blind deaf drunk sober fat thin tall wide narrow deep heavy light dark bright spare obvious random absolute total utter
  complete endless eternal only very mere sheer damn fancy posh dodgy rotten disgusting delicious tasty wee lonely honest
  scared afraid angry upset proud jealous curious open past careful careless serious polite rude kind mean nasty evil holy plain
  `),
);
