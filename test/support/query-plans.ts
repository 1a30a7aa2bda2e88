import { MongoClient, type CommandStartedEvent, type Db, type Document } from "mongodb";

/** A command that finds documents; other ones (insert, commitTransaction, …) need no plan. */
export interface Query {
  readonly collection: string;
  /** The command without session and transaction fields, which `explain` does not accept. */
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
/** Commands with several statements, of which `explain` accepts one. */
const BATCH_COMMANDS: Readonly<Record<string, string>> = { update: "updates", delete: "deletes" };

/** Splits a command into the queries that it consists of. @returns none for a command that finds no documents. */
export function splitIntoQueries(name: string, command: Document): Query[] {
  const collection = String(command[name]);
  const batch = BATCH_COMMANDS[name];
  if (batch !== undefined) {
    const statements = command[batch] as Document[];
    return statements.map((statement) => ({ collection, command: { [name]: collection, [batch]: [statement] } }));
  }
  const fields = SINGLE_COMMANDS[name];
  if (!fields || collection === "1") return [];
  const queryFields = fields
    .filter((field) => command[field] !== undefined)
    .map((field) => [field, command[field]] as const);
  const query = { collection, command: { [name]: collection, ...Object.fromEntries(queryFields) } };
  return [query, ...listJoinQueries(command["pipeline"] as Document[] | undefined)];
}

/** `explain` does not show how a `$lookup` finds documents: it runs a query by the joined field. */
function listJoinQueries(pipeline: readonly Document[] = []): Query[] {
  return pipeline.flatMap((stage) => {
    const lookup = stage["$lookup"] as { readonly from: string; readonly foreignField: string } | undefined;
    if (!lookup) return [];
    const command = { find: lookup.from, filter: { [lookup.foreignField]: "joined" } };
    return [{ collection: lookup.from, command }];
  });
}

/** Returns a key for queries that differ only in their values. */
export function queryShape({ command }: Query): string {
  const update = command["updates"] as readonly { readonly q: Document }[] | undefined;
  return JSON.stringify(blankValues(update ? { ...command, updates: update.map(({ q }) => ({ q })) } : command));
}

function blankValues(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(blankValues);
    return items.every((item) => item === "?") ? ["?"] : items;
  }
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return "?";
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, blankValues(child)]));
}

/** Records the queries of all clients that connect before `stop()`; their URL must have `monitorCommands=true`. */
export class QueryRecorder {
  readonly #queries = new Map<string, Query>();
  readonly #original = Object.getOwnPropertyDescriptor(MongoClient.prototype, "connect") as PropertyDescriptor;

