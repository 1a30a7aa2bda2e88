import { App, type AppState } from "../../domain/app.js";
import { Installation, type InstallationState } from "../../domain/installation.js";
import type { InstalledApp } from "../../ports/driven/installation-repository.js";

/** What the repositories of apps and of installations share: an app and its installations go together. */
export class AppShelf {
  readonly #apps = new Map<string, AppState>();
  /** By user, then by app. */
  readonly #installations = new Map<string, Map<string, InstallationState>>();

  app(id: string): App | undefined {
    const state = this.#apps.get(id);
    return state && App.restore(structuredClone(state));
  }

  apps(): App[] {
    return [...this.#apps.values()].map((state) => App.restore(structuredClone(state)));
  }

  putApp({ state }: App): void {
    this.#apps.set(state.id, structuredClone(state));
  }

  /** @returns who had it installed. */
  removeApp(id: string): string[] {
    this.#apps.delete(id);
    return [...this.#installations].filter(([, installed]) => installed.delete(id)).map(([userId]) => userId);
  }

  installation(userId: string, appId: string): Installation | undefined {
    const state = this.#installations.get(userId)?.get(appId);
    return state && Installation.restore(structuredClone(state));
  }

  installed(userId: string): InstalledApp[] {
    return [...(this.#installations.get(userId)?.keys() ?? [])].flatMap((appId) => {
      const app = this.app(appId);
      const installation = this.installation(userId, appId);
      return app && installation ? [{ installation, app }] : [];
    });
  }

  /** The users who have installed any. */
  userIds(): string[] {
    return [...this.#installations.keys()];
  }

  putInstallation({ state }: Installation): void {
    const installed = this.#installations.get(state.userId) ?? new Map<string, InstallationState>();
    this.#installations.set(state.userId, installed.set(state.appId, structuredClone(state)));
  }

  /** True when there was something. */
  removeInstallation(userId: string, appId: string): boolean {
    return this.#installations.get(userId)?.delete(appId) ?? false;
  }
}
