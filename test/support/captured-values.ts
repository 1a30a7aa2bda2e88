import type { ClientResponse } from "./api-client.js";
import type { Operation, OpenApiDocument } from "./openapi-document.js";

/** The number of latest values stored under each name: older objects are seldom of interest. */
const MAX_VALUES_PER_NAME = 40;
/** The number of inspected elements of a list. */
const MAX_INSPECTED_ELEMENTS = 5;

/** Paths of installations, which are identified by the ID of an app. */
const INSTALLATION_COLLECTIONS = {
  appCollection: "/v1/dev/apps",
  installationCollection: "/v1/dev/apps/installations",
  installPath: "/v1/dev/apps/{offered_app_id}/install",
};

/** Clients choose the IDs of sessions, so responses need not contain them. */
const SESSIONS_PATH = "/v1/dev/user/sessions";

/** Values from the responses of a service, to be sent back to it. */
export class CapturedValues {
  private readonly ids = new Map<string, string[]>();
  private readonly deletedIds = new Map<string, string[]>();
  private readonly valuesByName = new Map<string, string[]>();

  /** @param protectedIds IDs that no request may act on. */
  constructor(
    private readonly document: OpenApiDocument,
    private readonly protectedIds: ReadonlySet<string>,
  ) {}

  /** Adds an object and its values that no response will show. */
  captureObject({
    collection,
    id,
    values,
  }: {
    collection: string;
    id: string;
    values: Readonly<Record<string, string>>;
  }): void {
    appendValue(this.ids, collection, id);
    for (const [name, value] of Object.entries(values)) this.captureValue(name, value);
  }

  /** Returns the ID of an object that existed according to the latest response. */
  chooseId(collection: string, choice: number): string | undefined {
    return chooseFrom(this.ids.get(collection), choice);
  }

  chooseDeletedId(collection: string, choice: number): string | undefined {
    return chooseFrom(this.deletedIds.get(collection), choice);
  }

  /** Returns a string that had this name in a response; for the name of a list, the name of one of its elements. */
  chooseValue(name: string, choice: number): string | undefined {
    const singularName = name.replace(/ies$/, "y").replace(/s$/, "");
    return chooseFrom(this.valuesByName.get(name) ?? this.valuesByName.get(singularName), choice);
  }

  /** Captures values from a successful response. */
  captureResponse(operation: Operation, target: string, { body, headers }: ClientResponse): void {
    const collection = this.document.collectionOf(operation);
    if (operation.path === INSTALLATION_COLLECTIONS.installPath)
      for (const id of parseIds(body)) this.restoreId(INSTALLATION_COLLECTIONS.installationCollection, id);
    if (collection !== undefined && operation.method === "DELETE") this.markDeleted(collection, target);
    else if (collection === SESSIONS_PATH) this.captureId(collection, parseIdAt(collection, target));
    else if (collection !== undefined) for (const id of parseIds(body)) this.captureId(collection, id);
    this.captureStrings(body);
    const next = /<([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1];
    if (next !== undefined)
      for (const [name, value] of new URL(next, "http://any").searchParams) this.captureValue(name, value);
  }

  private markDeleted(collection: string, target: string): void {
    const id = decodeURIComponent(parseIdAt(collection, target));
    this.ids.set(
      collection,
      (this.ids.get(collection) ?? []).filter((otherId) => otherId !== id),
    );
    appendValue(this.deletedIds, collection, id);
    if (collection === INSTALLATION_COLLECTIONS.appCollection)
      this.markDeleted(
        INSTALLATION_COLLECTIONS.installationCollection,
        INSTALLATION_COLLECTIONS.installationCollection + target.slice(collection.length),
      );
  }

  /** Captures an ID that may be marked as deleted. */
  private restoreId(collection: string, id: string): void {
    this.deletedIds.set(
      collection,
      (this.deletedIds.get(collection) ?? []).filter((otherId) => otherId !== id),
    );
    this.captureId(collection, id);
  }

  private captureId(collection: string, id: string): void {
    const isDeleted = this.deletedIds.get(collection)?.includes(id) ?? false;
    if (!this.protectedIds.has(id) && !isDeleted) appendValue(this.ids, collection, id);
  }

  private captureStrings(value: unknown, name?: string): void {
    if (typeof value === "string") {
      if (name !== undefined) this.captureValue(name, value);
    } else if (Array.isArray(value)) {
      for (const element of value.slice(0, MAX_INSPECTED_ELEMENTS)) this.captureStrings(element, name);
    } else if (typeof value === "object" && value !== null) {
      for (const [member, child] of Object.entries(value)) this.captureStrings(child, member);
    }
  }

  /** Ignores long strings: generators create them. */
  private captureValue(name: string, value: string): void {
    if (value.length <= 200) appendValue(this.valuesByName, name, value);
  }
}

/** Returns the ID as it is written in the path. */
function parseIdAt(collection: string, target: string): string {
  return target.slice(collection.length + 1).split(/[/?]/, 1)[0] ?? "";
}

function parseIds(body: unknown): string[] {
  const objects = (Array.isArray(body) ? body.slice(0, MAX_INSPECTED_ELEMENTS) : [body]) as ({
    readonly id?: unknown;
  } | null)[];
  return objects.map((object) => object?.id).filter((id) => typeof id === "string");
}

function chooseFrom(values: readonly string[] = [], choice: number): string | undefined {
  return values[choice % values.length];
}

function appendValue(valuesByKey: Map<string, string[]>, name: string, value: string): void {
  const values = valuesByKey.get(name) ?? [];
  if (values.includes(value)) return;
  valuesByKey.set(name, [...values, value].slice(-MAX_VALUES_PER_NAME));
}
