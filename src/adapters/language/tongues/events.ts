import type { ConversationEvent } from "../../../domain/conversation/summary-result.js";
import type { Sentence } from "../text/analysis.js";
import { type Calendar, EARLIEST_DEPARTURE, type TimeMention } from "../dates/dates.js";
import { joinSegmentIds } from "../text/analysis-limits.js";
import { folded } from "./time-phrases.js";
import { yieldToEventLoop, isYieldDue } from "../../runtime/cooperative-yield.js";
import type { People } from "../talk/people.js";
import { capitalised, clip, finished } from "../text/plain-text.js";
import { replyTo } from "../talk/replies.js";
import { AgreedDay } from "./agreed-day.js";
import { LocalTime } from "../../../domain/time/local-time.js";
import { piecesOf } from "./clauses.js";
import { visitorIn } from "./noun-phrases.js";
import { wholeWords } from "./speech.js";
import type { Tongue } from "./tongue.js";

const USUAL_MINUTES = 30;
const MOST_EVENTS = 20;
const MOST_PARSED = 300;
const TITLE_LENGTH = 80;
const DESCRIPTION_LENGTH = 500;
/** "When is the exam?" "On the third at nine": the occasion may stand in one of so many sentences before. */
const NEAR = 2;
/** What a day is spoken of for may stand a little farther off. */
const NEAR_A_DAY = 4;
/** A day that was agreed on is spoken of for so many sentences more. */
const SPOKEN_OF = 24;
/** What is said of the hour so soon after it corrects it. */
const CORRECTED = 6;

/** So soon after it a proposal is refused. */
const REFUSED = 2;

/** So many words may a fragment have beside its time: "Saturday at ten, at Anna's". */
const MAX_OTHER_WORDS = 2;

interface Setting {
  readonly sentences: readonly Sentence[];
  readonly people: People;
  readonly calendar: Calendar;
  readonly tongue: Tongue;
  readonly startedAt: Date;
  readonly timeZone: string;
  /** The sentences that tell of something to do, whose times are when it is due. */
  readonly told: ReadonlySet<number>;
}

interface Found {
  readonly title: string;
  readonly mention: TimeMention;
  readonly text: string;
  readonly index: number;
  readonly segmentIds: readonly string[];
}

/** What will happen on a day and at an hour that people agreed on, in one sentence or over several. */
export async function eventsIn(setting: Setting): Promise<ConversationEvent[]> {
  const diary = new Diary(setting);
  let parsed = 0;
  for (const sentence of setting.sentences) {
    if (isYieldDue()) await yieldToEventLoop();
    if (parsed === MOST_PARSED) break;
    if (diary.read(sentence)) parsed += 1;
  }
  return diary.events();
}

/** What is agreed on, as the conversation goes on. */
class Diary {
  private readonly found: Found[] = [];
  private readonly day: AgreedDay;
  private readonly meet: RegExp;
  private readonly leave: RegExp;
  private readonly until: RegExp;
  private readonly come: RegExp;
  private readonly evening: RegExp;
  private readonly ride: RegExp;
  /** "Tomorrow I can't." */
  private readonly refusal: RegExp;
  private readonly settle: RegExp;

  constructor(private readonly setting: Setting) {
    const { meet, leave, until, settle, come, evening, ride } = setting.tongue.speech.lexicon.meetings;
    this.meet = wholeWords(meet);
    this.leave = wholeWords(leave);
    this.until = wholeWords(until);
    this.come = wholeWords(come);
    this.evening = wholeWords(evening);
    const { no, not } = setting.tongue.speech.lexicon;
    this.refusal = wholeWords(`${no}|${not}`);
    this.ride = wholeWords(ride);
    this.settle = new RegExp(String.raw`^(?:${settle})(?!\p{L})`, "iu");
    this.day = new AgreedDay(setting);
  }

