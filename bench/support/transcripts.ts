/** A made-up conversation of so many turns, with enough variety that a summariser has something to do. */
export function madeUpSegments(turns: number): object[] {
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
