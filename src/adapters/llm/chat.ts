import { DomainError } from "../../domain/errors.js";
import type { Schema } from "../../domain/rules.js";

export interface ChatMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  /** What the answer should be, as JSON: asked for, and not to be relied on. */
  readonly schema: Schema;
  /** Of the answer, in tokens. */
  readonly longest: number;
}

export interface ChatAnswer {
  /** Anything at all. */
  readonly text: string;
  /** Read and written, as the endpoint counts them; undefined when it does not say. */
  readonly tokens: number | undefined;
}

/** A language model that is talked to, without any tools. */
export interface Chat {
  /** @throws ChatFailure when there is no answer. */
  ask(request: ChatRequest): Promise<ChatAnswer>;
}

/** Holds nothing of what was asked or answered: it may be logged. */
export class ChatFailure extends DomainError {
  /** @param isFree whether it is sure that the model wrote nothing. */
  constructor(
    message: string,
    readonly isFree: boolean,
  ) {
    super("unavailable", "model_unavailable", message);
  }
}
