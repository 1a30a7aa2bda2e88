import type { SeededRandom } from "../random.js";
import { matchesAnyReading } from "./checked-responses.js";
import { ascending, descending, selectByCategories, byEach, createListCheck } from "./list-checks.js";
import type { ModelClients, ListedObject, KnownObject, Reading, Resource, Write } from "./resource.js";

const COLLECTION_PATH = "/v1/dev/user/memories";

/** A memory as a client reads it, without its ID and times. */
interface ShownMemory {
  readonly content: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly visibility: string;
  readonly edited: boolean;
  readonly user_review: boolean | null;
}

/** A memory with the number of existing siblings, which were created by the same request. */
interface Memory extends ShownMemory, Reading {
  readonly siblings: number;
}

interface WireMemory extends ShownMemory {
  readonly id: string;
  readonly created_at: string;
}

interface MemoryBatch {
  readonly memories: readonly WireMemory[];
}

const memoryPath = (id: string): string => `${COLLECTION_PATH}/${id}`;

const numberInMark = (mark: string): number => Number(/\d+$/.exec(mark)?.[0]);

/** Memories with these marks keep their content and stay: the same content always is the same memory. */
const hasConstantContent = (mark: string): boolean => numberInMark(mark) % 3 > 0;

/** The number of siblings created together with the memory: all or none must exist. */
const siblingCount = (mark: string): number => (numberInMark(mark) % 3 === 2 ? 24 : 0);

const contentFor = (mark: string, words = "first"): string => `${mark}: Ada said it in her ${words} words`;

/** Returns the same content in another form: case and white space differ. */
const varyForm = (content: string): string => ` ${content.toUpperCase().replaceAll(" ", " \t")}\n`;

const toReading = ({ content, category, tags, visibility, edited, user_review }: WireMemory): ShownMemory & Reading => {
  return { content, category, tags, visibility, edited, user_review };
};

/** Groups the memories of one mark into one object: the memory and its siblings. */
function toListedObjects(mark: string, memories: readonly WireMemory[]): ListedObject[] {
  const isSibling = ({ content }: WireMemory): boolean => content.startsWith(`${mark}: sibling`);
  const siblings = memories.filter(isSibling).length;
  const ownMemories = memories.filter((memory) => !isSibling(memory));
  if (ownMemories.length === 0) return [{ mark, id: "none", reading: { content: "", siblings } }];
  return ownMemories.map((memory) => ({ mark, id: memory.id, reading: { ...toReading(memory), siblings } }));
}

/** Creates a memory alone or in a batch: with its siblings, or with a variant of itself, which is the same memory. */
function createMemory(name: string, mark: string, random: SeededRandom): Write<Memory> {
  const [content, category] = [contentFor(mark), "work"];
  const fields = { content, category, tags: [mark] };
  const siblings = siblingCount(mark);
  const created = {
    content,
    category,
    tags: [mark],
    visibility: "private",
    edited: false,
    user_review: true,
    siblings,
  };
  const isAlone = siblings === 0 && random.nextBoolean(0.5);
  const otherContents =
    siblings > 0 ? Array.from({ length: siblings }, (_, index) => `${mark}: sibling ${index}`) : [varyForm(content)];
  return {
    name: `${name}${isAlone ? "" : " in a batch"}`,
    send: ({ keyClient }) =>
      isAlone
        ? keyClient.post(COLLECTION_PATH, fields)
        : keyClient.post(`${COLLECTION_PATH}/batch`, {
            memories: [fields, ...otherContents.map((otherContent) => ({ ...fields, content: otherContent }))],
          }),
    effect: (current) => current ?? created,
    creates: true,
  };
}

