/** What people attend or await, and the hour it begins when only its day is said. */
// prettier-ignore
export const OCCASIONS: ReadonlyMap<string, number> = new Map<string, number>(
  Object.entries({
    meeting: 9, appointment: 9, call: 9, interview: 9, exam: 9, lesson: 9, class: 9, course: 9, workshop: 9, seminar: 9,
    webinar: 9, conference: 9, presentation: 9, demo: 9, review: 9, checkup: 9, surgery: 9, operation: 9, hearing: 9,
    trial: 9, visit: 9, trip: 9, flight: 9, train: 9, holiday: 9, vacation: 9, wedding: 9, funeral: 9, ceremony: 9,
    birthday: 9, anniversary: 9, graduation: 9, deadline: 17, launch: 9, release: 9, delivery: 9, inspection: 9,
    election: 9, session: 9, rehearsal: 9, training: 9, standup: 9, "stand-up": 9, sync: 9, "kick-off": 9, kickoff: 9,
    retrospective: 9, retro: 9, announcement: 9, viewing: 9, breakfast: 8, brunch: 11, lunch: 12, coffee: 10,
    dinner: 19, supper: 19, drinks: 19, party: 19, concert: 20, show: 19, movie: 19, film: 19, play: 19, gig: 20,
    game: 15, match: 15, tournament: 9, festival: 9, barbecue: 15, bbq: 15, picnic: 12, reunion: 9, date: 19,
    dentist: 9, doctor: 9, haircut: 9, yoga: 9, gym: 9, marathon: 9, race: 9, fair: 9, exhibition: 9, opening: 9,
    talk: 9, lecture: 9, test: 9, move: 9, moving: 9, prom: 19, ball: 19, dance: 19, recital: 19, camp: 9,
    tasting: 17, practice: 17, rally: 9, audition: 9, "sleepover": 18, reading: 19, "check-up": 9,
    fitting: 9, swim: 9, squash: 18, tennis: 18, opera: 19, theatre: 19, theater: 19, cinema: 19, panel: 9, scan: 9,
    ferry: 9, bus: 9, plane: 9, christening: 9, baptism: 9, service: 9, mass: 9, seder: 19, tour: 9, webcast: 9, injection: 9, vaccine: 9, vaccination: 9, jab: 9, physio: 9, assessment: 9, consultation: 9, ultrasound: 9,
    screening: 9, orientation: 9, induction: 9, communion: 9, photoshoot: 9, soundcheck: 17,
  }),
);

/** "Lessons" is a "lesson", "drinks" is as it is. */
export const singular = (word: string): string =>
  !word.endsWith("s") || OCCASIONS.has(word) ? word : word.slice(0, -1);

/** All occasions that a text names, in its order. */
export const occasionsIn = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[a-z]+(?:-[a-z]+)*/g) ?? []).map(singular).filter((word) => OCCASIONS.has(word));
