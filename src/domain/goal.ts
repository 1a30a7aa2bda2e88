import { broken } from "./errors.js";
import { ensurePresentable } from "./instant.js";
import type { KeyedChanges } from "./keyed-changes.js";
import { goalCriteria, goalProse, goalTitle } from "./limits.js";
import { ensure, finite, nullable, text } from "./rules.js";
import { ascending, descending } from "./sort-key.js";
import { trimmedTitle } from "./title.js";
import { isBlank } from "./white-space.js";

/** Contract 2.8, decision 7.1. */
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

export interface GoalState extends KeyedChanges {
  readonly id: string;
  /** The creation that made it: tells its repetition from another one whose short id is the same. */
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
  /** Whether a number or a unit was ever given (decision 7.2). */
  readonly measured: boolean;
  /** One entry a UTC day, oldest first, a year at most. */
  readonly history: readonly ProgressEntry[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What is null is taken for absent. */
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

/** Decision 7.5: a field that is null or absent stays as it is. */
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
/** Decision 7.4: as far back as the history can be asked for, today included. */
const DAYS_KEPT = 366;

const rules = {
  desiredOutcome: goalProse,
  whyItMatters: nullable(goalProse),
  successCriteria: goalCriteria,
  unit: nullable(text()),
  currentValue: finite(),
  targetValue: finite(),
  minValue: finite(),
  maxValue: finite(),
};

/** The fields of a patch that the contract has, in its order, by their names there. */
const patchable = [
  "current_value",
  "target_value",
  "min_value",
  "max_value",
  "desired_outcome",
  "horizon_at",
  "success_criteria",
  "title",
  "unit",
  "why_it_matters",
] as const;

/** What a person wants to reach, with a number that says how far they are. Contract 2.8, decisions 7. */
export class Goal {
  private constructor(readonly state: GoalState) {}

  /** @throws DomainError `invalid` naming the broken rules. */
  static create(
    input: NewGoal,
    { id, creation, userId, now }: { id: string; creation: string; userId: string; now: Date },
  ): Goal {
    const title = trimmedTitle(input.title, goalTitle);
    ensurePresentable({ horizon_at: input.horizonAt });
    return Goal.checked({
      id,
      creation,
      userId,
      title,
      desiredOutcome: outcomeOr(title, input.desiredOutcome ?? ""),
      whyItMatters: input.whyItMatters ?? null,
      successCriteria: input.successCriteria ?? [],
      source: "user",
      status: "background",
      focusRank: null,
      horizonAt: input.horizonAt ?? null,
      ...measureOf(input),
      history: [],
      createdAt: now,
      updatedAt: now,
    });
  }

  /** Trusts the store: what it holds was checked when it was written. */
  static restore(state: GoalState): Goal {
    return new Goal(state);
  }

  /** Decision 7.3: of the active ones, ascending order of this key is the order of their list; null for the others. */
  get activeKey(): string | null {
    return this.isActive ? ascending(this.state.createdAt) + this.state.id : null;
  }

  /** Decision 7.3: ascending order of this key is the order of the list of all. */
  get sortKey(): string {
    return descending(this.state.createdAt) + this.state.id;
  }

  get isActive(): boolean {
    return this.state.status !== "achieved" && this.state.status !== "abandoned";
  }

  /** Decision 7.2. */
  get metric(): GoalMetric | null {
    const { measured, goalType, currentValue, targetValue, minValue, maxValue, unit } = this.state;
    if (!measured) return null;
    return { type: goalType, current: currentValue, target: targetValue, min: minValue, max: maxValue, unit };
  }

  /** What was recorded today (UTC) or in so many days before, newest first (decision 7.4). */
  historyOf(days: number, now: Date): ProgressEntry[] {
    const since = dateOf(new Date(now.getTime() - days * DAY_MS));
    return this.state.history.filter(({ date }) => date >= since).reverse();
  }

  /**
   * Never clamps and never achieves by itself: a person may overshoot, and says so when done (decision 7.4).
   * @throws DomainError `invalid` for a value that is not finite.
   */
  recordProgress(value: number, now: Date): Goal {
    return Goal.checked({ ...this.progressed(value, now), measured: true, updatedAt: now }, this.state);
  }

  /** @throws DomainError `invalid` for an empty patch or one that breaks a rule. */
  edit(patch: GoalPatch, now: Date): Goal {
    Goal.checkPatch(patch);
    // Decision 2.4: a patch of nothing but nulls changes nothing.
    if (Object.values(patch).every((value) => value == null)) return this;
    const { currentValue } = patch;
    const before = currentValue == null ? this.state : this.progressed(currentValue, now);
    const title = patch.title == null ? before.title : trimmedTitle(patch.title, goalTitle);
    const after = {
      ...before,
      title,
      desiredOutcome: patch.desiredOutcome == null ? before.desiredOutcome : outcomeOr(title, patch.desiredOutcome),
      successCriteria: patch.successCriteria ?? before.successCriteria,
      targetValue: patch.targetValue ?? before.targetValue,
      minValue: patch.minValue ?? before.minValue,
      maxValue: patch.maxValue ?? before.maxValue,
      measured: before.measured || measures(patch),
      horizonAt: patch.horizonAt ?? before.horizonAt,
      unit: patch.unit ?? before.unit,
      whyItMatters: patch.whyItMatters ?? before.whyItMatters,
      status: patch.status ?? before.status,
      focusRank: patch.focusRank ?? before.focusRank,
      updatedAt: now,
    };
    return Goal.checked(after, this.state);
  }

  /** The rules of a patch that need no goal: they are answered before a 404 (decision 2.3). */
  static checkPatch(patch: GoalPatch): void {
    if (Object.values(patch).every((value) => value === undefined)) {
      throw broken("patch_empty", `At least one field (${patchable.join(", ")}) must be provided`);
    }
    ensurePresentable({ horizon_at: patch.horizonAt });
    if (patch.title != null) trimmedTitle(patch.title, goalTitle);
    if (patch.minValue != null && patch.maxValue != null) checkRange(patch.minValue, patch.maxValue);
    if (patch.focusRank != null && !Number.isSafeInteger(patch.focusRank)) {
      throw broken("focus_rank", "focus_rank is out of range");
    }
  }

  /** Decision 7.6: it can still be read and changed. */
  abandon(now: Date): Goal {
    return this.state.status === "abandoned" ? this : new Goal({ ...this.state, status: "abandoned", updatedAt: now });
  }

  private progressed(value: number, now: Date): GoalState {
    const today = { date: dateOf(now), value, recordedAt: now };
    const others = this.state.history.filter(({ date }) => date !== today.date);
    // The clock of another process may have been ahead of ours.
    const history = [...others, today].sort((a, b) => (a.date < b.date ? -1 : 1));
    return { ...this.state, currentValue: value, history: history.slice(-DAYS_KEPT) };
  }

  /** @param before what it was, whose values were checked when they came. */
  private static checked(state: GoalState, before?: GoalState): Goal {
    ensure(rules, state, before);
    checkRange(state.minValue, state.maxValue);
    return new Goal(state);
  }
}

/** Decision 7.1: the id of a goal, of a UUID whose end is as good as random. */
export function goalId(uuid: string): string {
  return `goal_${uuid.replaceAll("-", "").slice(-12)}`;
}

/** Decision 7.2. */
function measureOf(input: NewGoal) {
  const goalType = input.goalType ?? "scale";
  const { targetValue: target, unit = null } = input;
  const minValue = input.minValue ?? 0;
  const maxValue = input.maxValue ?? (goalType === "boolean" ? 1 : Math.max(target ?? minValue, minValue, 10));
  const measured = measures(input);
  const targetValue = target ?? (goalType === "boolean" || measured ? maxValue : 0);
  return { goalType, unit, measured, minValue, maxValue, targetValue, currentValue: input.currentValue ?? 0 };
}

/** Whether a number or a unit is given. */
function measures({ currentValue, targetValue, minValue, maxValue, unit }: NewGoal | GoalPatch): boolean {
  return [currentValue, targetValue, minValue, maxValue, unit].some((given) => given != null);
}

function checkRange(minValue: number, maxValue: number): void {
  if (minValue > maxValue) throw broken("goal_range", "min_value must not be greater than max_value");
}

/** Decision 7.1. */
function outcomeOr(title: string, desiredOutcome: string): string {
  return isBlank(desiredOutcome) ? title : desiredOutcome;
}

const dateOf = (time: Date): string => time.toISOString().slice(0, 10);
