import type { Category } from "../../../domain/conversation/conversation-attributes.js";
import type { Sentence } from "../text/analysis.js";
import { categoryWords } from "../tongues/category-words.js";

type Words = Readonly<Partial<Record<Category, string>>>;

/** Words that speak for a category; an asterisk ends the beginning of a word. */
// prettier-ignore
const ENGLISH: Words = {
  education: `spelling phonics headteacher* timetable* dyslexi* seminar* scholarship* audiobook* lecturer* school* teach* student* pupil* exam* universit* college* homework lesson* curriculum classroom*
    education* learn* tuition degree* lecture* kindergarten semester grades professor* campus tutor* pupils`,
  health: `doctor* hospital* symptom* medic* dentist* pain pains painful therap* diagnos* blood surgery vaccin* nurse* clinic*
    sleep* diet* exercise* workout* allerg* patient* prescription* headache* fever knee physio* cancer illness*`,
  finance: `lender* lend borrow* broker* repay* insurer* accounts revenue* deposit* budget* invest* mortgage* loan* bank* tax taxes salary pension* saving* stock* shares bond* interest-rate
    portfolio* expens* invoice* payment* accountant* debt* credit insurance`,
  legal: `lawyer* contract* court* legal* lawsuit* attorney* clause* judge* sue solicitor* liabilit* regulation*
    copyright patent* trademark* custody tribunal`,
  philosophy: `philosoph* ethic* moral* metaphys* existential* consciousness stoic* nietzsche kant plato epistem*`,
  spiritual: `god pray* church* meditat* spirit* faith* soul bible temple* mosque* religio* worship* blessing*`,
  science: `telescope* microscope* cells scien* physics chemistr* biolog* experiment* hypothes* molecul* research* laborator* quantum gene genes genetic*
    protein* astronom* particle* neuron* inference bayes* ontolog* linguist* dataset* theorem*`,
  entrepreneurship: `startup* start-up* founder* venture* pitch* investor* fundrais* co-founder* bootstrapp* seed-round
    entrepreneur* incubator*`,
  parenting: `baby babies toddler* nap naps diaper* nappy daycare breastfeed* bedtime parenting nursery pregnan*
    potty stroller* pram babysit*`,
  romantic: `girlfriend* boyfriend* dating romantic* crush kiss* valentine* fiance* engagement-ring honeymoon*`,
  travel: `flight* hotel* trip* airport* passport* visa* travel* itinerar* luggage suitcase* beach* tour tours tourist* vacation*
    holiday* train trains museum* airbnb sightsee* abroad`,
  inspiration: `inspir* motivat* dream* gratitude purpose mindset courage perseverance`,
  technology: `hardware platform* python rust programming user users system systems search query keyword* remote-control software app apps computer* server* code coding bug* deploy* database* algorithm* internet website*
    laptop* phone* device* api cloud machine-learning ai robot* network* programm* developer* data interface*
    parser* electronic* battery batteries chip* pixel* keyboard* release* repository staging rollout kubernetes`,
  business: `warehouse* factory factories wholesale* packag* container* customs shipment* shop shops market* customer* client* sales revenue* profit* compan* competitor* price* pricing supplier* vendor*
    contract* brand* strateg* stakeholder* retail* margin* quarter* product* launch*`,
  social: `friend* party parties neighbour* neighbor* gossip* birthday* barbecue* drinks pub reunion* hang-out
    wedding* dinner* lunch* brunch* guest*`,
  work: `hire hired hiring role candidate* recruit* toner printer maintenance caretaker quote artwork proofs meeting* deadline* project* agenda* colleague* boss* report* presentation* slides office* team*
    manager* interview* promotion* schedule* client* task* roadmap* sprint* backlog standup* onboarding milestone*`,
  sports: `football soccer goal-keeper match matches team* score* league* tennis marathon* gym coach* basketball
    cricket tournament* referee* player* striker* championship* cyclist* swim* goalkeeper* rugby`,
  politics: `government* minister* election* parliament* president* vote* policy policies senat* party-leader
    democra* congress campaign* committee* legislat* referendum* council*`,
  literature: `novel* poem* poet* author authors book books bookshop* librar* chapter* literature fiction writer* publisher* plot character* paperback`,
  history: `plague* chronicle* crusade* emperor* treaty colonial* archive* quarantine histor* century centuries war wars empire* ancient medieval king* queen* dynast* archaeolog* revolution*`,
  architecture: `architect* building* facade* floor-plan* blueprint* skyscraper* construct* renovat* balcon* ceiling*`,
  music: `gig gigs amp trumpet* sax saxophone* tango* jazz tempo violin* cello* bass tune tunes setlist* song* album* guitar* piano* concert* band* melod* chord* sing sings singing singer* playlist* drum* orchestra* rehears* choir*`,
  weather: `weather rain* snow* storm* sunny forecast* temperature* cloudy humid* wind windy thunder* hurricane* heatwave`,
  news: `news headline* journalist* newspaper* breaking-news broadcast* reporter* press-conference`,
  entertainment: `dice board-game* puzzle* chess cards round movie* film* series netflix episode* season* actor* actress* game* television tv show shows cinema* streaming
    comed* celebrit* theatre* theater*`,
  psychology: `anxi* depress* therap* trauma* emotion* feeling* stress* counsel* psycholog* self-esteem burnout panic
    behaviour* behavior*`,
  real: `apartment* landlord* rent* tenant* realtor* property properties real-estate house-viewing lease* estate-agent*
    bedroom* square-meters`,
  design: `design* logo* colour* color* font* layout* prototype* user-interface sketch* mock-up* mockup* button* usab*
    user-friendly typograph* wireframe* icon* ergonomic*`,
  family: `mum mom dad mother* father* sister* brother* grandma grandpa grandmother* grandfather* cousin* aunt* uncle*
    son daughter* family families kids niece* nephew* parents`,
  economics: `econom* inflation gdp recession* unemployment macro* trade-deficit tariff* fiscal monetary currency`,
  environment: `climate* carbon emission* recycl* pollut* biodivers* sustainab* renewable* solar ecosystem* plastic*
    conservation wildlife deforest*`,
  personal: `mechanic* brake* garage tyre* truck engine oil-change permit parking haircut fridge diary journal myself hobby hobbies haircut groceries laundry chores milk garden* shopping house apartment
    birthday* cook* recipe* clean* dog cat pet* vet`,
};

