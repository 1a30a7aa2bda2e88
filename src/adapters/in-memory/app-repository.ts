import type { App } from "../../domain/app.js";
import { DomainError } from "../../domain/errors.js";
import type { AppRepository } from "../../ports/driven/app-repository.js";
import type { PageRequest } from "../../ports/driven/page-request.js";
import type { AppShelf } from "./app-shelf.js";
import { by } from "./table.js";

export class InMemoryAppRepository implements AppRepository {
  /** Whose app a secret is, by its digest. */
  readonly #ids = new Map<string, string>();

  constructor(private readonly shelf: AppShelf) {}

  async add(app: App): Promise<void> {
    if (this.shelf.app(app.state.id)) throw exists();
    this.#put(app);
  }

  async get(id: string): Promise<App | undefined> {
    return this.shelf.app(id);
  }

  async findBySecretDigest(digest: string): Promise<App | undefined> {
    const id = this.#ids.get(digest);
    return id === undefined ? undefined : this.shelf.app(id);
  }

  /** Whether an app has one of these secrets. */
  hasSecretOf({ state }: App): boolean {
    return state.secretDigests.some(({ digest }) => this.#ids.has(digest));
  }

  async update(ownerId: string, id: string, change: (before: App) => App): Promise<App | undefined> {
    const before = this.#owned(ownerId, id);
    if (!before) return undefined;
    const after = change(before);
    this.#put(after);
    return after;
  }

  async list(ownerId: string, { limit, offset = 0, after = "" }: PageRequest): Promise<App[]> {
    return this.#ownedBy(ownerId)
      .sort(by(({ sortKey }) => sortKey))
      .filter(({ sortKey }) => sortKey > after)
      .slice(offset, offset + limit);
  }

  async count(ownerId: string): Promise<number> {
    return this.#ownedBy(ownerId).length;
  }

  async remove(ownerId: string, id: string): Promise<readonly string[] | undefined> {
    if (!this.#owned(ownerId, id)) return undefined;
    this.#forgetDigests(id);
    return this.shelf.removeApp(id);
  }

  #put(app: App): void {
    const { id, secretDigests } = app.state;
    if (secretDigests.some(({ digest }) => (this.#ids.get(digest) ?? id) !== id)) throw exists();
    this.#forgetDigests(id);
    for (const { digest } of secretDigests) this.#ids.set(digest, id);
    this.shelf.putApp(app);
  }

  #forgetDigests(id: string): void {
    for (const { digest } of this.shelf.app(id)?.state.secretDigests ?? []) this.#ids.delete(digest);
  }

  #owned(ownerId: string, id: string): App | undefined {
    const app = this.shelf.app(id);
    return app?.state.ownerId === ownerId ? app : undefined;
  }

  #ownedBy(ownerId: string): App[] {
    return this.shelf.apps().filter(({ state }) => state.ownerId === ownerId);
  }
}

function exists(): DomainError {
  return new DomainError("conflict", "app_exists", "There is such an app already");
}
