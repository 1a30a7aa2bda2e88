import type { App } from "../domain/app.js";
import { DomainError, notFound } from "../domain/errors.js";
import { Installation } from "../domain/installation.js";
import { changeOnce } from "../domain/keyed-changes.js";
import { INSTALLATIONS_MOST } from "../domain/limits.js";
import type { NotificationScope } from "../domain/notification-scope.js";
import type { AppRepository, InstallationRepository, InstalledApp } from "../ports/driven/index.js";
import type { Call, InstallationUseCases } from "../ports/driving/index.js";
import type { KeyedCalls } from "./keyed-calls.js";

export interface InstallationPorts {
  readonly apps: Pick<AppRepository, "get">;
  readonly installations: InstallationRepository;
}

export class Installations implements InstallationUseCases {
  constructor(
    private readonly ports: InstallationPorts,
    private readonly answers: Pick<KeyedCalls, "forget">,
  ) {}

  async install(call: Call, appId: string, scopes: readonly NotificationScope[] | null): Promise<InstalledApp> {
    const { userId, now, keyed } = call;
    const { apps, installations } = this.ports;
    const app = await apps.get(appId);
    if (!app) throw notFound("App");
    await this.ensureRoom(userId, app);
    const installation = await installations.put(userId, appId, (before) =>
      before
        ? changeOnce(Installation, before, keyed?.callId, (known) => (scopes ? known.grant(app, scopes, now) : known))
        : Installation.create(app, scopes ?? [], { userId, now, callId: keyed?.callId }),
    );
    if (!installation) throw notFound("App");
    return { installation, app };
  }

  async list({ userId }: Call): Promise<readonly InstalledApp[]> {
    return this.ports.installations.findByUser(userId);
  }

  async get({ userId }: Call, appId: string): Promise<InstalledApp> {
    const installed = await this.ports.installations.get(userId, appId);
    if (!installed) throw absent();
    return installed;
  }

  async grant(call: Call, appId: string, scopes: readonly NotificationScope[]): Promise<InstalledApp> {
    const { app } = await this.get(call, appId);
    const installation = await this.ports.installations.update(call.userId, appId, (before) =>
      changeOnce(Installation, before, call.keyed?.callId, (known) => known.grant(app, scopes, call.now)),
    );
    if (!installation) throw absent();
    return { installation, app };
  }

  async uninstall({ userId, keyed }: Call, appId: string): Promise<void> {
    const isGone = await this.ports.installations.remove(userId, appId);
    if (!isGone && !keyed?.repeats) throw absent();
    await this.answers.forget(userId, [appId]);
  }

  /** Those that come at once may exceed it by as many as they are: it keeps a user's apps few, and need not be exact. */
  private async ensureRoom(userId: string, { state }: App): Promise<void> {
    const installed = await this.ports.installations.findByUser(userId);
    if (installed.length < INSTALLATIONS_MOST || installed.some(({ app }) => app.state.id === state.id)) return;
    throw new DomainError("conflict", "installations_full", `At most ${INSTALLATIONS_MOST} apps can be installed`);
  }
}

function absent(): DomainError {
  return notFound("Installation");
}
