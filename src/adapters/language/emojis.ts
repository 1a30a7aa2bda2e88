import type { Category } from "../../domain/category.js";
import { noSummary } from "../../domain/digest.js";
import type { KeyPhrase } from "./key-phrases.js";

// prettier-ignore
const OF_CATEGORY: Readonly<Record<Category, string>> = {
  personal: "🙂", education: "🎓", health: "🩺", finance: "💰", legal: "⚖️", philosophy: "🤔", spiritual: "🙏",
  science: "🔬", entrepreneurship: "🚀", parenting: "🍼", romantic: "❤️", travel: "✈️", inspiration: "✨",
  technology: "💻", business: "📈", social: "🥳", work: "💼", sports: "🏅", politics: "🏛️", literature: "📚",
  history: "📜", architecture: "🏗️", music: "🎵", weather: "🌦️", news: "📰", entertainment: "🎬", psychology: "💭",
  real: "🏠", design: "🎨", family: "👪", economics: "📊", environment: "🌱", other: noSummary.emoji,
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
  }),
);

/** Only words this salient are pictured. */
const SALIENT = 6;

/** The picture of the most salient word that has one, else the category's. */
export function emojiOf(phrases: readonly Pick<KeyPhrase, "lemmas">[], category: Category): string {
  for (const { lemmas } of phrases.slice(0, SALIENT)) {
    for (const lemma of lemmas.toReversed()) {
      const emoji = OF_WORD.get(lemma);
      if (emoji !== undefined) return emoji;
    }
  }
  return OF_CATEGORY[category];
}
