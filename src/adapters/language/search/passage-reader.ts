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
import { summaryText } from "./summary-text.js";

export interface PassageTexts {
  readonly conversations: Pick<ConversationRepository, "get" | "transcripts">;
  readonly memories: Pick<MemoryRepository, "ofIds">;
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

interface ReadConversation {
  readonly conversation: Conversation;
  readonly transcript: Transcript | undefined;
  readonly snippets: readonly Snippet[];
  /** By the place of the snippet. */
  readonly relevances: ReadonlyMap<number, number>;
  /** The places of those that stand in a passage already. */
  readonly taken: Set<number>;
}

type Words = Omit<Passage, "relevance">;

/** Makes passages of the places that were found, from what stands there now: what has gone by now is none. */
export class PassageReader {
  readonly #conversations = new Map<string, ReadConversation | undefined>();
  readonly #relevances = new Map<string, Map<number, number>>();

  constructor(
    private readonly texts: PassageTexts,
    private readonly userId: string,
    private readonly userName: string,
    private readonly found: readonly PlaceFound[],
  ) {
    for (const { place, relevance } of found) {
      if (place.kind !== "snippet") continue;
      const said = this.#relevances.get(place.conversationId) ?? new Map<number, number>();
      this.#relevances.set(place.conversationId, said.set(place.at, relevance));
    }
  }

  /** Best first. What was said twice, as in a conversation that was imported twice, stands once. */
  async passages(limit: number): Promise<Passage[]> {
    const passages: Passage[] = [];
    const texts = new Set<string>();
    const take = async ({ place, relevance }: PlaceFound): Promise<boolean> => {
      const words = await this.#at(place);
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

  async #at(place: Place): Promise<Words | undefined> {
    if (place.kind === "memory") return this.#memory(place.memoryId);
    const read = await this.#conversation(place.conversationId);
    if (!read) return undefined;
    return place.kind === "summary" ? summaryOf(read.conversation) : this.#said(read, place.at);
  }

  async #memory(id: string): Promise<Words | undefined> {
    const [memory] = await this.texts.memories.ofIds(this.userId, [id]);
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

  /** The snippet with those beside it, the better ones first, as far as they go into one passage. */
  #said({ conversation, transcript, snippets, relevances, taken }: ReadConversation, at: number): Words | undefined {
    const centre = snippets[at];
    if (!transcript || !centre || taken.has(at)) return undefined;
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
    const together = snippets.slice(from, to + 1);
    return {
      conversationId: conversation.state.id,
      memoryId: null,
      segmentIds: segmentIdsOf(transcript, together),
      text: shownText(transcript, together, this.userName),
      saidAt: conversation.state.startedAt,
    };
  }

  async #conversation(id: string): Promise<ReadConversation | undefined> {
    if (!this.#conversations.has(id)) this.#conversations.set(id, await this.#read(id));
    return this.#conversations.get(id);
  }

  async #read(id: string): Promise<ReadConversation | undefined> {
    const { conversations } = this.texts;
    const relevances = this.#relevances.get(id) ?? new Map<number, number>();
    const transcript = relevances.size > 0 ? (await conversations.transcripts(this.userId, [id])).get(id) : undefined;
    const snippets = transcript ? await divided(transcript) : [];
    // Looked at last: what is listed still was so when its words were read.
    const conversation = await conversations.get(this.userId, id);
    if (!conversation?.isListed) return undefined;
    return { conversation, transcript, snippets, relevances, taken: new Set() };
  }
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
