/** @returns segments of a generated conversation, varied enough to exercise the summariser. */
export function generateSegments(turns: number): object[] {
  const topics = ["the budget", "the new office", "the summer release", "hiring", "the customer survey", "the website"];
  const sentences = [
    (topic: string) => `I think we should talk about ${topic} before the end of the month.`,
    (topic: string) => `The numbers for ${topic} went up by twelve percent, which nobody here expected in January.`,
    (topic: string) => `I'll send everybody the notes about ${topic} by Friday.`,
    (topic: string) => `Um, well, you know, ${topic} has always been difficult for the team in Lisbon.`,
    (topic: string) => `Could you ask Ana whether ${topic} can wait until next Tuesday at three?`,
    (topic: string) => `Our customers told us that ${topic} matters more to them than the price.`,
    () => "Right, that makes sense.",
  ];
  return Array.from({ length: turns }, (_, turn) => {
    const topic = topics[Math.floor(turn / 7) % topics.length] ?? "";
    return {
      text: sentences[turn % sentences.length]?.(topic),
      start: turn * 4,
      end: turn * 4 + 3.5,
      speaker: `SPEAKER_0${turn % 3}`,
      speaker_id: turn % 3,
      is_user: turn % 3 === 0,
    };
  });
}

interface SentenceSlots {
  readonly topic: string;
  readonly day: string;
  readonly name: string;
}

/** @returns segments of a generated German conversation with many tasks, days and times. */
export function generateGermanSegments(turns: number): object[] {
  const topics = ["das Budget", "den Umzug", "das Sommerfest", "die Steuer", "den Garten", "die Einladungen"];
  const names = ["Jonas", "Katrin", "Miriam", "Herr Vogt"];
  const days = [
    "am Montag",
    "bis Freitag",
    "morgen um halb neun",
    "nächsten Dienstag",
    "am achtzehnten April",
    "in zwei Wochen",
  ];
  const sentences = [
    ({ topic, day }: SentenceSlots) =>
      `Kannst du ${day} noch mal über ${topic} schauen und mir dann kurz Bescheid geben?`,
    ({ topic, day }: SentenceSlots) =>
      `Ja, klar, ich schicke dir ${day} alles zu, was ich über ${topic} gefunden habe.`,
    ({ day, name }: SentenceSlots) => `${name} kommt ${day} vorbei, wir treffen uns um sieben im Büro.`,
    ({ day, name }: SentenceSlots) =>
      `Ich muss ${name} ${day} anrufen und fragen, ob der Termin um Viertel nach drei noch passt.`,
    ({ topic }: SentenceSlots) =>
      `Also für ${topic} brauchen wir bestimmt noch vierzig Stühle und zwei Tische aus dem Keller.`,
    ({ day }: SentenceSlots) => `Das ist gut, aber ${day} kann ich nicht, sagen wir lieber Donnerstag gegen vier.`,
    () => "Meine Schwester wohnt in Bremen und arbeitet dort als Lehrerin.",
  ];
  return Array.from({ length: turns }, (_, turn) => {
    const [topic = "", day = "", name = ""] = [topics[turn % 6], days[Math.floor(turn / 5) % 6], names[turn % 4]];
    return {
      text: sentences[turn % sentences.length]?.({ topic, day, name }),
      start: turn * 4,
      end: turn * 4 + 3.5,
      speaker: `SPEAKER_0${turn % 2}`,
      speaker_id: turn % 2,
      is_user: turn % 2 === 0,
    };
  });
}
