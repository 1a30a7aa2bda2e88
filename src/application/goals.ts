import { notFound } from "../domain/errors.js";
import { Goal, goalId, type GoalPatch, type NewGoal, type ProgressEntry } from "../domain/goal.js";
import { changeOnce } from "../domain/keyed-changes.js";
import type { GoalRepository, PageRequest } from "../ports/driven/index.js";
import type { Call, GoalUseCases, ListGoals, Page } from "../ports/driving/index.js";
import { readPage } from "./page.js";

export class Goals implements GoalUseCases {
  constructor(private readonly goals: GoalRepository) {}

  /** A repeated call whose ids are the same answers the goal that the first one made. */
  async create({ userId, ids, now }: Call, input: NewGoal): Promise<Goal> {
    const creation = ids.fresh();
    for (let attempt = 0; ; attempt += 1) {
      const id = goalId(ids.derived("goal", creation, String(attempt)));
      const stored = await this.goals.insertOrGet(Goal.create(input, { id, creation, userId, now }));
      // Ids of 48 bits may meet: whoever comes later takes the next one, and never answers the other's goal.
      if (stored.state.creation === creation) return stored;
    }
  }

  async list({ userId }: Call, { filter, page: stretch, withTotal }: ListGoals): Promise<Page<Goal>> {
    const listing = {
      list: (part: PageRequest) => this.goals.list(userId, filter, part),
      count: () => this.goals.count(userId, filter),
      keyOf: (goal: Goal) => (filter.includeInactive ? goal.sortKey : goal.activeKey),
    };
    return readPage(listing, stretch, withTotal);
  }

  async get({ userId }: Call, id: string): Promise<Goal> {
    return present(await this.goals.get(userId, id));
  }

  async update(call: Call, id: string, patch: GoalPatch): Promise<Goal> {
    Goal.checkPatch(patch);
    return this.change(call, id, (before) => before.edit(patch, call.now));
  }

  async recordProgress(call: Call, id: string, value: number): Promise<Goal> {
    return this.change(call, id, (before) => before.recordProgress(value, call.now));
  }

  async history(call: Call, id: string, days: number): Promise<readonly ProgressEntry[]> {
    return (await this.get(call, id)).historyOf(days, call.now);
  }

  async abandon(call: Call, id: string): Promise<Goal> {
    return this.change(call, id, (before) => before.abandon(call.now));
  }

  private async change({ userId, keyed }: Call, id: string, change: (before: Goal) => Goal): Promise<Goal> {
    return present(await this.goals.update(userId, id, (before) => changeOnce(Goal, before, keyed?.callId, change)));
  }
}

function present(goal: Goal | undefined): Goal {
  if (!goal) throw notFound("Goal");
  return goal;
}
