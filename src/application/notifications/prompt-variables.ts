import type { App, NotificationScope } from "../../domain/app/app.js";
import { MAX_CHAT_MESSAGES } from "../../domain/limits.js";
import type { NotificationSource } from "../../domain/notification/notification.js";
import { CHAT_USER_LABEL } from "../../domain/notification/prompt.js";
import { isBlank } from "../../domain/text/normalize-text.js";
import { stripInvisible } from "../../domain/text/sanitize-generated-text.js";
import type {
  ConversationRepository,
  MemoryIndex,
  MemoryRepository,
  NotificationRepository,
  PassageIndex,
  UserRepository,
} from "../../ports/driven/index.js";

export interface PromptVariablePorts {
  readonly users: Pick<UserRepository, "get">;
  readonly memories: Pick<MemoryRepository, "list" | "getMany">;
  readonly memoryIndex: MemoryIndex;
  readonly conversations: Pick<ConversationRepository, "get">;
  readonly passageIndex: PassageIndex;
  readonly notifications: Pick<NotificationRepository, "get" | "findLatestByApp">;
}

/** The user, the app and the live segments that a prompt is about. */
export interface PromptContext {
  readonly userId: string;
  readonly app: App;
  /** The live conversation, whose segments the app received. */
  readonly conversationId: string;
  readonly liveSegments: readonly { readonly text: string }[];
}

/** The values of the variables, and the data of the user that they contain. A variable without a value is absent. */
export interface ResolvedVariables {
  readonly values: ReadonlyMap<NotificationScope, string>;
  /** Without duplicates and without the live conversation. */
  readonly sources: readonly NotificationSource[];
}

interface VariableContent {
  readonly texts: readonly string[];
  readonly sources?: readonly NotificationSource[];
}

/** Maximum length of each variable in UTF-16 units: all of them fit into the context window of a small model. */
const MAX_VARIABLE_LENGTHS: Readonly<Record<NotificationScope, number>> = {
  user_name: 255,
  user_facts: 2_000,
  user_context: 3_000,
  user_chat: 2_000,
};
/** Maximum length of a query in UTF-16 units; it consists of the end of the live segments. */
const MAX_QUERY_LENGTH = 1_000;
/** Maximum number of search hits, and of the newest memories that are ranked to fill the remaining budget. */
const MAX_MATCHING_FACTS = 20;
const MAX_NEWEST_FACTS = 200;
/** Maximum number of search results; they include memories, which are then left out. */
const MAX_PASSAGES = 24;
/** Replaces the user's name when `user_name` is not granted. */
const DEFAULT_NAME = "User";

/** Resolves the variables of a prompt from the present data of the user (decision 9.7). */
export class PromptVariables {
  constructor(private readonly ports: PromptVariablePorts) {}

  /**
   * @param scopes the variables to resolve; no other data is read.
   * @throws DomainError `unavailable` when the data cannot be read now.
   */
  async resolve(context: PromptContext, scopes: readonly NotificationScope[]): Promise<ResolvedVariables> {
    const user = await this.ports.users.get(context.userId);
    const name = user?.state.displayName ?? context.userId;
    const resolvers: Readonly<Record<NotificationScope, () => Promise<VariableContent> | VariableContent>> = {
      user_name: () => ({ texts: [stripInvisible(name)] }),
      user_facts: () => this.resolveFacts(context),
      user_context: () => this.resolveContext(context, name, scopes.includes("user_name") ? name : DEFAULT_NAME),
      user_chat: () => this.resolveChat(context),
    };
    const contents = await Promise.all(scopes.map(async (scope) => [scope, await resolvers[scope]()] as const));
    const resolved = contents.map(([scope, { texts }]) => [scope, texts.join("\n")] as const);
    return {
      values: new Map(resolved.filter(([, text]) => !isBlank(text))),
      sources: contents.flatMap(([, { sources = [] }]) => sources),
    };
  }

  /** Returns whether none of the sources has been deleted or rejected since. */
  async areSourcesAvailable(userId: string, { sources }: ResolvedVariables): Promise<boolean> {
    const { memories, conversations, notifications } = this.ports;
    const isAvailable: Readonly<Record<NotificationSource["kind"], (id: string) => Promise<boolean>>> = {
      memory: async (id) => (await memories.getMany(userId, [id])).some(({ isListed }) => isListed),
      conversation: async (id) => (await conversations.get(userId, id))?.isListed === true,
      notification: async (id) => (await notifications.get(userId, id)) !== undefined,
    };
    const results = await Promise.all(sources.map(({ kind, id }) => isAvailable[kind](id)));
    return results.every(Boolean);
  }

