import type { Conversation } from "../../../domain/conversation/conversation.js";
import type { SearchableFields } from "../../../domain/conversation/conversation-state.js";
import { normalizeText, collapseWhiteSpace, isBlank, trimWhiteSpace } from "../../../domain/text/normalize-text.js";
import type { Transcript } from "../../../domain/conversation/transcript.js";
import type { ConversationRepository } from "../../../ports/driven/store/conversation-repositories.js";
import type { MemoryRepository } from "../../../ports/driven/store/memory-repositories.js";
import type { Passage } from "../../../ports/driven/models/semantic-search.js";
import { isYieldDue, yieldToEventLoop } from "../../runtime/cooperative-yield.js";
import type { HitLocation, SearchHit } from "./user-passage-index.js";
import { listSegmentIds, countSegments, buildDisplayText, splitIntoSnippets, type Snippet } from "./snippets.js";
import { copyString } from "../../text-analysis/stemmer.js";

export interface PassageRepositories {
  readonly conversations: Pick<ConversationRepository, "get" | "getTranscripts">;
  readonly memories: Pick<MemoryRepository, "getMany">;
}

/** The maximum distance of a snippet from the best snippet of its passage. */
const MAX_SNIPPET_DISTANCE = 2;
/** The limits of a passage from a transcript, unless a single snippet exceeds them. */
const MAX_PASSAGE_WORDS = 120;
const MAX_PASSAGE_SEGMENTS = 6;

/** The maximum share of passages from one conversation, or all memories, unless other hits are much less relevant. */
const MAX_OWNER_SHARE = 0.5;
/** A hit beyond that share is used before hits with less than this part of its relevance. */
const MIN_RELATIVE_RELEVANCE = 0.5;

/** Memories share one limit, because a model's vectors rate all of them as somewhat similar to any question. */
const MEMORIES_OWNER = Symbol("memories");

/** The hits in one conversation. Does not hold the transcript, because those of many conversations may be large. */
interface ConversationHits {
  /** By the position of the snippet, best first. */
  readonly relevanceByPosition: Map<number, number>;
  /** The passages built so far, by the position of the snippet; undefined for a snippet of another passage. */
  readonly passageByPosition: Map<number, PassageContent | undefined>;
  /** The positions of snippets that are part of a passage. */
  readonly usedPositions: Set<number>;
  /** Whether the conversation was found to be deleted or hidden. */
  isUnlisted: boolean;
}

type PassageContent = Omit<Passage, "relevance">;

/** Reads the passages of search hits from the store; skips those that are not in it any more. */
export class PassageReader {
  readonly #hitsByConversation = new Map<string, ConversationHits>();

  constructor(
    private readonly repositories: PassageRepositories,
    private readonly userId: string,
    private readonly userName: string,
    private readonly hits: readonly SearchHit[],
  ) {
    for (const { location, relevance } of hits) {
      if (location.kind === "snippet")
        this.#getConversationHits(location.conversationId).relevanceByPosition.set(location.position, relevance);
    }
  }

  /** Returns passages, best first. Equal texts, as of a conversation that was imported twice, are returned once. */
  async readPassages(limit: number): Promise<Passage[]> {
    const passages: Passage[] = [];
    const seenTexts = new Set<string>();
    const addPassage = async ({ location, relevance }: SearchHit): Promise<boolean> => {
      const content = await this.#readPassage(location, limit);
      const comparableText = content && normalizeForComparison(content.text);
      if (isYieldDue()) await yieldToEventLoop();
      if (!content || comparableText === undefined || seenTexts.has(comparableText)) return false;
      seenTexts.add(comparableText);
      passages.push({ ...content, relevance });
      return true;
    };
    const maxPerOwner = Math.ceil(MAX_OWNER_SHARE * limit);
    const countByOwner = new Map<string | typeof MEMORIES_OWNER, number>();
    const deferredHits: SearchHit[] = [];
    for (const hit of this.hits) {
      for (
        let deferred = deferredHits[0];
        deferred && hit.relevance < MIN_RELATIVE_RELEVANCE * deferred.relevance;
        [deferred] = deferredHits
      ) {
        if (passages.length < limit) await addPassage(deferred);
        deferredHits.shift();
      }
      if (passages.length >= limit) break;
      const owner = hit.location.kind === "memory" ? MEMORIES_OWNER : hit.location.conversationId;
      const ownerCount = countByOwner.get(owner) ?? 0;
      if (ownerCount >= maxPerOwner) deferredHits.push(hit);
      else if (await addPassage(hit)) countByOwner.set(owner, ownerCount + 1);
    }
    for (const hit of deferredHits) {
      if (passages.length >= limit) break;
      await addPassage(hit);
    }
    return passages.sort((a, b) => b.relevance - a.relevance);
  }