  /** @returns whether times were looked for. */
  read(sentence: Sentence): boolean {
    const { calendar, startedAt, told } = this.setting;
    calendar.hear(sentence.text);
    const said = this.heldIn(sentence.text);
    if (this.isRefusal(sentence)) this.found.pop();
    if (said === "") return false;
    const mentions = this.day.settled(said, calendar.mentions(said)).filter(({ start }) => start > startedAt);
    if (mentions.length === 0) return true;
    const own = this.occasionIn(sentence);
    if (told.has(sentence.index) && own === undefined) return true;
    if (own === undefined && this.until.test(said)) return true;
    const occasion = own ?? this.occasionBefore(sentence, NEAR);
    const dated = mentions.findLast(({ hasDay, vague }) => hasDay && !vague);
    if (dated) this.day.agree(dated, occasion ?? this.occasionBefore(sentence, NEAR_A_DAY), sentence.index);
    const timed = mentions.findLast(({ hasHour }) => hasHour);
    if (!timed || !this.isAgreed(sentence)) return true;
    if (timed.hasDay) {
      const title =
        own ?? (this.isMeant(sentence, own) || this.isFragment(said) ? (occasion ?? this.day.occasion) : undefined);
      if (title !== undefined) this.add(timed, title, sentence);
      return true;
    }
    const mention = this.day.isSpokenOf(sentence.index, SPOKEN_OF) ? this.day.at(timed) : undefined;
    const title = occasion ?? this.day.occasion;
    if (mention && title !== undefined && this.isMeant(sentence, own)) this.add(mention, title, sentence);
    return true;
  }

  /** Its pieces in which nothing is denied, doubted, past or usual: "on Monday I can't, let's say Tuesday at three". */
  private heldIn(text: string): string {
    const { tongue } = this.setting;
    const { speech } = tongue;
    return piecesOf(text.replace(speech.no, ""))
      .filter((piece) => ![speech.not, speech.unsure].some((pattern) => pattern.test(piece)))
      .filter((piece) => !tongue.isGone(piece) && !tongue.comesAgain(piece))
      .join(", ");
  }

  events(): ConversationEvent[] {
    return this.found
      .map(({ title, mention: { start, end }, text, segmentIds }) => ({
        title: clip(capitalised(title), TITLE_LENGTH),
        start,
        description: clip(finished(text), DESCRIPTION_LENGTH),
        duration: end ? Math.round((end.getTime() - start.getTime()) / 60_000) : USUAL_MINUTES,
        created: false,
        segmentIds,
      }))
      .sort((a, b) => a.start.getTime() - b.start.getTime())
      .slice(0, MOST_EVENTS);
  }

  /** A question proposes; what is answered with a yes is agreed on. */
  private isAgreed(sentence: Sentence): boolean {
    if (!sentence.text.endsWith("?")) return true;
    const reply = replyTo(sentence, this.setting.sentences);
    return reply !== undefined && this.setting.tongue.speech.yes.test(reply.text);
  }

  /**
   * A time is that of what was spoken of before where it answers, settles or corrects, or where people meet then; not
   * where it is told of something else: "Saturday is the wedding. The train leaves at eight."
   */
  private isMeant(sentence: Sentence, own: string | undefined): boolean {
    const { text, index, speaker } = sentence;
    const known = this.day.occasion;
    if (own !== undefined && known !== undefined && folded(own) === folded(known)) return true;
    const before = this.setting.sentences[index - 1];
    const isAnswer = before?.text.endsWith("?") === true && before.speaker.key !== speaker.key;
    const isOfOther = own !== undefined && !this.meet.test(text);
    if (isOfOther && (known !== undefined || !isAnswer)) return false;
    return own !== undefined || isAnswer || this.settle.test(text) || this.isCorrection(text);
  }

