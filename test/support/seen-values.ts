import type { Answered } from "./client.js";
import type { Operation, OpenApiDocument } from "./openapi-document.js";

/** So many of the latest are kept of each kind: older objects are seldom of interest. */
const KEPT = 40;
/** So many elements of a list are looked at. */
const LOOKED_AT = 5;

/** Objects that are known by the id of another one: the collection that an operation adds them to, and that of the other. */
const installations = {
  of: "/v1/dev/apps",
  in: "/v1/dev/apps/installations",
  by: "/v1/dev/apps/{offered_app_id}/install",
};

/** What the answers of a service have shown, to be sent back to it. */
export class SeenValues {
  private readonly ids = new Map<string, string[]>();
  private readonly deleted = new Map<string, string[]>();
  private readonly values = new Map<string, string[]>();

  /** @param spared ids that must never be acted upon. */
  constructor(
    private readonly document: OpenApiDocument,
    private readonly spared: ReadonlySet<string>,
  ) {}

  /** Learns of an object, and of a value by its name, that no answer will show. */
  learnBeside({
    collection,
    id,
    values,
  }: {
    collection: string;
    id: string;
    values: Readonly<Record<string, string>>;
  }): void {
    keep(this.ids, collection, id);
    for (const [name, value] of Object.entries(values)) this.note(name, value);
  }

  /** The id of an object that was there when last heard of. */
  idIn(collection: string, choice: number): string | undefined {
    return chosen(this.ids.get(collection), choice);
  }

  deletedFrom(collection: string, choice: number): string | undefined {
    return chosen(this.deleted.get(collection), choice);
  }

  /** A text that stood under this name in an answer; for a list's name, under that of one of its elements. */
  named(name: string, choice: number): string | undefined {
    const one = name.replace(/ies$/, "y").replace(/s$/, "");
    return chosen(this.values.get(name) ?? this.values.get(one), choice);
  }

  /** Learns from a successful answer. */
  learn(operation: Operation, target: string, { body, headers }: Answered): void {
    const collection = this.document.collectionOf(operation);
    if (operation.path === installations.by) for (const id of idsIn(body)) this.keepAnew(installations.in, id);
    if (collection !== undefined && operation.method === "DELETE") this.forget(collection, target);
    else if (collection !== undefined) for (const id of idsIn(body)) this.keepId(collection, id);
    this.lookInto(body);
    const next = /<([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1];
    if (next !== undefined)
      for (const [name, value] of new URL(next, "http://any").searchParams) this.note(name, value);
  }

  private forget(collection: string, target: string): void {
    const id = decodeURIComponent(target.slice(collection.length + 1).split(/[/?]/, 1)[0] ?? "");
    this.ids.set(
      collection,
      (this.ids.get(collection) ?? []).filter((each) => each !== id),
    );
    keep(this.deleted, collection, id);
    if (collection === installations.of)
      this.forget(installations.in, installations.in + target.slice(collection.length));
  }

  /** Also when it was there before, and was deleted. */
  private keepAnew(collection: string, id: string): void {
    this.deleted.set(
      collection,
      (this.deleted.get(collection) ?? []).filter((each) => each !== id),
    );
    this.keepId(collection, id);
  }

  private keepId(collection: string, id: string): void {
    const isGone = this.deleted.get(collection)?.includes(id) ?? false;
    if (!this.spared.has(id) && !isGone) keep(this.ids, collection, id);
  }

  private lookInto(value: unknown, name?: string): void {
    if (typeof value === "string") {
      if (name !== undefined) this.note(name, value);
    } else if (Array.isArray(value)) {
      for (const each of value.slice(0, LOOKED_AT)) this.lookInto(each, name);
    } else if (typeof value === "object" && value !== null) {
      for (const [member, each] of Object.entries(value)) this.lookInto(each, member);
    }
  }

  /** Long texts are made, not found. */
  private note(name: string, value: string): void {
    if (value.length <= 200) keep(this.values, name, value);
  }
}

function idsIn(body: unknown): string[] {
  const objects = (Array.isArray(body) ? body.slice(0, LOOKED_AT) : [body]) as ({ readonly id?: unknown } | null)[];
  return objects.map((each) => each?.id).filter((id) => typeof id === "string");
}

function chosen(values: readonly string[] = [], choice: number): string | undefined {
  return values[choice % values.length];
}

function keep(all: Map<string, string[]>, name: string, value: string): void {
  const values = all.get(name) ?? [];
  if (values.includes(value)) return;
  all.set(name, [...values, value].slice(-KEPT));
}