  async #readPassage(location: HitLocation, limit: number): Promise<PassageContent | undefined> {
    if (location.kind === "memory") return this.#readMemory(location.memoryId);
    const { conversationId: id } = location;
    if (location.kind === "snippet") return this.#readSnippet(id, location.position, limit);
    const conversation = await this.repositories.conversations.get(this.userId, id);
    return conversation?.isListed ? buildSummaryPassage(conversation) : undefined;
  }

  async #readMemory(id: string): Promise<PassageContent | undefined> {
    const [memory] = await this.repositories.memories.getMany(this.userId, [id]);
    if (!memory?.isListed) return undefined;
    const [source] = memory.state.sources;
    return {
      conversationId: source?.conversationId ?? null,
      memoryId: id,
      segmentIds: source?.segmentIds ?? [],
      text: memory.state.content,
      saidAt: memory.state.createdAt,
    };
  }

  #getConversationHits(id: string): ConversationHits {
    const hits = this.#hitsByConversation.get(id) ?? {
      relevanceByPosition: new Map<number, number>(),
      passageByPosition: new Map<number, PassageContent | undefined>(),
      usedPositions: new Set<number>(),
      isUnlisted: false,
    };
    this.#hitsByConversation.set(id, hits);
    return hits;
  }

  async #readSnippet(id: string, position: number, limit: number): Promise<PassageContent | undefined> {
    const conversationHits = this.#getConversationHits(id);
    if (!conversationHits.passageByPosition.has(position) && !conversationHits.isUnlisted)
      await this.#buildPassages(id, conversationHits, limit);
    return conversationHits.isUnlisted ? undefined : conversationHits.passageByPosition.get(position);
  }

  /** Builds up to `limit` further passages, in the order of the hits: more are needed after duplicates. */
  async #buildPassages(id: string, conversationHits: ConversationHits, limit: number): Promise<void> {
    const { conversations } = this.repositories;
    const transcript = (await conversations.getTranscripts(this.userId, [id])).get(id);
    const snippets = transcript ? await splitTranscript(transcript) : [];
    // Read last: a conversation that is listed now was listed when its transcript was read.
    const conversation = await conversations.get(this.userId, id);
    conversationHits.isUnlisted = !transcript || conversation?.isListed !== true;
    if (!transcript || !conversation || conversationHits.isUnlisted) return;
    let passageCount = 0;
    for (const position of conversationHits.relevanceByPosition.keys()) {
      if (passageCount >= limit) return;
      if (conversationHits.passageByPosition.has(position)) continue;
      const joinedSnippets = joinSnippets(snippets, position, conversationHits);
      conversationHits.passageByPosition.set(
        position,
        joinedSnippets && {
          conversationId: id,
          memoryId: null,
          segmentIds: listSegmentIds(transcript, joinedSnippets),
          text: copyString(buildDisplayText(transcript, joinedSnippets, this.userName)),
          saidAt: conversation.state.startedAt,
        },
      );
      if (joinedSnippets) passageCount += 1;
      if (isYieldDue()) await yieldToEventLoop();
    }
  }
}

/** Extends the snippet by its neighbours, more relevant ones first; undefined if it is part of another passage. */
function joinSnippets(
  snippets: readonly Snippet[],
  position: number,
  { relevanceByPosition, usedPositions }: ConversationHits,
): readonly Snippet[] | undefined {
  const centreSnippet = snippets[position];
  if (!centreSnippet || usedPositions.has(position)) return undefined;
  usedPositions.add(position);
  let [from, to, wordCount] = [position, position, centreSnippet.words];
  for (;;) {
    const canJoin = (at: number): boolean =>
      Math.abs(at - position) <= MAX_SNIPPET_DISTANCE &&
      !usedPositions.has(at) &&
      wordCount + (snippets[at]?.words ?? Infinity) <= MAX_PASSAGE_WORDS &&
      countSegments(snippets.slice(Math.min(from, at), Math.max(to, at) + 1)) <= MAX_PASSAGE_SEGMENTS;
    const [next] = [from - 1, to + 1]
      .filter(canJoin)
      .sort((a, b) => (relevanceByPosition.get(b) ?? 0) - (relevanceByPosition.get(a) ?? 0));
    if (next === undefined) break;
    usedPositions.add(next);
    wordCount += snippets[next]?.words ?? 0;
    [from, to] = [Math.min(from, next), Math.max(to, next)];
  }
  return snippets.slice(from, to + 1);
}

/** Removes differences that two transcriptions of the same words may have. */
function normalizeForComparison(text: string): string {
  return collapseWhiteSpace(normalizeText(text).replaceAll(/[^\p{L}\p{M}\p{N}\s]/gu, " "));
}

async function splitTranscript(transcript: Transcript): Promise<Snippet[]> {
  const snippets: Snippet[] = [];
  for (const snippet of splitIntoSnippets(transcript)) {
    snippets.push(snippet);
    if (isYieldDue()) await yieldToEventLoop();
  }
  return snippets;
}

function buildSummaryPassage({ state, searchableFields }: Conversation): PassageContent | undefined {
  const text = searchableFields && buildSummaryText(searchableFields);
  if (!text) return undefined;
  return { conversationId: state.id, memoryId: null, segmentIds: [], text, saidAt: state.startedAt };
}

/** Returns the title and the overview, one per line; empty when both are blank. */
export function buildSummaryText({ title, overview }: SearchableFields): string {
  const texts = [title, overview].filter((text) => !isBlank(text));
  return texts.map(trimWhiteSpace).join("\n");
}
