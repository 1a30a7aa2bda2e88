import { type DomainError, conflict, notFound, responseNotStored } from "../../domain/errors.js";
import { applyOnce, hasAppliedKey } from "../../domain/idempotency/idempotency-record.js";
import { MAX_PUSH_TARGETS } from "../../domain/limits.js";
import { PushTarget, type NewPushTarget } from "../../domain/notification/push-target.js";
import type { WebhookUrlPolicy } from "../../domain/webhook/webhook-url.js";
import type { PushTargetRepository, SecretCipher, Secrets } from "../../ports/driven/index.js";
import type { RequestContext, PushTargetUseCases, RegisteredPushTarget } from "../../ports/driving/index.js";
import { commitTogether } from "../deletion.js";
import type { IdempotencyService } from "../idempotency/idempotency-service.js";

export interface PushTargetPorts {
  readonly pushTargets: PushTargetRepository;
  readonly secrets: Pick<Secrets, "generateSigningSecret">;
  readonly secretCipher: Pick<SecretCipher, "encrypt">;
}

export interface PushTargetOptions {
  readonly vapidPublicKey: string;
  /** Which URLs may be registered. */
  readonly webhookPolicy: WebhookUrlPolicy;
}

export class PushTargets implements PushTargetUseCases {
  constructor(
    private readonly ports: PushTargetPorts,
    private readonly idempotencyService: Pick<IdempotencyService, "removeResponsesContaining">,
    private readonly options: PushTargetOptions,
  ) {}

  get vapidPublicKey(): string {
    return this.options.vapidPublicKey;
  }

  async register(
    { userId, now, ids, idempotency }: RequestContext,
    input: NewPushTarget,
  ): Promise<RegisteredPushTarget> {
    const { pushTargets, secrets, secretCipher } = this.ports;
    const idempotencyId = idempotency?.idempotencyId;
    const id = ids.derive(userId, "push_target", input.channel, input.url);
    const signingSecret = input.channel === "webhook" ? secrets.generateSigningSecret() : null;
    const secret = signingSecret ?? input.token ?? null;
    const sealedSecret = secret === null ? null : secretCipher.encrypt(secret, id);
    const newTarget = PushTarget.create(
      input,
      { id, userId, now, sealedSecret, idempotencyId },
      this.options.webhookPolicy,
    );
    await this.ensureCapacity(userId, id);
    const target = await pushTargets.put(userId, id, (current) => {
      if (!current) return newTarget;
      // An earlier attempt created the signing secret; it was not returned and cannot be created again.
      if (signingSecret !== null && hasAppliedKey(current.state, idempotencyId)) throw responseNotStored();
      return applyOnce(PushTarget, current, idempotencyId, (existing) => existing.refreshRegistration(newTarget));
    });
    return { target, signingSecret };
  }

  async list({ userId }: RequestContext): Promise<readonly PushTarget[]> {
    return this.ports.pushTargets.list(userId);
  }

  async get({ userId }: RequestContext, id: string): Promise<PushTarget> {
    const target = await this.ports.pushTargets.get(userId, id);
    if (!target) throw pushTargetNotFound();
    return target;
  }

  async remove({ userId, idempotency }: RequestContext, id: string): Promise<void> {
    const removal = this.ports.pushTargets.remove(userId, id);
    const isRemoved = await commitTogether(removal, this.idempotencyService.removeResponsesContaining(userId, [id]));
    if (!isRemoved && !idempotency?.isRetry) throw pushTargetNotFound();
  }

  /** Concurrent calls may exceed the limit by their number: it only keeps the targets few and need not be exact. */
  private async ensureCapacity(userId: string, id: string): Promise<void> {
    const targets = await this.ports.pushTargets.list(userId);
    if (targets.length < MAX_PUSH_TARGETS || targets.some(({ state }) => state.id === id)) return;
    throw conflict("push_targets_full", { max: MAX_PUSH_TARGETS });
  }
}

function pushTargetNotFound(): DomainError {
  return notFound("Push target");
}
