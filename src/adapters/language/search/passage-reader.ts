import type { Conversation } from "../../../domain/conversation.js";
import { folded } from "../../../domain/folded-text.js";
import type { Transcript } from "../../../domain/transcript.js";
import { singleSpaced } from "../../../domain/white-space.js";
import type { ConversationRepository } from "../../../ports/driven/conversation-repository.js";
import type { MemoryRepository } from "../../../ports/driven/memory-repository.js";
import type { Passage } from "../../../ports/driven/passage-index.js";
import { isHoldingUp, giveWay } from "../text/give-way.js";
import type { Place, PlaceFound } from "./places.js";
import { segmentIdsOf, segmentsIn, shownText, snippetsIn, type Snippet } from "./snippets.js";
import { onItsOwn } from "./stems.js";
import { summaryText } from "./summary-text.js";

export interface PassageTexts {
  readonly conversations: Pick<ConversationRepository, "get" | "transcripts">;
  readonly memories: Pick<MemoryRepository, "getMany">;
}

/** How far from the best snippet of a passage others may stand in it. */
const REACH = 2;
/** What a passage of a transcript has at most, unless a single snippet has more: what a person reads at a glance. */
const MOST_WORDS = 120;
const MOST_SEGMENTS = 6;

/** The part of the passages that one conversation gives at most, or all memories, unless nothing else fits. */
const MOST_OF_ONE = 0.5;
/** What is so much as relevant as another fits too, though less well. */
const FITS = 0.5;

/** In the place of a conversation: to a model's vectors, all memories are somewhat near to whatever is asked. */
const MEMORIES = Symbol("memories");

/** A conversation with snippets that were found. Its transcript is not kept: those of many may be large. */
interface FoundConversation {
  /** By the place of the snippet, best first. */
  readonly relevances: Map<number, number>;
  /** By the place of the snippet, as far as they were made: undefined for one that stands in another passage. */
  readonly passages: Map<number, Words | undefined>;
  /** The places of those that stand in a passage already. */
  readonly taken: Set<number>;
  /** It is listed no more. */
  isGone: boolean;
}

type Words = Omit<Passage, "relevance">;

/** Makes passages of the places that were found, from what stands there now: what has gone by now is none. */
export class PassageReader {
  readonly #conversations = new Map<string, FoundConversation>();

  constructor(
    private readonly texts: PassageTexts,
    private readonly userId: string,
    private readonly userName: string,
    private readonly found: readonly PlaceFound[],
  ) {
    for (const { place, relevance } of found) {
      if (place.kind === "snippet") this.#conversation(place.conversationId).relevances.set(place.at, relevance);
    }
  }

  /** Best first. What was said twice, as in a conversation that was imported twice, stands once. */
  async passages(limit: number): Promise<Passage[]> {
    const passages: Passage[] = [];
    const texts = new Set<string>();
    const take = async ({ place, relevance }: PlaceFound): Promise<boolean> => {
      const words = await this.#at(place, limit);
      const text = words && bare(words.text);
      if (isHoldingUp()) await giveWay();
      if (!words || text === undefined || texts.has(text)) return false;
      texts.add(text);
      passages.push({ ...words, relevance });
      return true;
    };
    const most = Math.ceil(MOST_OF_ONE * limit);
    const taken = new Map<string | typeof MEMORIES, number>();
    const spare: PlaceFound[] = [];
    for (const each of this.found) {
      for (let next = spare[0]; next && each.relevance < FITS * next.relevance; [next] = spare) {
        if (passages.length < limit) await take(next);
        spare.shift();
      }
      if (passages.length >= limit) break;
      const owner = each.place.kind === "memory" ? MEMORIES : each.place.conversationId;
      const before = taken.get(owner) ?? 0;
      if (before >= most) spare.push(each);
      else if (await take(each)) taken.set(owner, before + 1);
    }
    for (const each of spare) {
      if (passages.length >= limit) break;
      await take(each);
    }
    return passages.sort((a, b) => b.relevance - a.relevance);
  }

