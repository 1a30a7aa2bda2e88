import { App, type AppPatch, type NewApp } from "../../domain/app/app.js";
import { responseNotStored, notFound } from "../../domain/errors.js";
import { applyOnce, hasAppliedKey } from "../../domain/idempotency/idempotency-record.js";
import type { WebhookUrlPolicy } from "../../domain/webhook/webhook-url.js";
import type { AppRepository, SecretCipher, Secrets, PageRequest } from "../../ports/driven/index.js";
import type { AppUseCases, RequestContext, Page, RegisteredApp, ListQuery } from "../../ports/driving/index.js";
import type { IdempotencyService } from "../idempotency/idempotency-service.js";
import { readPage } from "../read-page.js";

/** What every app secret starts with, so that a leaked secret can be recognised. */
const SECRET_PREFIX = "mneme_app_";

export interface AppPorts {
  readonly apps: AppRepository;
  readonly secrets: Secrets;
  readonly secretCipher: SecretCipher;
}

export class Apps implements AppUseCases {
  constructor(
    private readonly ports: AppPorts,
    private readonly idempotencyService: Pick<IdempotencyService, "removeResponsesContaining">,
    private readonly webhookPolicy: WebhookUrlPolicy,
  ) {}

  async register({ userId, now, ids, idempotency }: RequestContext, input: NewApp): Promise<RegisteredApp> {
    const { apps, secrets, secretCipher } = this.ports;
    const id = ids.generate();
    const secret = this.newSecret();
    const signingSecret = secrets.generateSigningSecret();
    const sealedSigningSecret = secretCipher.encrypt(signingSecret, id);
    const creationContext = { id, ownerId: userId, now, digest: secrets.computeDigest(secret), sealedSigningSecret };
    const app = App.create(input, creationContext, this.webhookPolicy);
    // An earlier attempt created the app; its secrets were not returned and cannot be created again.
    if (idempotency?.isRetry && (await apps.get(id))) throw responseNotStored();
    await apps.add(app);
    return { app, secret, signingSecret };
  }

  async list({ userId }: RequestContext, { page: pageRequest, includeTotal }: ListQuery): Promise<Page<App>> {
    const { apps } = this.ports;
    const listing = { list: (range: PageRequest) => apps.list(userId, range), count: () => apps.count(userId) };
    return readPage(listing, pageRequest, includeTotal);
  }

  async get({ userId }: RequestContext, id: string): Promise<App> {
    const app = await this.ports.apps.get(id);
    return requireApp(app?.state.ownerId === userId ? app : undefined);
  }

  async update(context: RequestContext, id: string, patch: AppPatch): Promise<App> {
    App.checkPatch(patch, this.webhookPolicy);
    return this.change(context, id, (current) => current.edit(patch, context.now, this.webhookPolicy));
  }

  async rotateSecret(context: RequestContext, id: string): Promise<{ app: App; secret: string }> {
    const secret = this.newSecret();
    const digest = this.ports.secrets.computeDigest(secret);
    return { app: await this.rotate(context, id, (current) => current.rotateSecret(digest, context.now)), secret };
  }

  async rotateSigningSecret(context: RequestContext, id: string): Promise<{ app: App; signingSecret: string }> {
    const signingSecret = this.ports.secrets.generateSigningSecret();
    const sealedSigningSecret = this.ports.secretCipher.encrypt(signingSecret, id);
    return {
      app: await this.rotate(context, id, (current) => current.rotateSigningSecret(sealedSigningSecret, context.now)),
      signingSecret,
    };
  }

  async disable(context: RequestContext, id: string): Promise<App> {
    return this.change(context, id, (current) => current.disable("owner", context.now));
  }

  async enable(context: RequestContext, id: string): Promise<App> {
    return this.change(context, id, (current) => current.enable(context.now));
  }

  async delete({ userId, idempotency }: RequestContext, id: string): Promise<void> {
    const affectedUserIds = await this.ports.apps.remove(userId, id);
    if (!affectedUserIds && !idempotency?.isRetry) throw notFound("App");
    const userIds = new Set([userId, ...(affectedUserIds ?? [])]);
    await Promise.all(
      [...userIds].map((affectedUserId) => this.idempotencyService.removeResponsesContaining(affectedUserId, [id])),
    );
  }

  private newSecret(): string {
    return SECRET_PREFIX + this.ports.secrets.generateRandom();
  }

  /** @throws DomainError `conflict` when an earlier attempt rotated the secret, which it did not return. */
  private rotate(context: RequestContext, id: string, change: (current: App) => App): Promise<App> {
    return this.change(context, id, change, responseNotStored);
  }

  private async change(
    { userId, idempotency }: RequestContext,
    id: string,
    change: (current: App) => App,
    createRetryError?: () => Error,
  ): Promise<App> {
    const idempotencyId = idempotency?.idempotencyId;
    const applyIdempotently = (current: App): App => {
      if (createRetryError && hasAppliedKey(current.state, idempotencyId)) throw createRetryError();
      return applyOnce(App, current, idempotencyId, change);
    };
    return requireApp(await this.ports.apps.update(userId, id, applyIdempotently));
  }
}

function requireApp(app: App | undefined): App {
  if (!app) throw notFound("App");
  return app;
}

/** Returns the valid signing secrets of an app, newest first: two during a rotation. */
export function decryptSigningSecrets(
  app: App,
  secretCipher: Pick<SecretCipher, "decrypt">,
  now: Date,
): readonly string[] {
  return app.getValidSigningSecrets(now).map(({ sealed }) => secretCipher.decrypt(sealed, app.state.id));
}
