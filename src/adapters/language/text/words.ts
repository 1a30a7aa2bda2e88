const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Sounds that carry nothing. */
export const fillers = words(`
  um uh er erm em mm mmm hmm hm mhm mm-hmm mm-hm uh-huh uhhuh huh eh ah aha oh ooh ugh mkay ahem whoa wow yo ack
`);

/** What a listener says to show that they listen; openings and closings. */
export const backchannel = words(`
  yes yeah yep yup no nope nah okay ok 'kay kay right alright sure cool great good fine exactly absolutely definitely
  indeed thanks thank cheers hi hello hey bye goodbye sorry excellent perfect nice please well so anyway correct
  true really wonderful lovely awesome welcome
`);

/** What may stand beside those: "good morning everybody", "I see", "that's it". */
const courtesies = words(`morning afternoon evening everyone everybody all and but i you see it is that's it's`);

/** Words that open a spoken sentence and can be left out. */
export const discourseMarkers = words(`
  well so okay ok oh yeah yes yep nope alright and but anyway anyhow actually basically then also obviously 'kay kay or
  because maybe
`);

/** Words that only open a sentence where a comma sets them apart: "Look, we need...". */
export const openingsBeforeComma = words(`
  right now plus cool great good sure indeed hey look listen thanks exactly absolutely firstly secondly thirdly finally
  again like honestly sorry no clearly hi hello excellent perfect fine lovely
`);

/** Short words that are whole, though longer ones begin with them. */
export const shortWords = words(`
  a i am an as at be by do go he hi if in is it me my no of ok on or so to up us we the for not was one any all and
  are but can did had has her him his how new now off old our out own per put saw say see set she ten too try two
  use way who why yes yet you
`);

/** Function words of English, contracted parts included. */
export const stopWords = words(`
  a about above actually after again against ago ain't all almost already also although always am an and another any
  anybody anyhow anyone anything anyway are aren't around as at away back basically be because been before being
  believe below between both but by came can can't cannot come could couldn't did didn't do does doesn't doing don't
  done down during each either else enough especially even ever every everybody everyone everything exactly few for
  from further gave get gets getting give given go goes going gone gonna got gotta had hadn't happen happened happening
  happens has hasn't have haven't having he he'd he'll he's her here here's hers herself him himself his how how's
  however i i'd i'll i'm i've if in indeed into is isn't it it'd it'll it's its itself just keep kind knew know known
  knows last least let let's like likely look looked looking looks lot made make makes making many may maybe me mean
  means might mine more most much must my myself near need needs neither never next no nobody none nor not nothing now
  of off often oh okay on once one ones only onto or other others our ours ourselves out over own part perhaps please
  possible possibly probably put quite rather really right said same saw say saying says see seem seems seen shall
  shan't she she'd she'll she's should shouldn't since so some somebody somehow someone something sometimes somewhat
  somewhere sort still stuff such sure take taken takes tell than thank thanks that that'd that'll that's the their
  theirs them themselves then there there'd there'll there's these they they'd they'll they're they've thing things
  think thinking this those though thought through to together told too took towards tried true try trying two under
  until up upon us use used using usually very want wanted wants was wasn't way we we'd we'll we're we've well went
  were weren't what what'll what's whatever when when's where where's whether which while who who'd who'll who's whole
  whom whose why will with within without won't would wouldn't yeah yes yet you you'd you'll you're you've your yours
  yourself yourselves 's 'll 'm 're 've 'd n't ok hi hello hey bye three four
`);

/** Nouns and adjectives so general that no phrase is about them. */
export const genericWords = words(`
  thing things stuff lot lots bit way ways kind kinds sort sorts time times day days week weeks month months year years
  today tonight tomorrow yesterday weekend morning afternoon evening night hour hours minute minutes second moment people person
  somebody someone guy guys man men woman women everyone everybody part parts place point points case cases question
  questions answer answers example examples fact idea ideas problem problems reason reasons number numbers set side
  first last next new old good great big little small different same other certain able sure nice right whole main
  important possible real clear such many more most much own few several general particular further available current
  late early long short high low best better worse close hard easy fine happy glad pleased grateful sorry wonderful
  name names word words sense matter matters terms term regard respect order form level levels end start beginning
  ml cl dl kg mg cm mm km something anything nothing everything one ones two three four five six seven eight nine ten half couple group item
  work look go talk chance hand head eye life world thanks please welcome chair issue issues detail details position
  area areas situation context basis process opportunity effort efforts yes no okay ok mr mrs ms dr sir madam am pm
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
  october november december lady gentleman colleague colleagues thought thoughts course cause page interest line
  additional meeting meetings percent note notes darling honey attendee attendees quarter complicated crazy cool weird funny interesting special specific various favourite favorite plenty amount worry worries
`);

/** The lower-cased words of a text: runs of letters and digits with inner apostrophes and hyphens. */
export function wordsOf(text: string): string[] {
  const lower = text.toLowerCase();
  if (!/[^ -~]/.test(lower)) return lower.match(/[a-z0-9]+(?:['-][a-z0-9]+)*/g) ?? [];
  return lower.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
}

/** A word that says something by itself. */
export function carriesMeaning(word: string): boolean {
  return !stopWords.has(word) && !fillers.has(word) && !backchannel.has(word) && (word.length > 1 || word > "\u02ff");
}

/** Nothing but sounds, assent and greetings. */
export function isBackchannel(text: string): boolean {
  return wordsOf(text).every((word) => fillers.has(word) || backchannel.has(word) || courtesies.has(word));
}