  /** Whether hardly anything but a time is named. */
  private isFragment(said: string): boolean {
    const isOfTime = this.setting.tongue.mayBeOfTime(said);
    const others = said.match(/\p{L}[\p{L}'’-]*/gu)?.filter((word) => !isOfTime(word)) ?? [];
    return others.filter((word) => !this.setting.tongue.isFunctionWord(word.toLowerCase())).length <= MAX_OTHER_WORDS;
  }

  /** Dinner at eight is in the evening, and people who set off at seven do so in the morning. */
  private inItsHalf(mention: TimeMention, title: string, text: string): TimeMention {
    const { tongue, calendar, timeZone } = this.setting;
    const english = calendar.inEnglish(text);
    if (!/\bat \d{1,2}:\d\d(?! [ap]\.m)/.test(english) || /morning|afternoon|evening|night/.test(english))
      return mention;
    const { hour, minute } = new LocalTime(timeZone).toWallClock(mention.start);
    const said = Number(/\bat (\d{1,2}):/.exec(english)?.[1]);
    const isEvening = (this.evening.test(title) || this.evening.test(text)) && hour >= 5 && hour < 12;
    const leaves = title === tongue.speech.lexicon.meetings.departure || this.ride.test(title);
    const isEarly = leaves && hour === said + 12 && said >= EARLIEST_DEPARTURE;
    if (!isEvening && !isEarly) return mention;
    return { ...mention, start: calendar.at(mention.start, isEvening ? hour + 12 : said, minute), end: undefined };
  }

  /** "Impossible, I'm on duty then": what was just proposed is not agreed on. */
  private isRefusal({ text, index, speaker }: Sentence): boolean {
    const { sentences, calendar } = this.setting;
    const last = this.found.at(-1);
    const proposed = last && sentences[last.index];
    if (!last || index - last.index > REFUSED || proposed?.speaker.key === speaker.key) return false;
    const mentions = calendar.mentions(text);
    if (mentions.some(({ hasHour }) => hasHour)) return false;
    const isOfThatDay = mentions.some((mention) => mention.hasDay && this.day.isSameDay(mention, last.mention));
    return this.isCorrection(text) || (isOfThatDay && this.refusal.test(text));
  }

  /** "No, at eight." */
  private isCorrection(text: string): boolean {
    const { speech } = this.setting.tongue;
    return speech.no.test(speech.withoutLeads(text));
  }

  private occasionIn({ text, speaker }: Sentence): string | undefined {
    const { tongue, people, sentences } = this.setting;
    const { meeting, departure } = tongue.speech.lexicon.meetings;
    const named = tongue.occasionIn(text);
    if (named !== undefined) return named;
    if (this.leave.test(text)) return departure;
    if (!this.meet.test(text)) return this.come.test(text) ? visitorIn(text, tongue) : undefined;
    const user = sentences.find((other) => other.speaker.isUser)?.speaker;
    const other = speaker.isUser ? people.otherThan(speaker) : user ? speaker : people.otherThan(speaker);
    const label = other && people.labelOf(other);
    return label === undefined ? meeting.replace(/ \S+ \{\}$/, "") : meeting.replace("{}", label);
  }

  private occasionBefore({ index }: Sentence, near: number): string | undefined {
    const { sentences } = this.setting;
    for (const sentence of sentences.slice(Math.max(0, index - near), index).toReversed()) {
      const occasion = this.occasionIn(sentence);
      if (occasion !== undefined) return occasion;
    }
    return undefined;
  }

  /** Another hour for the same thing takes the place of the one before. */
  private add(named: TimeMention, title: string, { text, index, segmentIds }: Sentence): void {
    const mention = this.inItsHalf(named, title, text);
    const event = { title, mention, text, index, segmentIds };
    const at = this.found.findLastIndex(
      (other) =>
        other.mention.start.getTime() === mention.start.getTime() ||
        (index - other.index <= CORRECTED &&
          (other.title === title || (index - other.index === 1 && this.isCorrection(text))) &&
          this.day.isSameDay(other.mention, mention)),
    );
    const other = this.found[at];
    if (!other) this.found.push(event);
    else {
      this.found[at] = { ...other, mention, index, segmentIds: joinSegmentIds(other.segmentIds, segmentIds) };
    }
  }
}
