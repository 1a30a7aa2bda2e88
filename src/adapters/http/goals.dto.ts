import {
  goalSources,
  goalStatuses,
  goalTypes,
  type Goal,
  type GoalPatch,
  type GoalSource,
  type GoalStatus,
  type GoalType,
  type NewGoal,
  type ProgressEntry,
} from "../../domain/goal.js";
import {
  GOAL_HISTORY_DAYS_USUAL,
  goalCriteria,
  goalHistoryDays,
  goalPage,
  goalProse,
  goalTitle,
} from "../../domain/limits.js";
import { oneOf, text } from "../../domain/rules.js";
import type { ListGoals as Listing } from "../../ports/driving/goals.js";
import { cursor, type Cursor } from "./cursor.js";
import { Component, Field, record, type Plain } from "./field.js";
import { clamped, flag, instant, integer, list, nullable, number, timestamp, title } from "./wire-rules.js";

/** Contract 4.5, `POST /v1/dev/user/goals`. */
@Component("CreateGoal")
export class CreateGoal {
  @Field(title(goalTitle)) title!: string;
  @Field(nullable(number()), { optional: true }) current_value: number | null = null;
  @Field(nullable(goalProse), { optional: true }) desired_outcome: string | null = null;
  @Field(nullable(oneOf(goalTypes)), { optional: true }) goal_type: GoalType | null = null;
  @Field(nullable(instant()), { optional: true }) horizon_at: Date | null = null;
  @Field(nullable(number()), { optional: true }) max_value: number | null = null;
  @Field(nullable(number()), { optional: true }) min_value: number | null = null;
  @Field(goalCriteria, { optional: true }) success_criteria: string[] = [];
  @Field(nullable(number()), { optional: true }) target_value: number | null = null;
  @Field(nullable(text()), { optional: true }) unit: string | null = null;
  @Field(nullable(goalProse), { optional: true }) why_it_matters: string | null = null;
}

/** Contract 4.5, `PATCH /v1/dev/user/goals/{goal_id}`; decisions 7.4 and 7.5. */
@Component("UpdateGoal", "The fields to change. A field that is null or absent stays as it is.")
export class UpdateGoal {
  @Field(nullable(number()), { optional: true }) current_value?: number | null;
  @Field(nullable(number()), { optional: true }) target_value?: number | null;
  @Field(nullable(number()), { optional: true }) min_value?: number | null;
  @Field(nullable(number()), { optional: true }) max_value?: number | null;
  @Field(nullable(goalProse), { optional: true }) desired_outcome?: string | null;
  @Field(nullable(instant()), { optional: true }) horizon_at?: Date | null;
  @Field(nullable(goalCriteria), { optional: true }) success_criteria?: string[] | null;
  @Field(nullable(title(goalTitle)), { optional: true }) title?: string | null;
  @Field(nullable(text()), { optional: true }) unit?: string | null;
  @Field(nullable(goalProse), { optional: true }) why_it_matters?: string | null;
  @Field(nullable(oneOf(goalStatuses)), { optional: true, extension: true }) status?: GoalStatus | null;
  @Field(nullable(integer()), { optional: true, extension: true }) focus_rank?: number | null;
}

/** Contract 4.5, `PATCH /v1/dev/user/goals/{goal_id}/progress`. */
export class RecordProgress {
  @Field(number()) current_value!: number;
}

/** Decisions 7.3 and 4.14. */
export class ListGoals {
  @Field(clamped({ min: 1, max: goalPage.most }), { optional: true, description: `Drawn into 1 to ${goalPage.most}.` })
  limit: number = goalPage.usual;
  @Field(clamped({ min: 0, max: Number.MAX_SAFE_INTEGER }), { optional: true }) offset: number = 0;
  @Field(flag(), { optional: true, description: "Achieved and abandoned ones too, newest first." })
  include_inactive: boolean = false;
  @Field(cursor(), { optional: true, extension: true, description: "Goes on where the page that linked it ended." })
  cursor?: Cursor;
  @Field(flag(), { optional: true, extension: true, description: "Asks for `X-Total-Count`." }) total: boolean = false;
}

/** Decision 7.4. */
export class GetHistory {
  @Field(integer(goalHistoryDays), { optional: true, description: "How many days before today, in UTC." })
  days: number = GOAL_HISTORY_DAYS_USUAL;
}