  /** Selects the memories that match the live segments, then the most important of the newest ones. */
  private async resolveFacts({ userId, liveSegments }: PromptContext): Promise<VariableContent> {
    const { memories, memoryIndex } = this.ports;
    const query = buildQuery(liveSegments);
    const [hits, newest] = await Promise.all([
      isBlank(query) ? [] : memoryIndex.search(userId, query, MAX_MATCHING_FACTS),
      memories.list(userId, {}, { limit: MAX_NEWEST_FACTS }),
    ]);
    const matchesById = new Map(
      (
        await memories.getMany(
          userId,
          hits.map(({ id }) => id),
        )
      ).map((memory) => [memory.state.id, memory]),
    );
    const ranked = [
      ...hits.flatMap(({ id }) => matchesById.get(id) ?? []),
      ...newest.toSorted((a, b) => (a.rankKey < b.rankKey ? 1 : -1)).filter(({ state }) => !matchesById.has(state.id)),
    ].filter(({ isListed }) => isListed);
    const texts = fitToBudget(
      ranked.map(({ state }) => stripInvisible(state.content)),
      MAX_VARIABLE_LENGTHS.user_facts,
    );
    const ids = ranked.slice(0, texts.length).map(({ state }) => state.id);
    return { texts, sources: toSources("memory", ids) };
  }

  /** Leaves out memories, although they may come from conversations: they need the scope `user_facts`. */
  private async resolveContext(
    { userId, conversationId, liveSegments }: PromptContext,
    name: string,
    displayName: string,
  ): Promise<VariableContent> {
    const query = buildQuery(liveSegments);
    if (isBlank(query)) return { texts: [] };
    const passages = await this.ports.passageIndex.search(userId, query, MAX_PASSAGES);
    const otherPassages = passages.flatMap(({ memoryId, conversationId: id, text }) =>
      memoryId === null && id !== null && id !== conversationId ? { id, text } : [],
    );
    const texts = fitToBudget(
      otherPassages.map(({ text }) => renameSpeaker(text, name, displayName)),
      MAX_VARIABLE_LENGTHS.user_context,
    );
    const ids = otherPassages.slice(0, texts.length).map(({ id }) => id);
    return { texts, sources: toSources("conversation", ids) };
  }

  /** Selects the latest messages that fit, in chronological order. */
  private async resolveChat({ userId, app }: PromptContext): Promise<VariableContent> {
    const { id, name } = app.state;
    const notifications = await this.ports.notifications.findLatestByApp(userId, id, MAX_CHAT_MESSAGES);
    const messages = notifications
      .filter(({ state }) => state.kind !== "system")
      .flatMap((notification) => notification.messages.map((message) => ({ ...message, id: notification.state.id })))
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      .slice(-MAX_CHAT_MESSAGES);
    const lines = messages.map(
      ({ from, text }) => `${from === "app" ? stripInvisible(name) : CHAT_USER_LABEL}: ${stripInvisible(text)}`,
    );
    const texts = fitToBudget(lines.toReversed(), MAX_VARIABLE_LENGTHS.user_chat).toReversed();
    const ids = messages.slice(messages.length - texts.length).map(({ id: notificationId }) => notificationId);
    return { texts, sources: toSources("notification", ids) };
  }
}

function toSources(kind: NotificationSource["kind"], ids: readonly string[]): NotificationSource[] {
  return Array.from(new Set(ids), (id) => ({ kind, id }));
}

function buildQuery(liveSegments: PromptContext["liveSegments"]): string {
  return liveSegments
    .map(({ text }) => text)
    .join("\n")
    .slice(-MAX_QUERY_LENGTH)
    .toWellFormed();
}

/** Returns the first texts that fit into the budget; if the first text alone exceeds it, returns that one truncated. */
function fitToBudget(texts: readonly string[], budget: number): string[] {
  const fittingTexts: string[] = [];
  let remaining = budget;
  for (const text of texts) {
    remaining -= text.length + 1;
    if (remaining < 0) break;
    fittingTexts.push(text);
  }
  const [first] = texts;
  return fittingTexts.length === 0 && first !== undefined ? [first.slice(0, budget).toWellFormed()] : fittingTexts;
}

/** Replaces the speaker label of a passage, in which each line begins with the name of the speaker. */
function renameSpeaker(text: string, name: string, displayName: string): string {
  const label = `${name}: `;
  const lines = text.split("\n");
  return lines
    .map((line) => (line.startsWith(label) ? `${displayName}: ${line.slice(label.length)}` : line))
    .join("\n");
}