  constructor() {
    const connect = this.#original.value as (this: MongoClient) => Promise<MongoClient>;
    const record = (event: CommandStartedEvent): void => this.#record(event);
    const recordingConnect = function (this: MongoClient): Promise<MongoClient> {
      this.on("commandStarted", record);
      return connect.call(this);
    };
    Object.defineProperty(MongoClient.prototype, "connect", { ...this.#original, value: recordingConnect });
  }

  /** One query of each shape. */
  get queries(): readonly Query[] {
    return [...this.#queries.values()];
  }

  stop(): void {
    Object.defineProperty(MongoClient.prototype, "connect", this.#original);
  }

  #record({ commandName, command, databaseName }: CommandStartedEvent): void {
    if (databaseName === "admin") return;
    for (const query of splitIntoQueries(commandName, command)) {
      const shape = `${query.collection} ${queryShape(query)}`;
      if (!this.#queries.has(shape)) this.#queries.set(shape, query);
    }
  }
}

/** @returns the plan that the server chose. */
export async function explainQuery(db: Db, { command }: Query): Promise<Plan> {
  const explanation = await db.command({ explain: command, verbosity: "queryPlanner" });
  const [stages, indexes] = [new Set<string>(), new Set<string>()];
  collectStages(explanation, stages, indexes);
  return { stages: [...stages], indexes: [...indexes] };
}

function collectStages(value: unknown, stages: Set<string>, indexes: Set<string>): void {
  if (typeof value !== "object" || value === null) return;
  const { stage, indexName } = value as { readonly stage?: unknown; readonly indexName?: unknown };
  if (typeof stage === "string") stages.add(stage);
  if (typeof indexName === "string") indexes.add(indexName);
  for (const [name, child] of Object.entries(value)) {
    if (name !== "rejectedPlans" && name !== "command") collectStages(child, stages, indexes);
  }
}

/** An index with its fields, in order. */
export interface Index {
  readonly collection: string;
  readonly fields: readonly string[];
}

/** Returns the conditions of a query. */
export function queryFilter({ command }: Query): Document {
  const [first] = (command["pipeline"] ?? []) as readonly Document[];
  const [statement] = (command["updates"] ?? command["deletes"] ?? []) as readonly Document[];
  return (command["filter"] ?? command["query"] ?? statement?.["q"] ?? first?.["$match"] ?? {}) as Document;
}

function querySortFields({ command }: Query): readonly string[] {
  const stages = (command["pipeline"] ?? []) as readonly Document[];
  const sort: unknown = command["sort"] ?? stages.find((stage) => "$sort" in stage)?.["$sort"];
  if (sort instanceof Map) return [...(sort as Map<string, number>).keys()];
  return Object.keys((sort as Document | undefined) ?? {});
}

/** Whether the condition matches single values, so that the next field of an index bounds the scan as well. */
function isEquality(condition: unknown): boolean {
  if (typeof condition !== "object" || condition === null) return true;
  const operators = Object.keys(condition).filter((name) => name.startsWith("$"));
  return operators.every((name) => name === "$eq" || name === "$in");
}

const isSingleValue = (condition: unknown): boolean =>
  isEquality(condition) && !Object.hasOwn(Object(condition) as object, "$in");

/**
 * @returns the number of index fields with which the query finds and then sorts documents; 0 if it would scan. By the
 *   rule of MongoDB: conditions on the first fields bound the scan of an index, up to the first range.
 */
function countFieldsInUse(query: Query, { fields }: Index): number {
  const [filter, sort] = [queryFilter(query), querySortFields(query)];
  const hint = query.command["hint"] as Document | undefined;
  if (hint && Object.keys(hint).join() === fields.join()) return fields.length;
  let boundFields = fields.findIndex((field) => !(field in filter) || !isEquality(filter[field]));
  if (boundFields < 0) return fields.length;
  const unbounded = fields.slice(boundFields);
  if ((unbounded[0] as string) in filter) boundFields += 1;
  if (boundFields === 0) return 0;
  const firstUnordered = unbounded.findIndex((field, position) => sort[position] !== field);
  return boundFields + (firstUnordered < 0 ? unbounded.length : firstUnordered);
}

/** Returns the indexes that serve the query best; none if it scans the collection. */
export function findServingIndexes(query: Query, indexes: readonly Index[]): readonly Index[] {
  const collectionIndexes = [...indexes, { collection: query.collection, fields: ["_id"] }].filter(
    ({ collection }) => collection === query.collection,
  );
  const maxFieldsInUse = Math.max(...collectionIndexes.map((index) => countFieldsInUse(query, index)));
  return maxFieldsInUse === 0
    ? []
    : collectionIndexes.filter((index) => countFieldsInUse(query, index) === maxFieldsInUse);
}

/** Queries for which the stand-in (SecantusDB 0.7) scans although MongoDB would use an index. */
const STAND_IN_SCANS: readonly (readonly [
  reason: string,
  applies: (query: Query, indexes: readonly Index[]) => boolean,
])[] = [
  [
    "of `_id` it looks up values alone, and without another condition",
    (query) => {
      const filter = queryFilter(query);
      return "_id" in filter && (Object.keys(filter).length > 1 || !isEquality(filter["_id"]));
    },
  ],
  [
    "it takes an index only for conditions on exactly its first fields, and all but the last must be single values",
    (query, indexes) => {
      const filter = queryFilter(query);
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

/** @returns why the stand-in's plan is not meaningful; undefined if it matches MongoDB's. */
export function findStandInScan(query: Query, indexes: readonly Index[]): string | undefined {
  return STAND_IN_SCANS.find(([, applies]) => applies(query, indexes))?.[0];
}

/** The stand-in explains no update or delete: `find` with the same conditions shows how it would find documents. */
export function toFindQuery(query: Query): Query {
  const { collection, command } = query;
  if (!("update" in command) && !("delete" in command)) return query;
  return { collection, command: { find: collection, filter: queryFilter(query) } };
}