/** Contract 2.8; `type` by decision 7.2. */
@Component("GoalMetric")
export class GoalMetricBody {
  @Field(oneOf(goalTypes), { extension: true }) type!: GoalType;
  @Field(number()) current!: number;
  @Field(number()) target!: number;
  @Field(number()) min!: number;
  @Field(number()) max!: number;
  @Field(nullable(text())) unit!: string | null;
}

/** Contract 2.8. */
@Component("Goal")
export class GoalBody {
  @Field(text()) id!: string;
  @Field(text()) goal_id!: string;
  @Field(text()) title!: string;
  @Field(oneOf(goalTypes)) goal_type!: GoalType;
  @Field(text()) desired_outcome!: string;
  @Field(number()) current_value!: number;
  @Field(number()) target_value!: number;
  @Field(number()) min_value!: number;
  @Field(number()) max_value!: number;
  @Field(flag()) is_active!: boolean;
  @Field(oneOf(goalSources)) source!: GoalSource;
  @Field(oneOf(goalStatuses)) status!: GoalStatus;
  @Field(timestamp()) created_at!: string;
  @Field(timestamp()) updated_at!: string;
  @Field(nullable(integer()), { optional: true }) focus_rank: number | null = null;
  @Field(nullable(timestamp()), { optional: true }) horizon_at: string | null = null;
  @Field(nullable(record(() => GoalMetricBody)), { optional: true }) metric: GoalMetricBody | null = null;
  @Field(list(text()), { optional: true }) success_criteria: string[] = [];
  @Field(nullable(text()), { optional: true }) unit: string | null = null;
  @Field(nullable(text()), { optional: true }) why_it_matters: string | null = null;
}

/** Decision 7.4. */
@Component("GoalProgress")
export class ProgressBody {
  @Field(text(), { description: "A day in UTC." }) date!: string;
  @Field(number()) value!: number;
  @Field(timestamp()) recorded_at!: string;
}

export function newGoal(body: CreateGoal): NewGoal {
  return {
    title: body.title,
    currentValue: body.current_value,
    desiredOutcome: body.desired_outcome,
    goalType: body.goal_type,
    horizonAt: body.horizon_at,
    maxValue: body.max_value,
    minValue: body.min_value,
    successCriteria: body.success_criteria,
    targetValue: body.target_value,
    unit: body.unit,
    whyItMatters: body.why_it_matters,
  };
}

/** Only what the body names is in the patch. */
export function goalPatch(body: UpdateGoal): GoalPatch {
  return {
    ...(body.current_value === undefined ? {} : { currentValue: body.current_value }),
    ...(body.target_value === undefined ? {} : { targetValue: body.target_value }),
    ...(body.min_value === undefined ? {} : { minValue: body.min_value }),
    ...(body.max_value === undefined ? {} : { maxValue: body.max_value }),
    ...(body.desired_outcome === undefined ? {} : { desiredOutcome: body.desired_outcome }),
    ...(body.horizon_at === undefined ? {} : { horizonAt: body.horizon_at }),
    ...(body.success_criteria === undefined ? {} : { successCriteria: body.success_criteria }),
    ...(body.title === undefined ? {} : { title: body.title }),
    ...(body.unit === undefined ? {} : { unit: body.unit }),
    ...(body.why_it_matters === undefined ? {} : { whyItMatters: body.why_it_matters }),
    ...(body.status === undefined ? {} : { status: body.status }),
    ...(body.focus_rank === undefined ? {} : { focusRank: body.focus_rank }),
  };
}

export function goalListing({ limit, offset, include_inactive, total }: ListGoals): Listing {
  return {
    filter: { includeInactive: include_inactive },
    page: { limit, offset },
    withTotal: total,
  };
}

export function goalBody(goal: Goal): Plain<GoalBody> {
  const { state, metric, isActive } = goal;
  return {
    id: state.id,
    goal_id: state.id,
    title: state.title,
    goal_type: state.goalType,
    desired_outcome: state.desiredOutcome,
    current_value: state.currentValue,
    target_value: state.targetValue,
    min_value: state.minValue,
    max_value: state.maxValue,
    is_active: isActive,
    source: state.source,
    status: state.status,
    created_at: state.createdAt.toISOString(),
    updated_at: state.updatedAt.toISOString(),
    focus_rank: state.focusRank,
    horizon_at: state.horizonAt?.toISOString() ?? null,
    metric: metric && { ...metric },
    success_criteria: [...state.successCriteria],
    unit: state.unit,
    why_it_matters: state.whyItMatters,
  };
}

export function progressBody({ date, value, recordedAt }: ProgressEntry): Plain<ProgressBody> {
  return { date, value, recorded_at: recordedAt.toISOString() };
}
