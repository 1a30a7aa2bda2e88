import type { Calendar, TimeMention } from "../dates/dates.js";
import { addDays, LocalTime } from "../../../domain/time/local-time.js";

const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const DAY_OF_MONTH = /\bthe (\d{1,2})(?:st|nd|rd|th)\b/;
const WEEKDAY = new RegExp(`\\b(${DAYS.join("|")})\\b`, "i");
const MONTH = /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/;
const MONTHS_AHEAD = 12;

interface Setting {
  readonly calendar: Calendar;
  readonly startedAt: Date;
  readonly timeZone: string;
}

/** The day that people are speaking of, to which an hour or "the eighteenth" belongs. */
export class AgreedDay {
  private readonly local: LocalTime;
  /** All that were spoken of, the latest last. */
  private readonly days: { readonly start: Date; readonly index: number; readonly occasion: string | undefined }[] = [];

  constructor(private readonly setting: Setting) {
    this.local = new LocalTime(setting.timeZone);
  }

  private get agreed(): (typeof this.days)[number] | undefined {
    return this.days.at(-1);
  }

  /** What it is about. */
  get occasion(): string | undefined {
    return this.agreed?.occasion;
  }

  agree({ start }: TimeMention, occasion: string | undefined, index: number): void {
    const known = this.days.findLast((day) => this.key(day.start) === this.key(start));
    this.days.push({ start, index, occasion: known?.occasion ?? occasion });
  }

  isSpokenOf(index: number, longest: number): boolean {
    return this.agreed !== undefined && index - this.agreed.index <= longest;
  }

  /** The hour on that day. */
  at(mention: TimeMention): TimeMention | undefined {
    return this.agreed && this.setting.calendar.onDay(mention, this.agreed.start);
  }

  isSameDay(one: TimeMention, other: TimeMention): boolean {
    return this.key(one.start) === this.key(other.start);
  }

  /**
   * "The eighteenth" is the one that was spoken of, or the next that is such a day: "the eighteenth, that's a Saturday".
   */
  settled(text: string, mentions: readonly TimeMention[]): readonly TimeMention[] {
    const { calendar } = this.setting;
    const english = calendar.inEnglish(text);
    const date = Number(DAY_OF_MONTH.exec(english)?.[1]);
    if (!date || MONTH.test(english)) return mentions;
    const day = this.spokenOf(date) ?? this.next(date, DAYS.indexOf(WEEKDAY.exec(english)?.[1]?.toLowerCase() ?? ""));
    return day === undefined
      ? mentions
      : mentions.map((mention) => (mention.hasDay ? calendar.onDay(mention, day) : mention));
  }

  private spokenOf(date: number): Date | undefined {
    return this.days.findLast(({ start }) => this.local.toWallClock(start).day === date)?.start;
  }

  private next(date: number, weekday: number): Date | undefined {
    if (weekday < 0) return undefined;
    const today = this.local.toWallClock(this.setting.startedAt);
    for (let ahead = 0; ahead < MONTHS_AHEAD; ahead += 1) {
      const months = today.month - 1 + ahead;
      const wall = { ...today, year: today.year + Math.floor(months / 12), month: (months % 12) + 1, day: date };
      const isReal = addDays(wall, 0).day === date;
      const isThatDay = new Date(Date.UTC(wall.year, wall.month - 1, date)).getUTCDay() === weekday;
      const instant = this.local.toDate(wall);
      if (isReal && isThatDay && instant > this.setting.startedAt) return instant;
    }
    return undefined;
  }

  private key(instant: Date): string {
    const { year, month, day } = this.local.toWallClock(instant);
    return `${year}-${month}-${day}`;
  }
}
