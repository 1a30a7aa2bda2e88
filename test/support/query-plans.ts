import { MongoClient, type CommandStartedEvent, type Db, type Document } from "mongodb";

/** A command that finds documents; other ones (insert, commitTransaction, …) need no plan. */
export interface Query {
  readonly collection: string;
  /** What `explain` takes: without the fields of sessions and transactions. */
  readonly command: Document;
}

export interface Plan {
  readonly stages: readonly string[];
  readonly indexes: readonly string[];
}

const SINGLE_COMMANDS: Readonly<Record<string, readonly string[]>> = {
  find: ["filter", "sort", "skip", "limit", "projection", "hint"],
  aggregate: ["pipeline", "hint", "cursor"],
  count: ["query", "hint"],
  distinct: ["key", "query"],
  findAndModify: ["query", "sort", "update", "remove", "upsert", "new"],
};
/** Commands with several statements, of which `explain` takes one. */
const BATCH_COMMANDS: Readonly<Record<string, string>> = { update: "updates", delete: "deletes" };

/** Splits a command into the queries that it consists of. @returns none for a command that finds no documents. */
export function queriesOf(name: string, command: Document): Query[] {
  const collection = String(command[name]);
  const batch = BATCH_COMMANDS[name];
  if (batch !== undefined) {
    const statements = command[batch] as Document[];
    return statements.map((statement) => ({ collection, command: { [name]: collection, [batch]: [statement] } }));
  }
  const fields = SINGLE_COMMANDS[name];
  if (!fields || collection === "1") return [];
  const kept = fields.filter((field) => command[field] !== undefined).map((field) => [field, command[field]] as const);
  const query = { collection, command: { [name]: collection, ...Object.fromEntries(kept) } };
  return [query, ...joinsOf(command["pipeline"] as Document[] | undefined)];
}

/** `explain` says nothing of how a `$lookup` finds documents: it does so as a query by the joined field. */
function joinsOf(pipeline: readonly Document[] = []): Query[] {
  return pipeline.flatMap((stage) => {
    const lookup = stage["$lookup"] as { readonly from: string; readonly foreignField: string } | undefined;
    if (!lookup) return [];
    const command = { find: lookup.from, filter: { [lookup.foreignField]: "joined" } };
    return [{ collection: lookup.from, command }];
  });
}

/** Queries of the same shape differ in their values alone. */
export function shapeOf({ command }: Query): string {
  const update = command["updates"] as readonly { readonly q: Document }[] | undefined;
  return JSON.stringify(blank(update ? { ...command, updates: update.map(({ q }) => ({ q })) } : command));
}

function blank(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(blank);
    return items.every((item) => item === "?") ? ["?"] : items;
  }
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return "?";
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, blank(inner)]));
}

/** Records the queries of all clients that connect until `stop`; their URL must have `monitorCommands=true`. */
export class QueryRecorder {
  readonly #queries = new Map<string, Query>();
  readonly #original = Object.getOwnPropertyDescriptor(MongoClient.prototype, "connect") as PropertyDescriptor;

