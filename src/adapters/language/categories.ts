import type { Category } from "../../domain/category.js";
import type { Sentence } from "./analysis.js";

const list = (words: string): readonly string[] => words.trim().split(/\s+/);

/** Words that speak for a category; an asterisk ends the beginning of a word. */
// prettier-ignore
const WORDS: Readonly<Partial<Record<Category, readonly string[]>>> = {
  education: list(`school* teach* student* pupil* exam* universit* college* homework lesson* curriculum classroom*
    education* learn* tuition degree* lecture* kindergarten semester grades professor* campus tutor* pupils`),
  health: list(`doctor* hospital* symptom* medic* dentist* pain pains painful therap* diagnos* blood surgery vaccin* nurse* clinic*
    sleep* diet* exercise* workout* allerg* patient* prescription* headache* fever knee physio* cancer illness*`),
  finance: list(`budget* invest* mortgage* loan* bank* tax taxes salary pension* saving* stock* shares bond* interest-rate
    portfolio* expens* invoice* payment* accountant* debt* credit insurance`),
  legal: list(`lawyer* contract* court* legal* lawsuit* attorney* clause* judge* sue solicitor* liabilit* regulation*
    copyright patent* trademark* custody tribunal`),
  philosophy: list(`philosoph* ethic* moral* metaphys* existential* consciousness stoic* nietzsche kant plato epistem*`),
  spiritual: list(`god pray* church* meditat* spirit* faith* soul bible temple* mosque* religio* worship* blessing*`),
  science: list(`scien* physics chemistr* biolog* experiment* hypothes* molecul* research* laborator* quantum gene genes genetic*
    protein* astronom* particle* neuron* inference bayes* ontolog* linguist* dataset* theorem*`),
  entrepreneurship: list(`startup* start-up* founder* venture* pitch* investor* fundrais* co-founder* bootstrapp* seed-round
    entrepreneur* incubator*`),
  parenting: list(`baby babies toddler* nap naps diaper* nappy daycare breastfeed* bedtime parenting nursery pregnan*
    potty stroller* pram babysit*`),
  romantic: list(`girlfriend* boyfriend* dating romantic* crush kiss* valentine* fiance* engagement-ring honeymoon*`),
  travel: list(`flight* hotel* trip* airport* passport* visa* travel* itinerar* luggage suitcase* beach* tour tours tourist* vacation*
    holiday* train trains museum* airbnb sightsee* abroad`),
  inspiration: list(`inspir* motivat* dream* gratitude purpose mindset courage perseverance`),
  technology: list(`user users system systems search query keyword* remote-control software app apps computer* server* code coding bug* deploy* database* algorithm* internet website*
    laptop* phone* device* api cloud machine-learning ai robot* network* programm* developer* data interface*
    parser* electronic* battery batteries chip* pixel* keyboard* release* repository staging rollout kubernetes`),
  business: list(`market* customer* client* sales revenue* profit* compan* competitor* price* pricing supplier* vendor*
    contract* brand* strateg* stakeholder* retail* margin* quarter* product* launch*`),
  social: list(`friend* party parties neighbour* neighbor* gossip* birthday* barbecue* drinks pub reunion* hang-out
    wedding* dinner* lunch* brunch* guest*`),
  work: list(`meeting* deadline* project* agenda* colleague* boss* report* presentation* slides office* team*
    manager* interview* promotion* schedule* client* task* roadmap* sprint* backlog standup* onboarding milestone*`),
  sports: list(`football soccer goal-keeper match matches team* score* league* tennis marathon* gym coach* basketball
    cricket tournament* referee* player* striker* championship* cyclist* swim* goalkeeper* rugby`),
  politics: list(`government* minister* election* parliament* president* vote* policy policies senat* party-leader
    democra* congress campaign* committee* legislat* referendum* council*`),
  literature: list(`novel* poem* poet* author authors book books bookshop* librar* chapter* literature fiction writer* publisher* plot character* paperback`),
  history: list(`histor* century centuries war wars empire* ancient medieval king* queen* dynast* archaeolog* revolution*`),
  architecture: list(`architect* building* facade* floor-plan* blueprint* skyscraper* construct* renovat* balcon* ceiling*`),
  music: list(`song* album* guitar* piano* concert* band* melod* chord* sing sings singing singer* playlist* drum* orchestra* rehears* choir*`),
  weather: list(`weather rain* snow* storm* sunny forecast* temperature* cloudy humid* wind windy thunder* hurricane* heatwave`),
  news: list(`news headline* journalist* newspaper* breaking-news broadcast* reporter* press-conference`),
  entertainment: list(`movie* film* series netflix episode* season* actor* actress* game* television tv show shows cinema* streaming
    comed* celebrit* theatre* theater*`),
  psychology: list(`anxi* depress* therap* trauma* emotion* feeling* stress* counsel* psycholog* self-esteem burnout panic
    behaviour* behavior*`),
  real: list(`apartment* landlord* rent* tenant* realtor* property properties real-estate house-viewing lease* estate-agent*
    bedroom* square-meters`),
  design: list(`design* logo* colour* color* font* layout* prototype* user-interface sketch* mock-up* mockup* button* usab*
    user-friendly typograph* wireframe* icon* ergonomic*`),
  family: list(`mum mom dad mother* father* sister* brother* grandma grandpa grandmother* grandfather* cousin* aunt* uncle*
    son daughter* family families kids niece* nephew* parents`),
  economics: list(`econom* inflation gdp recession* unemployment macro* trade-deficit tariff* fiscal monetary currency`),
  environment: list(`climate* carbon emission* recycl* pollut* biodivers* sustainab* renewable* solar ecosystem* plastic*
    conservation wildlife deforest*`),
  personal: list(`diary journal myself hobby hobbies haircut groceries laundry chores milk garden* shopping house apartment
    birthday* cook* recipe* clean* dog cat pet* vet`),
};

