import type { GoalFilter } from "../../../../ports/driven/store/goal-repository.js";
import type { FilteredListQuery } from "../../../../ports/paging.js";
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
} from "../../../../domain/goal/goal.js";
import {
  DEFAULT_GOAL_HISTORY_DAYS,
  goalCriteria,
  goalHistoryDays,
  goalPageSize,
  goalText,
  goalTitle,
} from "../../../../domain/limits.js";
import { oneOf, text } from "../../../../domain/rules.js";
import type { Cursor } from "../../kernel/list-page.js";
import { Component, Field, nestedObject, type PlainObject } from "../../kernel/dto-fields.js";
import {
  lenientBoolean,
  lenientDateTime,
  lenientInteger,
  arrayOf,
  nullableParser,
  lenientNumber,
  timestamp,
  trimmedText,
} from "../../kernel/field-parsers.js";
import { CursorParameter, LimitParameter, OffsetParameter, TotalParameter } from "../list-parameters.js";

/** The body of `POST /v1/dev/user/goals`. */
@Component("CreateGoal")
export class CreateGoalRequest {
  @Field(trimmedText(goalTitle)) title!: string;
  @Field(nullableParser(lenientNumber()), { optional: true }) current_value: number | null = null;
  @Field(nullableParser(goalText), { optional: true }) desired_outcome: string | null = null;
  @Field(nullableParser(oneOf(goalTypes)), { optional: true }) goal_type: GoalType | null = null;
  @Field(nullableParser(lenientDateTime()), { optional: true }) horizon_at: Date | null = null;
  @Field(nullableParser(lenientNumber()), { optional: true }) max_value: number | null = null;
  @Field(nullableParser(lenientNumber()), { optional: true }) min_value: number | null = null;
  @Field(goalCriteria, { optional: true }) success_criteria: string[] = [];
  @Field(nullableParser(lenientNumber()), { optional: true }) target_value: number | null = null;
  @Field(nullableParser(text()), { optional: true }) unit: string | null = null;
  @Field(nullableParser(goalText), { optional: true }) why_it_matters: string | null = null;
}

/** The body of `PATCH /v1/dev/user/goals/{goal_id}` (decision 7.5). */
@Component("UpdateGoal", "The fields to change. A field that is null or absent stays as it is.")
export class UpdateGoalRequest {
  @Field(nullableParser(lenientNumber()), { optional: true }) current_value?: number | null;
  @Field(nullableParser(lenientNumber()), { optional: true }) target_value?: number | null;
  @Field(nullableParser(lenientNumber()), { optional: true }) min_value?: number | null;
  @Field(nullableParser(lenientNumber()), { optional: true }) max_value?: number | null;
  @Field(nullableParser(goalText), { optional: true }) desired_outcome?: string | null;
  @Field(nullableParser(lenientDateTime()), { optional: true }) horizon_at?: Date | null;
  @Field(nullableParser(goalCriteria), { optional: true }) success_criteria?: string[] | null;
  @Field(nullableParser(trimmedText(goalTitle)), { optional: true }) title?: string | null;
  @Field(nullableParser(text()), { optional: true }) unit?: string | null;
  @Field(nullableParser(goalText), { optional: true }) why_it_matters?: string | null;
  @Field(nullableParser(oneOf(goalStatuses)), { optional: true, extension: true }) status?: GoalStatus | null;
  @Field(nullableParser(lenientInteger()), { optional: true, extension: true }) focus_rank?: number | null;
}

/** The query of `PATCH /v1/dev/user/goals/{goal_id}/progress`. */
export class RecordProgressParameters {
  @Field(lenientNumber()) current_value!: number;
}

/** The query of `GET /v1/dev/user/goals`. */
export class ListGoalsParameters {
  @LimitParameter(goalPageSize) limit: number = goalPageSize.defaultLimit;
  @OffsetParameter() offset: number = 0;
  @Field(lenientBoolean(), {
    optional: true,
    description: "Whether to include achieved and abandoned goals; the list is then newest first.",
  })
  include_inactive: boolean = false;
  @CursorParameter({ extension: true }) cursor?: Cursor;
  @TotalParameter({ extension: true }) total: boolean = false;
}

/** The query of `GET /v1/dev/user/goals/{goal_id}/history`. */
export class GoalHistoryParameters {
  @Field(lenientInteger(goalHistoryDays), { optional: true, description: "The number of days before today, in UTC." })
  days: number = DEFAULT_GOAL_HISTORY_DAYS;
}

@Component("GoalMetric")
export class GoalMetricResponse {
  @Field(oneOf(goalTypes), { extension: true }) type!: GoalType;
  @Field(lenientNumber()) current!: number;
  @Field(lenientNumber()) target!: number;
  @Field(lenientNumber()) min!: number;
  @Field(lenientNumber()) max!: number;
  @Field(nullableParser(text())) unit!: string | null;
}

@Component("Goal")
export class GoalResponse {
  @Field(text()) id!: string;
  @Field(text()) goal_id!: string;
  @Field(text()) title!: string;
  @Field(oneOf(goalTypes)) goal_type!: GoalType;
  @Field(text()) desired_outcome!: string;
  @Field(lenientNumber()) current_value!: number;
  @Field(lenientNumber()) target_value!: number;
  @Field(lenientNumber()) min_value!: number;
  @Field(lenientNumber()) max_value!: number;
  @Field(lenientBoolean()) is_active!: boolean;
  @Field(oneOf(goalSources)) source!: GoalSource;
  @Field(oneOf(goalStatuses)) status!: GoalStatus;
  @Field(timestamp()) created_at!: string;
  @Field(timestamp()) updated_at!: string;
  @Field(nullableParser(lenientInteger()), { optional: true }) focus_rank: number | null = null;
  @Field(nullableParser(timestamp()), { optional: true }) horizon_at: string | null = null;
  @Field(nullableParser(nestedObject(() => GoalMetricResponse)), { optional: true }) metric: GoalMetricResponse | null =
    null;
  @Field(arrayOf(text()), { optional: true }) success_criteria: string[] = [];
  @Field(nullableParser(text()), { optional: true }) unit: string | null = null;
  @Field(nullableParser(text()), { optional: true }) why_it_matters: string | null = null;
}

/** The last value of a day. */
@Component("GoalProgress")
export class GoalProgressResponse {
  @Field(text(), { description: "A day in UTC." }) date!: string;
  @Field(lenientNumber()) value!: number;
  @Field(timestamp()) recorded_at!: string;
}

export function toNewGoal(body: CreateGoalRequest): NewGoal {
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

/** Contains only the fields that the body contains. */
export function toGoalPatch(body: UpdateGoalRequest): GoalPatch {
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

export function toGoalListQuery({
  limit,
  offset,
  include_inactive,
  total,
}: ListGoalsParameters): FilteredListQuery<GoalFilter> {
  return {
    filter: { includeInactive: include_inactive },
    page: { limit, offset },
    includeTotal: total,
  };
}

export function toGoalResponse(goal: Goal): PlainObject<GoalResponse> {
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

export function toGoalProgressResponse({ date, value, recordedAt }: ProgressEntry): PlainObject<GoalProgressResponse> {
  return { date, value, recorded_at: recordedAt.toISOString() };
}
