/** An earlier fact and one that a summariser says takes its place. */
export type FactPair = readonly [earlier: string, later: string];

/** What a person may well say later instead: about the same, of the same person. */
export const plausiblePairs: readonly FactPair[] = [
  ["Lives in Paris", "Lives in Rome"],
  ["Works as a nurse at St Mary's", "Works as a midwife in Leeds"],
  ["Works for a bank in Leeds", "Is a teacher at a primary school"],
  ["Is vegetarian", "Eats meat again"],
  ["Has a cat called Miso", "The cat Miso has died"],
  ["Is engaged to Tom", "Has married Tom"],
  ["Drives a blue Golf", "Has sold the Golf"],
  ["Drinks three coffees a day", "Has given up coffee"],
  ["Is learning the cello", "Has stopped playing the cello"],
  ["Sister Ana lives in Rome", "Sister Ana lives in Madrid"],
  ["Goes to the gym on Mondays", "Goes to the gym on Thursdays"],
  ["Is afraid of flying", "Is no longer afraid of flying"],
  ["Lives with her parents", "Lives alone"],
  ["Wohnt in Bremen", "Wohnt in Kiel"],
  ["Arbeitet als Lehrer", "Arbeitet als Fahrer"],
  ["Hat einen Hund namens Bello", "Der Hund Bello ist gestorben"],
  ["Spielt Klavier", "Spielt kein Klavier mehr"],
  ["Vive en Sevilla", "Vive en Granada"],
  ["Trabaja en un banco", "Trabaja en una escuela"],
  ["Tiene un coche rojo", "Vendió el coche rojo"],
  ["Estudia medicina", "Ha dejado de estudiar medicina"],
];

/** What has nothing to do with the earlier fact, or is said of somebody else. */
export const implausiblePairs: readonly FactPair[] = [
  ["Is allergic to penicillin", "Is learning the cello"],
  ["Lives in Paris", "Is vegetarian"],
  ["Sister Ana lives in Rome", "Lives in Porto"],
  ["Lives in Porto", "Brother Tom lives in Oslo"],
  ["Has two cats", "Works as a nurse"],
  ["Drinks three coffees a day", "Has a sister in Leeds"],
  ["Is afraid of flying", "Plays chess on Fridays"],
  ["Mother is a dentist", "Father is a dentist"],
  ["Has a daughter called Lena", "Has a salary review in June"],
  ["Runs every Sunday", "Is allergic to nuts"],
  ["Likes jazz", "Owns a house in Ghent"],
  ["Wohnt in Bremen", "Spielt Klavier"],
  ["Ist allergisch gegen Nüsse", "Arbeitet als Lehrer"],
  ["Die Schwester wohnt in Kiel", "Wohnt in Bremen"],
  ["Hat zwei Kinder", "Mag keine Oliven"],
  ["Vive en Sevilla", "Toca el violín"],
  ["Su hermano vive en Lima", "Vive en Quito"],
  ["Es alérgico a la penicilina", "Tiene un perro"],
];

/** Not used for tuning. */
export const heldOutPlausiblePairs: readonly FactPair[] = [
  ["Weighs 92 kilos", "Weighs 85 kilos"],
  ["Wants to buy a house in Ghent", "Has bought a house in Ghent"],
  ["Is single", "Is in a relationship with Kim"],
  ["Takes the bus to work", "Cycles to work"],
  ["Mother is in hospital", "Mother is back home from hospital"],
  ["Studies biology in Delft", "Has graduated in biology"],
  ["Smokes a pack a day", "Has quit smoking"],
  ["Manager is Dana", "Manager is Priya"],
  ["Ist mit Anna verheiratet", "Ist von Anna geschieden"],
  ["Trainiert für einen Marathon", "Ist den Marathon gelaufen"],
  ["Habite à Lyon", "Habite à Nantes"],
  ["Joue au tennis le mardi", "Ne joue plus au tennis"],
  ["Es vegetariano", "Ya no es vegetariano"],
];

export const heldOutImplausiblePairs: readonly FactPair[] = [
  ["Is allergic to latex", "Drives a van"],
  ["Wants to buy a house", "Has quit smoking"],
  ["Grandmother lives in Ghent", "Lives in Delft"],
  ["Plays the viola", "Takes thyroxine every morning"],
  ["Studies biology", "Has a dog called Rex"],
  ["Trainiert für einen Marathon", "Hat eine Katze"],
  ["Der Bruder arbeitet bei der Post", "Arbeitet als Koch"],
  ["Joue au tennis le mardi", "Habite à Nantes"],
  ["Sa sœur habite à Lyon", "Habite à Paris"],
  ["Tiene dos hijos", "Trabaja en un hospital"],
];
