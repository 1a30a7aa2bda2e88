import type { App } from "../domain/app.js";
import { CHAT_MESSAGES } from "../domain/limits.js";
import type { NotificationScope } from "../domain/notification-scope.js";
import type { NotificationSource } from "../domain/notification.js";
import { CHAT_USER_LABEL } from "../domain/prompt.js";
import { isBlank } from "../domain/white-space.js";
import { visible } from "../domain/written-text.js";
import type {
  ConversationRepository,
  MemoryIndex,
  MemoryRepository,
  NotificationRepository,
  PassageIndex,
  UserRepository,
} from "../ports/driven/index.js";

export interface VariablePorts {
  readonly users: Pick<UserRepository, "get">;
  readonly memories: Pick<MemoryRepository, "list" | "getMany">;
  readonly memoryIndex: MemoryIndex;
  readonly conversations: Pick<ConversationRepository, "get">;
  readonly passageIndex: PassageIndex;
  readonly notifications: Pick<NotificationRepository, "get" | "latestWithApp">;
}

/** Of whom, to whom, and what it is about. */
export interface Telling {
  readonly userId: string;
  readonly app: App;
  /** The live one, which the app has heard itself. */
  readonly conversationId: string;
  /** The live segments. */
  readonly said: readonly { readonly text: string }[];
}

/** What is told of a user, and what of theirs it comes from. A variable of which there is nothing to tell is absent. */
export interface ToldVariables {
  readonly values: ReadonlyMap<NotificationScope, string>;
  /** Without duplicates and without the live conversation. */
  readonly sources: readonly NotificationSource[];
}

interface VariableContent {
  readonly texts: readonly string[];
  readonly sources?: readonly NotificationSource[];
}

/** What a variable may take, in UTF-16 units: all of them together leave a small model room to think. */
const BUDGET: Readonly<Record<NotificationScope, number>> = {
  user_name: 255,
  user_facts: 2_000,
  user_context: 3_000,
  user_chat: 2_000,
};
/** What is said last, in UTF-16 units, is what is looked for: what a question has, and some more. */
const LONGEST_QUERY = 1_000;
/** How many facts what was said finds, and how many of the newest are weighed for the room that those leave. */
const FACTS_FOUND = 20;
const FACTS_WEIGHED = 200;
/** Memories are among them, which are no passages of conversations. */
const PASSAGES_FOUND = 24;
/** How the user is called to whom their name is not told. */
const NAMELESS = "User";

/** Fills the variables of contract 4.8 as decision 9.7 says, from what is there at the time. */
export class PromptVariables {
  constructor(private readonly ports: VariablePorts) {}

  /** @param scopes the only ones that are read. @throws DomainError `unavailable` when they cannot be read now. */
  async of(telling: Telling, scopes: readonly NotificationScope[]): Promise<ToldVariables> {
    const user = await this.ports.users.get(telling.userId);
    const name = user?.state.displayName ?? telling.userId;
    const tell: Readonly<Record<NotificationScope, () => Promise<VariableContent> | VariableContent>> = {
      user_name: () => ({ texts: [visible(name)] }),
      user_facts: () => this.facts(telling),
      user_context: () => this.context(telling, name, scopes.includes("user_name") ? name : NAMELESS),
      user_chat: () => this.chat(telling),
    };
    const contents = await Promise.all(scopes.map(async (scope) => [scope, await tell[scope]()] as const));
    const filled = contents.map(([scope, { texts }]) => [scope, texts.join("\n")] as const);
    return {
      values: new Map(filled.filter(([, text]) => !isBlank(text))),
      sources: contents.flatMap(([, { sources = [] }]) => sources),
    };
  }

  /** Whether nothing of what was told has been deleted or rejected since. */
  async areStillThere(userId: string, { sources }: ToldVariables): Promise<boolean> {
    const { memories, conversations, notifications } = this.ports;
    const isThere: Readonly<Record<NotificationSource["kind"], (id: string) => Promise<boolean>>> = {
      memory: async (id) => (await memories.getMany(userId, [id])).some(({ isListed }) => isListed),
      conversation: async (id) => (await conversations.get(userId, id))?.isListed === true,
      notification: async (id) => (await notifications.get(userId, id)) !== undefined,
    };
    const found = await Promise.all(sources.map(({ kind, id }) => isThere[kind](id)));
    return found.every(Boolean);
  }

