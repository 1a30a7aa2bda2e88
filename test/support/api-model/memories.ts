import type { Random } from "../random.js";
import { isOneOf } from "./checked-answers.js";
import { ascending, descending, inCategories, inOrderOf, listsLike } from "./listing.js";
import type { Callers, Found, Known, Reading, Resource, Write } from "./resource.js";

const collection = "/v1/dev/user/memories";

/** A memory as it reads, without its id and times. */
interface Shown {
  readonly content: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly visibility: string;
  readonly edited: boolean;
  readonly user_review: boolean | null;
}

/** With how many of those that came with it are there. */
interface Memory extends Shown, Reading {
  readonly siblings: number;
}

interface WireMemory extends Shown {
  readonly id: string;
  readonly created_at: string;
}

interface Batch {
  readonly memories: readonly WireMemory[];
}

const one = (id: string): string => `${collection}/${id}`;

const numberOf = (mark: string): number => Number(/\d+$/.exec(mark)?.[0]);

/** These keep their words and are never rejected or deleted: what says the same is always the same one. */
const isConstant = (mark: string): boolean => numberOf(mark) % 3 > 0;

/** So many others come with it: all or none. */
const siblingsOf = (mark: string): number => (numberOf(mark) % 3 === 2 ? 24 : 0);

const contentOf = (mark: string, words = "first"): string => `${mark}: Ada said it in her ${words} words`;

/** What differs in form only. */
const reworded = (content: string): string => ` ${content.toUpperCase().replaceAll(" ", " \t")}\n`;

const readingOf = ({ content, category, tags, visibility, edited, user_review }: WireMemory): Shown & Reading => {
  return { content, category, tags, visibility, edited, user_review };
};

/** Memories of one mark: one, or one and its siblings. */
function foundOf(mark: string, memories: readonly WireMemory[]): Found[] {
  const isSibling = ({ content }: WireMemory): boolean => content.startsWith(`${mark}: sibling`);
  const siblings = memories.filter(isSibling).length;
  const own = memories.filter((memory) => !isSibling(memory));
  if (own.length === 0) return [{ mark, id: "none", reading: { content: "", siblings } }];
  return own.map((memory) => ({ mark, id: memory.id, reading: { ...readingOf(memory), siblings } }));
}

/** Created alone, or in a batch: with siblings, or with itself in another form, which is one memory all the same. */
function creation(name: string, mark: string, random: Random): Write<Memory> {
  const [content, category] = [contentOf(mark), "work"];
  const fields = { content, category, tags: [mark] };
  const siblings = siblingsOf(mark);
  const created = {
    content,
    category,
    tags: [mark],
    visibility: "private",
    edited: false,
    user_review: true,
    siblings,
  };
  const isAlone = siblings === 0 && random.chance(0.5);
  const others =
    siblings > 0 ? Array.from({ length: siblings }, (_, index) => `${mark}: sibling ${index}`) : [reworded(content)];
  return {
    name: `${name}${isAlone ? "" : " in a batch"}`,
    send: ({ keyed }) =>
      isAlone
        ? keyed.post(collection, fields)
        : keyed.post(`${collection}/batch`, {
            memories: [fields, ...others.map((other) => ({ ...fields, content: other }))],
          }),
    effect: (before) => before ?? created,
    creates: true,
  };
}

function edit({ id, mark }: Known & { readonly id: string }, random: Random): Write<Memory> {
  const patch = random.of<Partial<Memory>>([
    { tags: [String(random.integer(1000))] },
    { visibility: random.of(["public", "private"]) },
    { category: random.of(["core", "habits"]), tags: [] },
    ...(isConstant(mark) ? [] : [{ content: contentOf(mark, String(random.integer(1000))) }, { user_review: false }]),
    { user_review: true },
  ]);
  const edited = patch.content === undefined ? {} : { edited: true };
  return {
    name: `change the ${Object.keys(patch).join(", ")} of a memory`,
    send: ({ keyed }) => keyed.patch(one(id), patch),
    effect: (before) => before && { ...before, ...patch, ...edited },
    shows: (body, after) => after !== undefined && isOneOf(readingOf(body as WireMemory), [after]),
    refusals: whenGone,
  };
}

function deletion(id: string): Write<Memory> {
  return {
    name: "delete a memory",
    send: ({ keyed }) => keyed.delete(one(id)),
    effect: () => undefined,
    refusals: whenGone,
  };
}

/** None of them was superseded: it stays as it is. */
function restoration(id: string): Write<Memory> {
  return {
    name: "restore a memory",
    send: ({ keyed }) => keyed.post(`${one(id)}/restore`),
    effect: (before) => before,
    shows: (body, after) => after !== undefined && isOneOf(readingOf(body as WireMemory), [after]),
    refusals: whenGone,
  };
}

const whenGone = (before: Memory | undefined): readonly number[] => (before === undefined ? [404] : []);

/** Memories that the user writes, says again, changes, rejects and deletes. */
export const memories = (): Resource<Memory> => ({
  name: "memory",
  create: (mark, random) => creation("create a memory", mark, random),
  change: ({ id, ...known }, random) => {
    const changes = [
      ...(isConstant(known.mark) ? [() => creation("say again", known.mark, random)] : []),
      ...(id === undefined ? [] : [() => edit({ ...known, id }, random), () => restoration(id)]),
      ...(id === undefined || isConstant(known.mark) ? [] : [() => deletion(id)]),
    ];
    return changes.length === 0 ? undefined : random.of(changes)();
  },
  idOf: (receipt) => {
    const { memories: batch } = receipt as Partial<Batch>;
    return (batch?.[0] ?? (receipt as WireMemory)).id;
  },
  list: async ({ keyed }: Callers): Promise<readonly Found[]> => {
    const found: WireMemory[] = [];
    let next: string | undefined = `${collection}?limit=200`;
    while (next !== undefined) {
      const { status, body, headers } = await keyed.get(next);
      if (status !== 200) throw new Error(`The list of memories was answered ${status}: ${JSON.stringify(body)}`);
      found.push(...(body as WireMemory[]));
      next = /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1];
    }
    const byMark = Map.groupBy(found, ({ content }) => content.replace(/:.*/s, ""));
    return [...byMark].flatMap(([mark, each]) => foundOf(mark, each));
  },
  isListed: ({ user_review }) => user_review !== false,
  // Decision 5.1.
  checkLists: listsLike<WireMemory>({
    path: collection,
    everything: "",
    order: inOrderOf(
      descending(({ created_at }) => created_at),
      ascending(({ id }) => id),
    ),
    some: (all, random) => inCategories(all, ["work", "core", "habits", "hobbies"], ({ category }) => category, random),
  }),
  get: async ({ keyed }, { id }) => {
    const { status, body } = await keyed.get(one(id));
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`${id} was answered ${status}: ${JSON.stringify(body)}`);
    return readingOf(body as WireMemory);
  },
  readings: (memory) => [memory],
});
