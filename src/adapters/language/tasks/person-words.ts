/** Words for people, by whom a third person may mean. */
// prettier-ignore
export const MEN = new Set(["man", "guy", "boy", "brother", "father", "dad", "uncle", "husband", "son", "grandfather", "grandpa", "boyfriend", "nephew", "grandson", "stepson", "grandad", "granddad", "bloke", "fellow", "chap", "lad"]);
// prettier-ignore
export const WOMEN = new Set(["woman", "lady", "girl", "sister", "mother", "mum", "mom", "aunt", "wife", "daughter", "grandmother", "grandma", "girlfriend", "niece", "granddaughter", "stepdaughter", "auntie", "nan", "gran", "granny", "missus"]);

// prettier-ignore
export const EITHER = new Set(["cousin", "friend", "doctor", "neighbour", "neighbor", "boss", "teacher", "colleague", "landlord", "dentist", "lawyer", "vet", "manager", "nurse", "engineer", "plumber", "electrician", "builder", "coach", "agent", "accountant", "solicitor", "surgeon", "therapist", "tutor", "client", "customer", "receptionist", "secretary", "caretaker", "florist", "baker", "tailor", "driver", "instructor", "inspector", "midwife", "priest", "vicar", "chef", "cleaner", "gardener", "mechanic", "photographer", "supplier", "contractor", "tenant", "librarian", "pharmacist", "adviser", "advisor", "babysitter", "nanny", "partner", "flatmate", "roommate"]);

/** Words for people, whom "it" does not mean. */
export const isPerson = (word: string): boolean =>
  MEN.has(word) ||
  WOMEN.has(word) ||
  EITHER.has(word) ||
  /^(?:people|kids?|child|children|baby|aunties?|guests?|papa|mama|ma|pa|mummy|mommy|daddy|nana|mister|mrs)$/.test(
    word,
  );