function editMemory({ id, mark }: KnownObject & { readonly id: string }, random: SeededRandom): Write<Memory> {
  const patch = random.choose<Partial<Memory>>([
    { tags: [String(random.nextInteger(1000))] },
    { visibility: random.choose(["public", "private"]) },
    { category: random.choose(["core", "habits"]), tags: [] },
    ...(hasConstantContent(mark)
      ? []
      : [{ content: contentFor(mark, String(random.nextInteger(1000))) }, { user_review: false }]),
    { user_review: true },
  ]);
  const edited = patch.content === undefined ? {} : { edited: true };
  return {
    name: `change the ${Object.keys(patch).join(", ")} of a memory`,
    send: ({ keyClient }) => keyClient.patch(memoryPath(id), patch),
    effect: (current) => current && { ...current, ...patch, ...edited },
    shows: (body, after) => after !== undefined && matchesAnyReading(toReading(body as WireMemory), [after]),
    errorStatuses: notFoundIfAbsent,
  };
}

function deleteMemory(id: string): Write<Memory> {
  return {
    name: "delete a memory",
    send: ({ keyClient }) => keyClient.delete(memoryPath(id)),
    effect: () => undefined,
    errorStatuses: notFoundIfAbsent,
  };
}

/** Restores a memory that was not superseded: the request changes nothing. */
function restoreMemory(id: string): Write<Memory> {
  return {
    name: "restore a memory",
    send: ({ keyClient }) => keyClient.post(`${memoryPath(id)}/restore`),
    effect: (current) => current,
    shows: (body, after) => after !== undefined && matchesAnyReading(toReading(body as WireMemory), [after]),
    errorStatuses: notFoundIfAbsent,
  };
}

const notFoundIfAbsent = (current: Memory | undefined): readonly number[] => (current === undefined ? [404] : []);

/** Memories that the user creates, repeats, edits, rejects and deletes. */
export const memories = (): Resource<Memory> => ({
  name: "memory",
  create: (mark, random) => createMemory("create a memory", mark, random),
  change: ({ id, ...known }, random) => {
    const changes = [
      ...(hasConstantContent(known.mark) ? [() => createMemory("say again", known.mark, random)] : []),
      ...(id === undefined ? [] : [() => editMemory({ ...known, id }, random), () => restoreMemory(id)]),
      ...(id === undefined || hasConstantContent(known.mark) ? [] : [() => deleteMemory(id)]),
    ];
    return changes.length === 0 ? undefined : random.choose(changes)();
  },
  idOf: (receipt) => {
    const { memories: batch } = receipt as Partial<MemoryBatch>;
    return (batch?.[0] ?? (receipt as WireMemory)).id;
  },
  list: async ({ keyClient }: ModelClients): Promise<readonly ListedObject[]> => {
    const listedMemories: WireMemory[] = [];
    let next: string | undefined = `${COLLECTION_PATH}?limit=200`;
    while (next !== undefined) {
      const { status, body, headers } = await keyClient.get(next);
      if (status !== 200) throw new Error(`The list of memories was answered ${status}: ${JSON.stringify(body)}`);
      listedMemories.push(...(body as WireMemory[]));
      next = /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1];
    }
    const byMark = Map.groupBy(listedMemories, ({ content }) => content.replace(/:.*/s, ""));
    return [...byMark].flatMap(([mark, members]) => toListedObjects(mark, members));
  },
  isListed: ({ user_review }) => user_review !== false,
  // The order of decision 5.1.
  checkLists: createListCheck<WireMemory>({
    path: COLLECTION_PATH,
    fullListQuery: "",
    order: byEach(
      descending(({ created_at }) => created_at),
      ascending(({ id }) => id),
    ),
    selectRandomly: (members, random) =>
      selectByCategories(members, ["work", "core", "habits", "hobbies"], ({ category }) => category, random),
  }),
  get: async ({ keyClient }, { id }) => {
    const { status, body } = await keyClient.get(memoryPath(id));
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`${id} was answered ${status}: ${JSON.stringify(body)}`);
    return toReading(body as WireMemory);
  },
  readings: (memory) => [memory],
});
