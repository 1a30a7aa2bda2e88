import type { App, NotificationScope } from "../../domain/app/app.js";
import { type DomainError, conflict, notFound } from "../../domain/errors.js";
import { Installation } from "../../domain/app/installation.js";
import { applyOnce } from "../../domain/idempotency/idempotency-record.js";
import { MAX_INSTALLATIONS } from "../../domain/limits.js";
import type { AppRepository, InstallationRepository, InstalledApp } from "../../ports/driven/index.js";
import type { RequestContext, InstallationUseCases } from "../../ports/driving/index.js";
import type { IdempotencyService } from "../idempotency/idempotency-service.js";

export interface InstallationPorts {
  readonly apps: Pick<AppRepository, "get">;
  readonly installations: InstallationRepository;
}

export class Installations implements InstallationUseCases {
  constructor(
    private readonly ports: InstallationPorts,
    private readonly idempotencyService: Pick<IdempotencyService, "removeResponsesContaining">,
  ) {}

  async install(
    context: RequestContext,
    appId: string,
    scopes: readonly NotificationScope[] | null,
  ): Promise<InstalledApp> {
    const { userId, now, idempotency } = context;
    const { apps, installations } = this.ports;
    const app = await apps.get(appId);
    if (!app) throw notFound("App");
    await this.ensureCapacity(userId, app);
    const installation = await installations.put(userId, appId, (current) =>
      current
        ? applyOnce(Installation, current, idempotency?.idempotencyId, (existing) =>
            scopes ? existing.grant(app, scopes, now) : existing,
          )
        : Installation.create(app, scopes ?? [], { userId, now, idempotencyId: idempotency?.idempotencyId }),
    );
    if (!installation) throw notFound("App");
    return { installation, app };
  }

  async list({ userId }: RequestContext): Promise<readonly InstalledApp[]> {
    return this.ports.installations.findByUser(userId);
  }

  async get({ userId }: RequestContext, appId: string): Promise<InstalledApp> {
    const installed = await this.ports.installations.get(userId, appId);
    if (!installed) throw installationNotFound();
    return installed;
  }

  async grant(context: RequestContext, appId: string, scopes: readonly NotificationScope[]): Promise<InstalledApp> {
    const { app } = await this.get(context, appId);
    const installation = await this.ports.installations.update(context.userId, appId, (current) =>
      applyOnce(Installation, current, context.idempotency?.idempotencyId, (existing) =>
        existing.grant(app, scopes, context.now),
      ),
    );
    if (!installation) throw installationNotFound();
    return { installation, app };
  }

  async uninstall({ userId, idempotency }: RequestContext, appId: string): Promise<void> {
    const isRemoved = await this.ports.installations.remove(userId, appId);
    if (!isRemoved && !idempotency?.isRetry) throw installationNotFound();
    await this.idempotencyService.removeResponsesContaining(userId, [appId]);
  }

  /** Concurrent calls may exceed the limit by their number: it only keeps the apps few and need not be exact. */
  private async ensureCapacity(userId: string, { state }: App): Promise<void> {
    const installed = await this.ports.installations.findByUser(userId);
    if (installed.length < MAX_INSTALLATIONS || installed.some(({ app }) => app.state.id === state.id)) return;
    throw conflict("installations_full", { max: MAX_INSTALLATIONS });
  }
}

function installationNotFound(): DomainError {
  return notFound("Installation");
}
