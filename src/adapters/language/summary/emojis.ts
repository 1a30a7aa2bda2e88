import type { Category } from "../../../domain/conversation/conversation-attributes.js";
import { EMPTY_SUMMARY } from "../../../domain/conversation/summary-result.js";
import type { KeyPhrase } from "./key-phrases.js";

// prettier-ignore
const OF_CATEGORY: Readonly<Record<Category, string>> = {
  personal: "🙂", education: "🎓", health: "🩺", finance: "💰", legal: "⚖️", philosophy: "🤔", spiritual: "🙏",
  science: "🔬", entrepreneurship: "🚀", parenting: "🍼", romantic: "❤️", travel: "✈️", inspiration: "✨",
  technology: "💻", business: "📈", social: "👥", work: "💼", sports: "🏅", politics: "🏛️", literature: "📚",
  history: "📜", architecture: "🏗️", music: "🎵", weather: "🌦️", news: "📰", entertainment: "🎬", psychology: "💭",
  real: "🏠", design: "🎨", family: "👪", economics: "📊", environment: "🌱", other: EMPTY_SUMMARY.emoji,
};

// prettier-ignore
const OF_WORD = new Map<string, string>(
  Object.entries({
    dentist: "🦷", tooth: "🦷", doctor: "🩺", vaccine: "💉", hospital: "🏥", flight: "✈️", airport: "✈️", train: "🚆",
    car: "🚗", bike: "🚲", bicycle: "🚲", hotel: "🏨", beach: "🏖️", mountain: "⛰️", dinner: "🍽️", lunch: "🥪",
    breakfast: "🥐", coffee: "☕", pizza: "🍕", cake: "🎂", birthday: "🎂", wedding: "💒", party: "🎉", school: "🏫",
    exam: "📝", university: "🎓", student: "🎓", football: "⚽", soccer: "⚽", tennis: "🎾", basketball: "🏀",
    marathon: "🏃", gym: "🏋️", yoga: "🧘", music: "🎵", guitar: "🎸", piano: "🎹", concert: "🎤", movie: "🎬",
    television: "📺", tv: "📺", game: "🎮", book: "📖", novel: "📖", dog: "🐶", puppy: "🐶", cat: "🐱", horse: "🐴",
    garden: "🌻", tree: "🌳", rain: "🌧️", snow: "❄️", sun: "☀️", house: "🏠", apartment: "🏠", kitchen: "🍳",
    recipe: "🍳", grocery: "🛒", shopping: "🛒", budget: "💰", tax: "🧾", invoice: "🧾", bank: "🏦", contract: "📄",
    lawyer: "⚖️", court: "⚖️", robot: "🤖", software: "💻", computer: "💻", phone: "📱", camera: "📷", photo: "📷",
    baby: "👶", server: "🖥️", database: "🗄️", bug: "🐛", rocket: "🚀", launch: "🚀", election: "🗳️",
    government: "🏛️", climate: "🌍", energy: "⚡", battery: "🔋", painting: "🎨", logo: "🎨", passport: "🛂",
    bayes: "🔬", microscope: "🔬", chess: "♟️", wine: "🍷", beer: "🍺", church: "⛪", christmas: "🎄", boat: "⛵",
    ship: "🚢", plumber: "🔧", key: "🔑", medicine: "💊", gift: "🎁", present: "🎁", letter: "✉️", newspaper: "📰",
    knee: "🦵", leg: "🦵", ankle: "🦶", ear: "👂", eye: "👁️", optician: "👓", glasses: "👓", shoulder: "💪",
    physio: "💪", muscle: "💪", blood: "🩸", injection: "💉", pill: "💊", tablet: "💊", prescription: "💊", meds: "💊",
    surgeon: "🏥", surgery: "🏥", ward: "🏥", clinic: "🩺", "x-ray": "🩻", crown: "🦷", soup: "🍲", stew: "🍲",
    bread: "🍞", bakery: "🍞", flour: "🍞", cheese: "🧀", egg: "🥚", fish: "🐟", chicken: "🐔", meat: "🥩",
    butcher: "🥩", lamb: "🐑", sheep: "🐑", goat: "🐐", cow: "🐄", bee: "🐝", hive: "🐝", honey: "🍯", bird: "🐦",
    owl: "🦉", duck: "🦆", tortoise: "🐢", turtle: "🐢", rabbit: "🐰", hamster: "🐹", fruit: "🍎", apple: "🍎",
    strawberry: "🍓", potato: "🥔", tomato: "🍅", salad: "🥗", vegetable: "🥦", rice: "🍚", noodle: "🍜", taco: "🌮",
    burger: "🍔", ice: "🧊", chocolate: "🍫", tea: "🍵", milk: "🥛", juice: "🧃", whisky: "🥃", menu: "🍽️",
    caterer: "🍽️", tasting: "🍽️", restaurant: "🍽️", bus: "🚌", tram: "🚊", taxi: "🚕", cab: "🚕", truck: "🚚",
    van: "🚐", motorbike: "🏍️", tyre: "🛞", tire: "🛞", wheel: "🛞", brake: "🛞", driving: "🚗", garage: "🚗",
    tractor: "🚜", combine: "🚜", harvest: "🌾", fuel: "⛽", diesel: "⛽", petrol: "⛽", station: "🚉", ticket: "🎫",
    trip: "✈️", holiday: "🏖️", vacation: "🏖️", harbour: "⚓", tent: "⛺", camping: "⛺", hike: "🥾", map: "🗺️",
    move: "📦", box: "📦", parcel: "📦", package: "📦", delivery: "📦", container: "📦", warehouse: "📦", rent: "🏠",
    lease: "🏠", flat: "🏠", landlord: "🏠", roof: "🏠", boiler: "🔥", heating: "🔥", heater: "🔥", stove: "🔥",
    fire: "🔥", bath: "🛁", tub: "🛁", shower: "🚿", bathroom: "🚿", toilet: "🚽", bed: "🛏️", couch: "🛋️", sofa: "🛋️",
    chair: "🪑", table: "🪑", lamp: "💡", light: "💡", window: "🪟", door: "🚪", gate: "🚪", fence: "🚧", brick: "🧱",
    concrete: "🏗️", formwork: "🏗️", scaffold: "🏗️", permit: "📄", form: "📄", document: "📄", report: "📄",
    certificate: "📄", paper: "📄", essay: "📝", list: "📝", artwork: "🎨", design: "🎨", drawing: "🎨", tool: "🔧",
    repair: "🔧", bearing: "🔧", transmission: "🔧", lock: "🔒", password: "🔑", fridge: "🧊", laundry: "🧺",
    washing: "🧺", kit: "👕", shirt: "👕", dress: "👗", shoe: "👟", coat: "🧥", hat: "🎩", ring: "💍", engagement: "💍",
    florist: "💐", flower: "💐", rose: "🌹", plant: "🌱", seed: "🌱", allotment: "🌻", banjo: "🪕", ukulele: "🪕",
    violin: "🎻", drum: "🥁", accordion: "🪗", band: "🎵", song: "🎵", choir: "🎵", gig: "🎤", theatre: "🎭",
    play: "🎭", rehearsal: "🎭", film: "🎬", video: "🎬", story: "📖", poem: "📖", reading: "📖", library: "📚",
    audiobook: "🎧", podcast: "🎧", internet: "🌐", website: "🌐", wifi: "📶", email: "📧", mail: "📧", app: "📱",
    laptop: "💻", code: "💻", release: "🚀", printer: "🖨️", scanner: "🖨️", refund: "💳", card: "💳", payment: "💳",
    salary: "💵", bill: "🧾", receipt: "🧾", mortgage: "🏦", loan: "🏦", account: "🏦", insurance: "🛡️",
    warranty: "🛡️", shop: "🛍️", sale: "🛍️", market: "🛍️", interview: "🤝", job: "💼", lesson: "🎓", course: "🎓",
    college: "🎓", teacher: "🏫", homework: "📝", language: "🗣️", funeral: "🕊️", eulogy: "🕊️", temple: "🛕",
    mosque: "🕌", fog: "🌫️", wind: "🌬️", storm: "⛈️", thunder: "⛈️", heatwave: "🥵", sunshine: "☀️", weather: "🌦️",
    climbing: "🧗", swimming: "🏊", run: "🏃", cricket: "🏏", rugby: "🏉", golf: "⛳", hockey: "🏒", baseball: "⚾",
    goal: "⚽", ball: "⚽", lottery: "🎟️", ghost: "👻", council: "🏛️", hearing: "🏛️", crosswalk: "🚸", pregnancy: "🤰",
    cutlery: "🍴", spoon: "🥄", knife: "🔪", candle: "🕯️", pen: "🖊️", clock: "🕰️", watch: "⌚",
    calendar: "📅", appointment: "📅", schedule: "📅", graduation: "🎓", volunteer: "🙌",
  }),
);