  /** Those that what is being said is about, then the weightiest of the newest. */
  private async facts({ userId, said }: Telling): Promise<VariableContent> {
    const { memories, memoryIndex } = this.ports;
    const query = queryOf(said);
    const [hits, newest] = await Promise.all([
      isBlank(query) ? [] : memoryIndex.search(userId, query, FACTS_FOUND),
      memories.list(userId, {}, { limit: FACTS_WEIGHED }),
    ]);
    const found = new Map(
      (
        await memories.getMany(
          userId,
          hits.map(({ id }) => id),
        )
      ).map((memory) => [memory.state.id, memory]),
    );
    const best = [
      ...hits.flatMap(({ id }) => found.get(id) ?? []),
      ...newest.toSorted((a, b) => (a.scoring < b.scoring ? 1 : -1)).filter(({ state }) => !found.has(state.id)),
    ].filter(({ isListed }) => isListed);
    const texts = fitting(
      best.map(({ state }) => visible(state.content)),
      BUDGET.user_facts,
    );
    const ids = best.slice(0, texts.length).map(({ state }) => state.id);
    return { texts, sources: toSources("memory", ids) };
  }

  /** A memory is no conversation, though one has said it: whoever grants one has not granted the other. */
  private async context(
    { userId, conversationId, said }: Telling,
    name: string,
    shownAs: string,
  ): Promise<VariableContent> {
    const query = queryOf(said);
    if (isBlank(query)) return { texts: [] };
    const passages = await this.ports.passageIndex.search(userId, query, PASSAGES_FOUND);
    const others = passages.flatMap(({ memoryId, conversationId: id, text }) =>
      memoryId === null && id !== null && id !== conversationId ? { id, text } : [],
    );
    const texts = fitting(
      others.map(({ text }) => renamed(text, name, shownAs)),
      BUDGET.user_context,
    );
    const ids = others.slice(0, texts.length).map(({ id }) => id);
    return { texts, sources: toSources("conversation", ids) };
  }

  /** Oldest first; where there is too much of it, the latest. */
  private async chat({ userId, app }: Telling): Promise<VariableContent> {
    const { id, name } = app.state;
    const notifications = await this.ports.notifications.latestWithApp(userId, id, CHAT_MESSAGES);
    const messages = notifications
      .filter(({ state }) => state.kind !== "system")
      .flatMap((notification) => notification.messages.map((message) => ({ ...message, id: notification.state.id })))
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      .slice(-CHAT_MESSAGES);
    const lines = messages.map(
      ({ from, text }) => `${from === "app" ? visible(name) : CHAT_USER_LABEL}: ${visible(text)}`,
    );
    const texts = fitting(lines.toReversed(), BUDGET.user_chat).toReversed();
    const ids = messages.slice(messages.length - texts.length).map(({ id: notificationId }) => notificationId);
    return { texts, sources: toSources("notification", ids) };
  }
}

function toSources(kind: NotificationSource["kind"], ids: readonly string[]): NotificationSource[] {
  return Array.from(new Set(ids), (id) => ({ kind, id }));
}

function queryOf(said: Telling["said"]): string {
  return said
    .map(({ text }) => text)
    .join("\n")
    .slice(-LONGEST_QUERY)
    .toWellFormed();
}

/** The first of the texts, as far as they go into the budget whole; one at least, cut off where it is longer. */
function fitting(texts: readonly string[], budget: number): string[] {
  const fits: string[] = [];
  let left = budget;
  for (const text of texts) {
    left -= text.length + 1;
    if (left < 0) break;
    fits.push(text);
  }
  const [first] = texts;
  return fits.length === 0 && first !== undefined ? [first.slice(0, budget).toWellFormed()] : fits;
}

/** A passage of a transcript names the speaker of each line. */
function renamed(text: string, name: string, shownAs: string): string {
  const label = `${name}: `;
  const lines = text.split("\n");
  return lines.map((line) => (line.startsWith(label) ? `${shownAs}: ${line.slice(label.length)}` : line)).join("\n");
}
