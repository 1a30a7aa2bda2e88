import type { Answered, Client } from "./client.js";

/** What a client says in a live session, piece after piece, each until it is acknowledged (decision 9.3). */
export class SpokenSession {
  /** What was acknowledged, in order. */
  readonly acknowledged: string[] = [];
  private unanswered: readonly string[] | undefined;

  constructor(
    readonly userId: string,
    readonly id: string,
  ) {}

  /** Says so many sentences more; first, once more, what has found no answer. @throws what breaks the connection. */
  async say(client: Client, count: number): Promise<void> {
    if (this.unanswered) await this.send(client, this.unanswered);
    const offset = this.acknowledged.length;
    await this.send(
      client,
      Array.from({ length: count }, (_, index) => `Sentence ${offset + index} of ${this.id}.`),
    );
  }

  /** Says once more what has found no answer, if anything. */
  async repeat(client: Client): Promise<void> {
    if (this.unanswered) await this.send(client, this.unanswered);
  }

  /** @throws Error when the service knows of more or fewer sentences than it has acknowledged. */
  async verify(client: Client): Promise<void> {
    const { status, body } = await client.get(`/v1/dev/user/sessions/${this.id}`);
    const known = status === 200 ? (body as { readonly segment_count: number }).segment_count : 0;
    const said = this.acknowledged.length;
    if (known !== said) throw new Error(`Session ${this.id} has ${known} segments, and ${said} were acknowledged`);
  }

  private async send(client: Client, texts: readonly string[]): Promise<void> {
    this.unanswered = texts;
    const offset = this.acknowledged.length;
    const transcript_segments = texts.map((text, index) => ({ text, start: offset + index, end: offset + index + 1 }));
    const answered = await client.post(`/v1/dev/user/sessions/${this.id}/segments`, { transcript_segments, offset });
    requireSuccess(answered);
    this.unanswered = undefined;
    this.acknowledged.push(...texts);
  }
}

/** @throws Error for any other answer. */
export function requireSuccess({ status, body }: Answered): void {
  if (status !== 200) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`);
}
