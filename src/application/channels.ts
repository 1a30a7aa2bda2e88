import { answerNotKept, DomainError, notFound } from "../domain/errors.js";
import { changeOnce, hasChanged } from "../domain/keyed-changes.js";
import { PUSH_TARGETS_MOST } from "../domain/limits.js";
import { PushTarget, type NewPushTarget } from "../domain/push-target.js";
import type { WebhookPolicy } from "../domain/webhook-url.js";
import type { PushTargetRepository, Sealer, Secrets } from "../ports/driven/index.js";
import type { Call, ChannelUseCases, RegisteredPushTarget } from "../ports/driving/index.js";
import { togetherWith } from "./deletion.js";
import type { KeyedCalls } from "./keyed-calls.js";

export interface ChannelPorts {
  readonly pushTargets: PushTargetRepository;
  readonly secrets: Pick<Secrets, "signing">;
  readonly sealer: Pick<Sealer, "seal">;
}

export interface ChannelOptions {
  readonly webPushKey: string;
  /** What addresses may be named. */
  readonly policy: WebhookPolicy;
}

export class Channels implements ChannelUseCases {
  constructor(
    private readonly ports: ChannelPorts,
    private readonly answers: Pick<KeyedCalls, "forget">,
    private readonly options: ChannelOptions,
  ) {}

  get webPushKey(): string {
    return this.options.webPushKey;
  }

  async register({ userId, now, ids, keyed }: Call, input: NewPushTarget): Promise<RegisteredPushTarget> {
    const { pushTargets, secrets, sealer } = this.ports;
    const callId = keyed?.callId;
    const id = ids.derived(userId, "push_target", input.channel, input.url);
    const signingSecret = input.channel === "webhook" ? secrets.signing() : null;
    const secret = signingSecret ?? input.token ?? null;
    const sealedSecret = secret === null ? null : sealer.seal(secret, id);
    const registered = PushTarget.create(input, { id, userId, now, sealedSecret, callId }, this.options.policy);
    await this.ensureRoom(userId, id);
    const target = await pushTargets.put(userId, id, (before) => {
      if (!before) return registered;
      // Its secret was never told, and is not known any more.
      if (signingSecret !== null && hasChanged(before.state, callId)) throw answerNotKept();
      return changeOnce(PushTarget, before, callId, (known) => known.registeredAnew(registered));
    });
    return { target, signingSecret };
  }

  async list({ userId }: Call): Promise<readonly PushTarget[]> {
    return this.ports.pushTargets.list(userId);
  }

  async get({ userId }: Call, id: string): Promise<PushTarget> {
    const target = await this.ports.pushTargets.get(userId, id);
    if (!target) throw absent();
    return target;
  }

  async remove({ userId, keyed }: Call, id: string): Promise<void> {
    const removal = this.ports.pushTargets.remove(userId, id);
    const isGone = await togetherWith(removal, this.answers.forget(userId, [id]));
    if (!isGone && !keyed?.repeats) throw absent();
  }

  /** Those that come at once may exceed it by as many as they are: it keeps a user's targets few, and need not be exact. */
  private async ensureRoom(userId: string, id: string): Promise<void> {
    const targets = await this.ports.pushTargets.list(userId);
    if (targets.length < PUSH_TARGETS_MOST || targets.some(({ state }) => state.id === id)) return;
    throw new DomainError(
      "conflict",
      "push_targets_full",
      `At most ${PUSH_TARGETS_MOST} push targets can be registered`,
    );
  }
}

function absent(): DomainError {
  return notFound("Push target");
}
