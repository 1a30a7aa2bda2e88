import type { Schema } from "../../domain/rules.js";
import type { CallTerms } from "./calls.js";

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
  /** @throws ModelFailure when there is no answer; what `terms.begin` throws. */
  ask(request: ChatRequest, terms?: CallTerms): Promise<ChatAnswer>;
}
