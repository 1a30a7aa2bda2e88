import { invalidInput } from "../errors.js";
import { ensureInTimestampRange, encodeAscending, encodeDescending } from "../time/timestamps.js";
import type { AppliedIdempotencyKeys } from "../idempotency/idempotency-record.js";
import { goalCriteria, goalHistoryDays, goalText, goalTitle } from "../limits.js";
import { ensure, finite, nullable, text } from "../rules.js";
import { isBlank, parseTitle } from "../text/normalize-text.js";

export const goalTypes = ["boolean", "scale", "numeric"] as const;
export type GoalType = (typeof goalTypes)[number];
export const goalStatuses = ["background", "focused", "paused", "achieved", "abandoned"] as const;
export type GoalStatus = (typeof goalStatuses)[number];
export const goalSources = ["user", "ai_suggested", "imported"] as const;
export type GoalSource = (typeof goalSources)[number];

export interface ProgressEntry {
  /** A day in UTC, such as `2026-03-02`. */
  readonly date: string;
  readonly value: number;
  readonly recordedAt: Date;
}

export interface GoalMetric {
  readonly type: GoalType;
  readonly current: number;
  readonly target: number;
  readonly min: number;
  readonly max: number;
  readonly unit: string | null;
}

export interface GoalState extends AppliedIdempotencyKeys {
  readonly id: string;
  /** ID of the creation. It tells a repeated creation from another goal with the same short ID. */
  readonly creation: string;
  readonly userId: string;
  readonly title: string;
  readonly desiredOutcome: string;
  readonly whyItMatters: string | null;
  readonly successCriteria: readonly string[];
  readonly goalType: GoalType;
  readonly source: GoalSource;
  readonly status: GoalStatus;
  readonly focusRank: number | null;
  readonly horizonAt: Date | null;
  readonly currentValue: number;
  readonly targetValue: number;
  readonly minValue: number;
  readonly maxValue: number;
  readonly unit: string | null;
  /** Whether the user ever set a number or a unit (decision 7.2). */
  readonly measured: boolean;
  /** One entry per UTC day, oldest first, at most a year. */
  readonly history: readonly ProgressEntry[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A `null` counts as absent. */
export interface NewGoal {
  readonly title: string;
  readonly currentValue?: number | null;
  readonly desiredOutcome?: string | null;
  readonly goalType?: GoalType | null;
  readonly horizonAt?: Date | null;
  readonly maxValue?: number | null;
  readonly minValue?: number | null;
  readonly successCriteria?: readonly string[];
  readonly targetValue?: number | null;
  readonly unit?: string | null;
  readonly whyItMatters?: string | null;
}

/** A `null` leaves the field unchanged (decision 7.5). */
export interface GoalPatch {
  readonly currentValue?: number | null;
  readonly targetValue?: number | null;
  readonly minValue?: number | null;
  readonly maxValue?: number | null;
  readonly desiredOutcome?: string | null;
  readonly horizonAt?: Date | null;
  readonly successCriteria?: readonly string[] | null;
  readonly title?: string | null;
  readonly unit?: string | null;
  readonly whyItMatters?: string | null;
  readonly status?: GoalStatus | null;
  readonly focusRank?: number | null;
}

const DAY_MS = 86_400_000;
/** The longest history that a client can request, and today. */
const MAX_HISTORY_DAYS = goalHistoryDays.max + 1;

const rules = {
  desiredOutcome: goalText,
  whyItMatters: nullable(goalText),
  successCriteria: goalCriteria,
  unit: nullable(text()),
  currentValue: finite(),
  targetValue: finite(),
  minValue: finite(),
  maxValue: finite(),
};

/** A goal of a user, with a number for its progress and a history of that number. */
export class Goal {
  private constructor(readonly state: GoalState) {}

  /** @throws DomainError `invalid` naming the broken rules. */
  static create(
    input: NewGoal,
    { id, creation, userId, now }: { id: string; creation: string; userId: string; now: Date },
  ): Goal {
    const title = parseTitle(input.title, goalTitle);
    ensureInTimestampRange({ horizonAt: input.horizonAt });
    return Goal.createValidated({
      id,
      creation,
      userId,
      title,
      desiredOutcome: resolveOutcome(title, input.desiredOutcome ?? ""),
      whyItMatters: input.whyItMatters ?? null,
      successCriteria: input.successCriteria ?? [],
      source: "user",
      status: "background",
      focusRank: null,
      horizonAt: input.horizonAt ?? null,
      ...resolveMeasure(input),
      history: [],
      createdAt: now,
      updatedAt: now,
    });
  }

  /** Rebuilds a goal from stored state without validating it again. */
  static restore(state: GoalState): Goal {
    return new Goal(state);
  }

  /** The list of active goals is in ascending order of this key; null for inactive goals. */
  get activeSortKey(): string | null {
    return this.isActive ? encodeAscending(this.state.createdAt) + this.state.id : null;
  }

  /** The list of all goals is in ascending order of this key. */
  get sortKey(): string {
    return encodeDescending(this.state.createdAt) + this.state.id;
  }

  get isActive(): boolean {
    return this.state.status !== "achieved" && this.state.status !== "abandoned";
  }

  /** Null when the goal was never measured. */
  get metric(): GoalMetric | null {
    const { measured, goalType, currentValue, targetValue, minValue, maxValue, unit } = this.state;
    if (!measured) return null;
    return { type: goalType, current: currentValue, target: targetValue, min: minValue, max: maxValue, unit };
  }

  /** Returns the entries of today (UTC) and of the `days` days before, newest first. */
  getHistory(days: number, now: Date): ProgressEntry[] {
    const firstDate = formatUtcDate(new Date(now.getTime() - days * DAY_MS));
    return this.state.history.filter(({ date }) => date >= firstDate).reverse();
  }

  /**
   * Does not clamp the value and does not change the status: users may overshoot and complete goals themselves.
   * @throws DomainError `invalid` for a value that is not finite.
   */
  recordProgress(value: number, now: Date): Goal {
    return Goal.createValidated({ ...this.addProgress(value, now), measured: true, updatedAt: now }, this.state);
  }

  /** @throws DomainError `invalid` for an empty patch or one that breaks a rule. */
  edit(patch: GoalPatch, now: Date): Goal {
    Goal.checkPatch(patch);
    // A patch of nothing but nulls changes nothing.
    if (Object.values(patch).every((value) => value == null)) return this;
    const { currentValue } = patch;
    const current = currentValue == null ? this.state : this.addProgress(currentValue, now);
    const title = patch.title == null ? current.title : parseTitle(patch.title, goalTitle);
    const next = {
      ...current,
      title,
      desiredOutcome:
        patch.desiredOutcome == null ? current.desiredOutcome : resolveOutcome(title, patch.desiredOutcome),
      successCriteria: patch.successCriteria ?? current.successCriteria,
      targetValue: patch.targetValue ?? current.targetValue,
      minValue: patch.minValue ?? current.minValue,
      maxValue: patch.maxValue ?? current.maxValue,
      measured: current.measured || hasMeasure(patch),
      horizonAt: patch.horizonAt ?? current.horizonAt,
      unit: patch.unit ?? current.unit,
      whyItMatters: patch.whyItMatters ?? current.whyItMatters,
      status: patch.status ?? current.status,
      focusRank: patch.focusRank ?? current.focusRank,
      updatedAt: now,
    };
    return Goal.createValidated(next, this.state);
  }

  /** Checks the rules of a patch that do not depend on the goal; a violation takes precedence over absence. */
  static checkPatch(patch: GoalPatch): void {
    if (Object.values(patch).every((value) => value === undefined)) {
      throw invalidInput("patch_empty");
    }
    ensureInTimestampRange({ horizonAt: patch.horizonAt });
    if (patch.title != null) parseTitle(patch.title, goalTitle);
    if (patch.minValue != null && patch.maxValue != null) checkRange(patch.minValue, patch.maxValue);
    if (patch.focusRank != null && !Number.isSafeInteger(patch.focusRank)) {
      throw invalidInput("focus_rank_out_of_range");
    }
  }

  /** An abandoned goal can still be read and changed. */
  abandon(now: Date): Goal {
    return this.state.status === "abandoned" ? this : new Goal({ ...this.state, status: "abandoned", updatedAt: now });
  }

  private addProgress(value: number, now: Date): GoalState {
    const entry = { date: formatUtcDate(now), value, recordedAt: now };
    const otherEntries = this.state.history.filter(({ date }) => date !== entry.date);
    // The clock of another process may be ahead of this one, so the entries may be out of order.
    const history = [...otherEntries, entry].sort((a, b) => (a.date < b.date ? -1 : 1));
    return { ...this.state, currentValue: value, history: history.slice(-MAX_HISTORY_DAYS) };
  }

  /** @param previous the state before the change; its values are not checked again. */
  private static createValidated(state: GoalState, previous?: GoalState): Goal {
    ensure(rules, state, previous);
    checkRange(state.minValue, state.maxValue);
    return new Goal(state);
  }
}

/** Derives the short ID of a goal from a UUID, whose last 12 hex digits must be as good as random. */
export function deriveGoalId(uuid: string): string {
  return `goal_${uuid.replaceAll("-", "").slice(-12)}`;
}

/** Fills in the defaults of the measure (decision 7.2). */
function resolveMeasure(input: NewGoal) {
  const goalType = input.goalType ?? "scale";
  const { targetValue: target, unit = null } = input;
  const minValue = input.minValue ?? 0;
  const maxValue = input.maxValue ?? (goalType === "boolean" ? 1 : Math.max(target ?? minValue, minValue, 10));
  const measured = hasMeasure(input);
  const targetValue = target ?? (goalType === "boolean" || measured ? maxValue : 0);
  return { goalType, unit, measured, minValue, maxValue, targetValue, currentValue: input.currentValue ?? 0 };
}

/** Whether the input sets a number or a unit. */
function hasMeasure({ currentValue, targetValue, minValue, maxValue, unit }: NewGoal | GoalPatch): boolean {
  return [currentValue, targetValue, minValue, maxValue, unit].some((value) => value != null);
}

function checkRange(minValue: number, maxValue: number): void {
  if (minValue > maxValue) throw invalidInput("goal_range");
}

/** A blank outcome is replaced by the title (decision 7.1). */
function resolveOutcome(title: string, desiredOutcome: string): string {
  return isBlank(desiredOutcome) ? title : desiredOutcome;
}

const formatUtcDate = (time: Date): string => time.toISOString().slice(0, 10);