  constructor() {
    const connect = this.#original.value as (this: MongoClient) => Promise<MongoClient>;
    const record = (event: CommandStartedEvent): void => this.#record(event);
    const recording = function (this: MongoClient): Promise<MongoClient> {
      this.on("commandStarted", record);
      return connect.call(this);
    };
    Object.defineProperty(MongoClient.prototype, "connect", { ...this.#original, value: recording });
  }

  /** One of each shape. */
  get queries(): readonly Query[] {
    return [...this.#queries.values()];
  }

  stop(): void {
    Object.defineProperty(MongoClient.prototype, "connect", this.#original);
  }

  #record({ commandName, command, databaseName }: CommandStartedEvent): void {
    if (databaseName === "admin") return;
    for (const query of queriesOf(commandName, command)) {
      const shape = `${query.collection} ${shapeOf(query)}`;
      if (!this.#queries.has(shape)) this.#queries.set(shape, query);
    }
  }
}

/** @returns the plan that the server has chosen. */
export async function explain(db: Db, { command }: Query): Promise<Plan> {
  const explained = await db.command({ explain: command, verbosity: "queryPlanner" });
  const [stages, indexes] = [new Set<string>(), new Set<string>()];
  collectStages(explained, stages, indexes);
  return { stages: [...stages], indexes: [...indexes] };
}

function collectStages(value: unknown, stages: Set<string>, indexes: Set<string>): void {
  if (typeof value !== "object" || value === null) return;
  const { stage, indexName } = value as { readonly stage?: unknown; readonly indexName?: unknown };
  if (typeof stage === "string") stages.add(stage);
  if (typeof indexName === "string") indexes.add(indexName);
  for (const [name, inner] of Object.entries(value)) {
    if (name !== "rejectedPlans" && name !== "command") collectStages(inner, stages, indexes);
  }
}

/** An index by its fields, in their order. */
export interface Index {
  readonly collection: string;
  readonly fields: readonly string[];
}

/** The conditions of a query. */
export function filterOf({ command }: Query): Document {
  const [first] = (command["pipeline"] ?? []) as readonly Document[];
  const [statement] = (command["updates"] ?? command["deletes"] ?? []) as readonly Document[];
  return (command["filter"] ?? command["query"] ?? statement?.["q"] ?? first?.["$match"] ?? {}) as Document;
}

function sortOf({ command }: Query): readonly string[] {
  const stages = (command["pipeline"] ?? []) as readonly Document[];
  const sort: unknown = command["sort"] ?? stages.find((stage) => "$sort" in stage)?.["$sort"];
  if (sort instanceof Map) return [...(sort as Map<string, number>).keys()];
  return Object.keys((sort as Document | undefined) ?? {});
}

/** Whether the condition is met by single values, so that the next field of an index bounds the search as well. */
function isEquality(condition: unknown): boolean {
  if (typeof condition !== "object" || condition === null) return true;
  const operators = Object.keys(condition).filter((name) => name.startsWith("$"));
  return operators.every((name) => name === "$eq" || name === "$in");
}

const isSingleValue = (condition: unknown): boolean =>
  isEquality(condition) && !Object.hasOwn(Object(condition) as object, "$in");

/**
 * @returns how many fields of the index the query uses to find and then to order documents; 0 when it would scan. By
 *   the rule of MongoDB: the conditions on the first fields bound the scan of an index, up to the first range.
 */
function countFieldsInUse(query: Query, { fields }: Index): number {
  const [filter, sort] = [filterOf(query), sortOf(query)];
  const hint = query.command["hint"] as Document | undefined;
  if (hint && Object.keys(hint).join() === fields.join()) return fields.length;
  let bounds = fields.findIndex((field) => !(field in filter) || !isEquality(filter[field]));
  if (bounds < 0) return fields.length;
  const unbounded = fields.slice(bounds);
  if ((unbounded[0] as string) in filter) bounds += 1;
  if (bounds === 0) return 0;
  const ordered = unbounded.findIndex((field, position) => sort[position] !== field);
  return bounds + (ordered < 0 ? unbounded.length : ordered);
}

/** The indexes that serve the query best; none when it scans the collection. */
export function findServingIndexes(query: Query, indexes: readonly Index[]): readonly Index[] {
  const own = [...indexes, { collection: query.collection, fields: ["_id"] }].filter(
    ({ collection }) => collection === query.collection,
  );
  const best = Math.max(...own.map((index) => countFieldsInUse(query, index)));
  return best === 0 ? [] : own.filter((index) => countFieldsInUse(query, index) === best);
}

/** Queries for which the stand-in (SecantusDB 0.7) scans although MongoDB would use an index. */
const STAND_IN_SCANS: readonly (readonly [
  reason: string,
  applies: (query: Query, indexes: readonly Index[]) => boolean,
])[] = [
  [
    "of `_id` it looks up values alone, and without another condition",
    (query) => {
      const filter = filterOf(query);
      return "_id" in filter && (Object.keys(filter).length > 1 || !isEquality(filter["_id"]));
    },
  ],
  [
    "it takes an index only for conditions on exactly its first fields, and all but the last must be single values",
    (query, indexes) => {
      const filter = filterOf(query);
      const names = Object.keys(filter);
      return (
        !("_id" in filter) &&
        !indexes.some(({ collection, fields }) => {
          const leading = fields.slice(0, names.length);
          const isExact = leading.length === names.length && leading.every((field) => names.includes(field));
          return (
            collection === query.collection &&
            isExact &&
            leading.slice(0, -1).every((field) => isSingleValue(filter[field]))
          );
        })
      );
    },
  ],
];

/** @returns why the plan of the stand-in says nothing; undefined when it says what MongoDB's would. */
export function findStandInScan(query: Query, indexes: readonly Index[]): string | undefined {
  return STAND_IN_SCANS.find(([, applies]) => applies(query, indexes))?.[0];
}

/** The stand-in plans no update and no delete: `find` with the same conditions shows how it would find documents. */
export function asFind(query: Query): Query {
  const { collection, command } = query;
  if (!("update" in command) && !("delete" in command)) return query;
  return { collection, command: { find: collection, filter: filterOf(query) } };
}
