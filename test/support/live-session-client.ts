import type { ClientResponse, ApiClient } from "./api-client.js";

/** A client that appends segments to a live session and repeats unacknowledged requests (decision 9.3). */
export class LiveSessionClient {
  /** The acknowledged texts, in order. */
  readonly acknowledged: string[] = [];
  private unanswered: readonly string[] | undefined;

  constructor(
    readonly userId: string,
    readonly id: string,
  ) {}

  /** Repeats an unanswered request, then appends `count` sentences. @throws the connection error. */
  async appendSentences(client: ApiClient, count: number): Promise<void> {
    if (this.unanswered) await this.send(client, this.unanswered);
    const offset = this.acknowledged.length;
    await this.send(
      client,
      Array.from({ length: count }, (_, index) => `Sentence ${offset + index} of ${this.id}.`),
    );
  }

  /** Repeats the unanswered request, if there is one. */
  async repeatUnanswered(client: ApiClient): Promise<void> {
    if (this.unanswered) await this.send(client, this.unanswered);
  }

  /** @throws Error if the number of stored segments differs from the number of acknowledged ones. */
  async verify(client: ApiClient): Promise<void> {
    const { status, body } = await client.get(`/v1/dev/user/sessions/${this.id}`);
    const storedCount = status === 200 ? (body as { readonly segment_count: number }).segment_count : 0;
    const acknowledgedCount = this.acknowledged.length;
    if (storedCount !== acknowledgedCount)
      throw new Error(`Session ${this.id} has ${storedCount} segments, and ${acknowledgedCount} were acknowledged`);
  }

  private async send(client: ApiClient, texts: readonly string[]): Promise<void> {
    this.unanswered = texts;
    const offset = this.acknowledged.length;
    const transcript_segments = texts.map((text, index) => ({ text, start: offset + index, end: offset + index + 1 }));
    const response = await client.post(`/v1/dev/user/sessions/${this.id}/segments`, { transcript_segments, offset });
    requireSuccess(response);
    this.unanswered = undefined;
    this.acknowledged.push(...texts);
  }
}

/** @throws Error for any status but 200. */
export function requireSuccess({ status, body }: ClientResponse): void {
  if (status !== 200) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`);
}