  async #at(place: Place, limit: number): Promise<Words | undefined> {
    if (place.kind === "memory") return this.#memory(place.memoryId);
    const { conversationId: id } = place;
    if (place.kind === "snippet") return this.#said(id, place.at, limit);
    const conversation = await this.texts.conversations.get(this.userId, id);
    return conversation?.isListed ? summaryOf(conversation) : undefined;
  }

  async #memory(id: string): Promise<Words | undefined> {
    const [memory] = await this.texts.memories.getMany(this.userId, [id]);
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

  #conversation(id: string): FoundConversation {
    const known = this.#conversations.get(id);
    if (known) return known;
    const found: FoundConversation = { relevances: new Map(), passages: new Map(), taken: new Set(), isGone: false };
    this.#conversations.set(id, found);
    return found;
  }

  async #said(id: string, at: number, limit: number): Promise<Words | undefined> {
    const found = this.#conversation(id);
    if (!found.passages.has(at) && !found.isGone) await this.#makePassages(id, found, limit);
    return found.isGone ? undefined : found.passages.get(at);
  }

  /** The next ones of the conversation, in their order, as many as may be asked for; more where some stand twice. */
  async #makePassages(id: string, found: FoundConversation, limit: number): Promise<void> {
    const { conversations } = this.texts;
    const transcript = (await conversations.transcripts(this.userId, [id])).get(id);
    const snippets = transcript ? await divided(transcript) : [];
    // Looked at last: what is listed still was so when its words were read.
    const conversation = await conversations.get(this.userId, id);
    found.isGone = !transcript || conversation?.isListed !== true;
    if (!transcript || !conversation || found.isGone) return;
    let made = 0;
    for (const at of found.relevances.keys()) {
      if (made >= limit) return;
      if (found.passages.has(at)) continue;
      const together = joinSnippets(snippets, at, found);
      found.passages.set(
        at,
        together && {
          conversationId: id,
          memoryId: null,
          segmentIds: segmentIdsOf(transcript, together),
          text: onItsOwn(shownText(transcript, together, this.userName)),
          saidAt: conversation.state.startedAt,
        },
      );
      if (together) made += 1;
      if (isHoldingUp()) await giveWay();
    }
  }
}

/** The snippet with those beside it, the better ones first, as far as they go into one passage. */
function joinSnippets(
  snippets: readonly Snippet[],
  at: number,
  { relevances, taken }: FoundConversation,
): readonly Snippet[] | undefined {
  const centre = snippets[at];
  if (!centre || taken.has(at)) return undefined;
  taken.add(at);
  let [from, to, words] = [at, at, centre.words];
  for (;;) {
    const next = [from - 1, to + 1]
      .filter((each) => Math.abs(each - at) <= REACH && !taken.has(each))
      .filter((each) => words + (snippets[each]?.words ?? Infinity) <= MOST_WORDS)
      .filter((each) => segmentsIn(snippets.slice(Math.min(from, each), Math.max(to, each) + 1)) <= MOST_SEGMENTS)
      .sort((a, b) => (relevances.get(b) ?? 0) - (relevances.get(a) ?? 0))
      .at(0);
    if (next === undefined) break;
    taken.add(next);
    words += snippets[next]?.words ?? 0;
    [from, to] = [Math.min(from, next), Math.max(to, next)];
  }
  return snippets.slice(from, to + 1);
}

/** Without what two writings of the same words may differ in. */
function bare(text: string): string {
  return singleSpaced(folded(text).replaceAll(/[^\p{L}\p{M}\p{N}\s]/gu, " "));
}

async function divided(transcript: Transcript): Promise<Snippet[]> {
  const snippets: Snippet[] = [];
  for (const snippet of snippetsIn(transcript)) {
    snippets.push(snippet);
    if (isHoldingUp()) await giveWay();
  }
  return snippets;
}

function summaryOf({ state, findable }: Conversation): Words | undefined {
  const text = findable && summaryText(findable);
  if (!text) return undefined;
  return { conversationId: state.id, memoryId: null, segmentIds: [], text, saidAt: state.startedAt };
}