/** Found in any conversation: where its category is known, that tells more. */
const ANYWHERE = new Set(
  `book letter box paper list table card form document report copy door gate phone email bed chair game light story play
  watch pen key work map bill kit bus car train station store`.split(/\s+/),
);

/** Only words this salient are pictured. */
const SALIENT = 6;

/** The picture of the most salient word that has one, else the category's. */
export function emojiOf(phrases: readonly Pick<KeyPhrase, "lemmas">[], category: Category): string {
  return pictureIn(phrases.slice(0, SALIENT).map(({ lemmas }) => lemmas)) ?? OF_CATEGORY[category];
}

/**
 * Of a short conversation what its title names is pictured, else its category; what came up beside that only where
 * no category is known.
 * @param topics best first; the first `named` of them are in the title.
 */
export function emojiOfTopics(topics: readonly (readonly string[])[], named: number, category: Category): string {
  const telling = topics
    .slice(0, named)
    .map((lemmas) => (category === "other" ? lemmas : lemmas.filter((lemma) => !ANYWHERE.has(lemma))));
  const ofTitle = pictureIn(telling);
  if (ofTitle !== undefined) return ofTitle;
  return (category === "other" ? pictureIn(topics.slice(named, SALIENT)) : undefined) ?? OF_CATEGORY[category];
}

function pictureIn(phrases: readonly (readonly string[])[]): string | undefined {
  for (const lemmas of phrases) {
    for (const lemma of lemmas.toReversed()) {
      const emoji = OF_WORD.get(lemma);
      if (emoji !== undefined) return emoji;
    }
  }
  return undefined;
}