const exact = new Map<string, Category[]>();
const beginnings = new Map<string, Category[]>();
for (const [category, entries] of Object.entries(WORDS) as [Category, readonly string[]][]) {
  for (const entry of entries) {
    const table = entry.endsWith("*") ? beginnings : exact;
    const key = entry.replace("*", "");
    table.set(key, [...(table.get(key) ?? []), category]);
  }
}

/** Two different words, or one said again, before a category is believed. */
const ENOUGH = 1.9;
/** What the conversation was said to be about counts as much as some words of its own. */
const AGENDA_WEIGHT = 3;

/**
 * The category whose words occur most, each word's weight falling with its repetitions so that no single word
 * decides; `other` when hardly any occurs. Where words speak for several, each gets its share.
 */
export function categoryOf(sentences: readonly Sentence[], agenda: readonly string[] = []): Category {
  const counts = new Map<string, number>();
  for (const { words } of sentences) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const scores = new Map<Category, number>();
  for (const [word, count] of counts) {
    const found = categoriesOf(word);
    const weight = 0.5 + Math.sqrt(count) / 2;
    for (const category of found) {
      scores.set(category, (scores.get(category) ?? 0) + weight / Math.sqrt(found.length));
    }
  }
  for (const word of agenda) {
    for (const category of categoriesOf(word)) scores.set(category, (scores.get(category) ?? 0) + AGENDA_WEIGHT);
  }
  // Any meeting has the words of work; what it is about tells more.
  scores.set("work", 0.6 * (scores.get("work") ?? 0));
  const [best] = Array.from(scores).sort(([, a], [, b]) => b - a);
  const few = sentences.length < 12;
  return best && best[1] >= (few ? 0.7 : ENOUGH) ? best[0] : "other";
}

/** A beginning that leaves more of a word unread is a coincidence: "plan*" in "planetary". */
const MOST_UNREAD = 5;

function categoriesOf(word: string): readonly Category[] {
  const whole = exact.get(word);
  if (whole) return whole;
  for (let length = word.length; length >= Math.max(3, word.length - MOST_UNREAD); length -= 1) {
    const found = beginnings.get(word.slice(0, length));
    if (found) return found;
  }
  return [];
}
