import { App, type AppPatch, type NewApp } from "../domain/app.js";
import { answerNotKept, notFound } from "../domain/errors.js";
import { changeOnce, hasChanged } from "../domain/keyed-changes.js";
import type { WebhookPolicy } from "../domain/webhook-url.js";
import type { AppRepository, Sealer, Secrets, PageRequest } from "../ports/driven/index.js";
import type { AppUseCases, Call, ListApps, Page, RegisteredApp } from "../ports/driving/index.js";
import type { KeyedCalls } from "./keyed-calls.js";
import { readPage } from "./page.js";

/** What every app's secret begins with: it tells what was found where it should not be. */
const SECRET_PREFIX = "mneme_app_";

export interface AppPorts {
  readonly apps: AppRepository;
  readonly secrets: Secrets;
  readonly sealer: Sealer;
}

export class Apps implements AppUseCases {
  constructor(
    private readonly ports: AppPorts,
    private readonly answers: Pick<KeyedCalls, "forget">,
    private readonly policy: WebhookPolicy,
  ) {}

  async register({ userId, now, ids, keyed }: Call, input: NewApp): Promise<RegisteredApp> {
    const { apps, secrets, sealer } = this.ports;
    const id = ids.fresh();
    const secret = this.newSecret();
    const signingSecret = secrets.signing();
    const sealedSigningSecret = sealer.seal(signingSecret, id);
    const birth = { id, ownerId: userId, now, digest: secrets.digest(secret), sealedSigningSecret };
    const app = App.create(input, birth, this.policy);
    // Its secrets were never told, and are not known any more.
    if (keyed?.repeats && (await apps.get(id))) throw answerNotKept();
    await apps.add(app);
    return { app, secret, signingSecret };
  }

  async list({ userId }: Call, { page: stretch, withTotal }: ListApps): Promise<Page<App>> {
    const { apps } = this.ports;
    const listing = { list: (part: PageRequest) => apps.list(userId, part), count: () => apps.count(userId) };
    return readPage(listing, stretch, withTotal);
  }

  async get({ userId }: Call, id: string): Promise<App> {
    const app = await this.ports.apps.get(id);
    return present(app?.state.ownerId === userId ? app : undefined);
  }

  async update(call: Call, id: string, patch: AppPatch): Promise<App> {
    App.checkPatch(patch, this.policy);
    return this.change(call, id, (before) => before.edit(patch, call.now, this.policy));
  }

  async rotateSecret(call: Call, id: string): Promise<{ app: App; secret: string }> {
    const secret = this.newSecret();
    const digest = this.ports.secrets.digest(secret);
    return { app: await this.rotate(call, id, (before) => before.rotateSecret(digest, call.now)), secret };
  }

  async rotateSigningSecret(call: Call, id: string): Promise<{ app: App; signingSecret: string }> {
    const signingSecret = this.ports.secrets.signing();
    const sealed = this.ports.sealer.seal(signingSecret, id);
    return {
      app: await this.rotate(call, id, (before) => before.rotateSigningSecret(sealed, call.now)),
      signingSecret,
    };
  }

  async disable(call: Call, id: string): Promise<App> {
    return this.change(call, id, (before) => before.disable("owner", call.now));
  }

  async enable(call: Call, id: string): Promise<App> {
    return this.change(call, id, (before) => before.enable(call.now));
  }

  async delete({ userId, keyed }: Call, id: string): Promise<void> {
    const users = await this.ports.apps.remove(userId, id);
    if (!users && !keyed?.repeats) throw notFound("App");
    const shown = new Set([userId, ...(users ?? [])]);
    await Promise.all([...shown].map((each) => this.answers.forget(each, [id])));
  }

  private newSecret(): string {
    return SECRET_PREFIX + this.ports.secrets.random();
  }

  /** @throws DomainError `conflict` when an earlier try has done it, and told nobody the secret. */
  private rotate(call: Call, id: string, change: (before: App) => App): Promise<App> {
    return this.change(call, id, change, answerNotKept);
  }

  private async change(
    { userId, keyed }: Call,
    id: string,
    change: (before: App) => App,
    refusalOfRepeat?: () => Error,
  ): Promise<App> {
    const callId = keyed?.callId;
    const once = (before: App): App => {
      if (refusalOfRepeat && hasChanged(before.state, callId)) throw refusalOfRepeat();
      return changeOnce(App, before, callId, change);
    };
    return present(await this.ports.apps.update(userId, id, once));
  }
}

function present(app: App | undefined): App {
  if (!app) throw notFound("App");
  return app;
}
