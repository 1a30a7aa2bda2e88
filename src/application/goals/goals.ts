import { notFound } from "../../domain/errors.js";
import { Goal, deriveGoalId, type GoalPatch, type NewGoal, type ProgressEntry } from "../../domain/goal/goal.js";
import { applyOnce } from "../../domain/idempotency/idempotency-record.js";
import type { GoalRepository, PageRequest, GoalFilter } from "../../ports/driven/index.js";
import type { RequestContext, GoalUseCases, Page, FilteredListQuery } from "../../ports/driving/index.js";
import { readPage } from "../read-page.js";

export class Goals implements GoalUseCases {
  constructor(private readonly goals: GoalRepository) {}

  /** A retry with the same IDs returns the goal that the first attempt created. */
  async create({ userId, ids, now }: RequestContext, input: NewGoal): Promise<Goal> {
    const creation = ids.generate();
    for (let attempt = 0; ; attempt += 1) {
      const id = deriveGoalId(ids.derive("goal", creation, String(attempt)));
      const stored = await this.goals.insertOrGet(Goal.create(input, { id, creation, userId, now }));
      // IDs of 48 bits may collide: the later goal takes the next ID, and the other goal is never returned.
      if (stored.state.creation === creation) return stored;
    }
  }

  async list(
    { userId }: RequestContext,
    { filter, page: pageRequest, includeTotal }: FilteredListQuery<GoalFilter>,
  ): Promise<Page<Goal>> {
    const listing = {
      list: (range: PageRequest) => this.goals.list(userId, filter, range),
      count: () => this.goals.count(userId, filter),
      getSortKey: (goal: Goal) => (filter.includeInactive ? goal.sortKey : goal.activeSortKey),
    };
    return readPage(listing, pageRequest, includeTotal);
  }

  async get({ userId }: RequestContext, id: string): Promise<Goal> {
    return requireGoal(await this.goals.get(userId, id));
  }

  async update(context: RequestContext, id: string, patch: GoalPatch): Promise<Goal> {
    Goal.checkPatch(patch);
    return this.change(context, id, (current) => current.edit(patch, context.now));
  }

  async recordProgress(context: RequestContext, id: string, value: number): Promise<Goal> {
    return this.change(context, id, (current) => current.recordProgress(value, context.now));
  }

  async getHistory(context: RequestContext, id: string, days: number): Promise<readonly ProgressEntry[]> {
    return (await this.get(context, id)).getHistory(days, context.now);
  }

  async abandon(context: RequestContext, id: string): Promise<Goal> {
    return this.change(context, id, (current) => current.abandon(context.now));
  }

  private async change(
    { userId, idempotency }: RequestContext,
    id: string,
    change: (current: Goal) => Goal,
  ): Promise<Goal> {
    return requireGoal(
      await this.goals.update(userId, id, (current) => applyOnce(Goal, current, idempotency?.idempotencyId, change)),
    );
  }
}

function requireGoal(goal: Goal | undefined): Goal {
  if (!goal) throw notFound("Goal");
  return goal;
}