interface Table {
  readonly exact: ReadonlyMap<string, readonly Category[]>;
  readonly beginnings: ReadonlyMap<string, readonly Category[]>;
}

function tableOf(words: Words): Table {
  const exact = new Map<string, Category[]>();
  const beginnings = new Map<string, Category[]>();
  for (const [category, list] of Object.entries(words) as [Category, string][]) {
    for (const entry of list.trim().split(/\s+/)) {
      const table = entry.endsWith("*") ? beginnings : exact;
      const key = entry.replace("*", "");
      table.set(key, [...(table.get(key) ?? []), category]);
    }
  }
  return { exact, beginnings };
}

const english = tableOf(ENGLISH);
const others = new Map(Object.entries(categoryWords).map(([language, words]) => [language, tableOf(words)]));

/** "Book flights", "I'll book the room": nothing to read. */
const BOOKS_SOMETHING =
  /^book\b(?! (?:club|shop|fair|festival|review|launch))|\b(?:to|and|'ll|will|can|could|please|must|should) book\b/i;

/** Two different words, though each speak for two categories, or one said again, before a category is believed. */
const ENOUGH = 1.4;
/** What the conversation was said to be about counts as much as some words of its own. */
const AGENDA_WEIGHT = 3;

/**
 * The category whose words occur most, each word's weight falling with its repetitions so that no single word
 * decides; `other` when hardly any occurs. Where words speak for several, each gets its share.
 */
export function categoryOf(
  sentences: readonly Sentence[],
  {
    language = "en",
    agenda = [],
  }: { readonly language?: string | undefined; readonly agenda?: readonly string[] | undefined },
): Category {
  const table = others.get(language.slice(0, 2).toLowerCase()) ?? english;
  const counts = new Map<string, number>();
  for (const { words, text } of sentences) {
    const isBooked = BOOKS_SOMETHING.test(text);
    for (const word of words) {
      if (!(isBooked && word === "book")) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const scores = new Map<Category, number>();
  for (const [word, count] of counts) {
    const found = categoriesOf(word, table);
    const weight = 0.5 + Math.sqrt(count) / 2;
    for (const category of found) {
      scores.set(category, (scores.get(category) ?? 0) + weight / Math.sqrt(found.length));
    }
  }
  for (const word of agenda) {
    for (const category of categoriesOf(word, table)) scores.set(category, (scores.get(category) ?? 0) + AGENDA_WEIGHT);
  }
  // Any meeting has the words of work; what it is about tells more.
  scores.set("work", 0.6 * (scores.get("work") ?? 0));
  const [best] = Array.from(scores).sort(([, a], [, b]) => b - a);
  const few = sentences.length < 12;
  return best && best[1] >= (few ? 0.7 : ENOUGH) ? best[0] : "other";
}

/** A beginning that leaves more of a word unread is a coincidence: "plan*" in "planetary". */
const MOST_UNREAD = 5;

function categoriesOf(word: string, { exact, beginnings }: Table): readonly Category[] {
  const whole = exact.get(word);
  if (whole) return whole;
  for (let length = word.length; length >= Math.max(3, word.length - MOST_UNREAD); length -= 1) {
    const found = beginnings.get(word.slice(0, length));
    if (found) return found;
  }
  return [];
}
