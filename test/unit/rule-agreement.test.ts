import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";
import { Conversation } from "../../src/domain/conversation.js";
import { DomainError } from "../../src/domain/errors.js";
import {
  clientSessionId,
  conversationText,
  folderIdFilter,
  latitude,
  longitude,
  memoryBatch,
  memoryContent,
  transcriptBatch,
} from "../../src/domain/limits.js";
import { Memory } from "../../src/domain/memory.js";
import { listLength, Refused } from "../../src/domain/rules.js";
import { CreateFromSegments, CreateFromText, ListConversations } from "../../src/adapters/http/conversations.dto.js";
import { read, schemaOf, type Class } from "../../src/adapters/http/field.js";
import { CreateMemories, CreateMemory, UpdateMemory } from "../../src/adapters/http/memories.dto.js";
import { neutral } from "../../src/adapters/http/wire-names.js";
import { aMemory } from "../../src/testing/index.js";

const birth = { id: "c", userId: "ada", now: new Date("2026-03-02T09:00:00.000Z"), leaseMs: 1 };
const segment = { text: "Hm", start: 0, end: 1 };
const segments = (length: number) => Array.from({ length }, () => segment);
const place = { latitude: 0, longitude: 0, address: null, mapPlaceId: null, locationType: null };
const emojis = (length: number) => "🌱".repeat(length);

type Judge<T> = (value: T) => boolean;

interface Agreement<T> {
  /** The bounds as the contract or a decision has them, not as the code does. */
  readonly allowed: readonly T[];
  readonly refused: readonly T[];
  readonly judges: Readonly<Record<string, Judge<T>>>;
}

const aggregate =
  <T>(act: (value: T) => unknown): Judge<T> =>
  (value) => {
    try {
      act(value);
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.kind === "invalid") return false;
      throw error;
    }
  };

/** The edge's reader and the schema of OpenAPI, both on the same input. */
function wire<T>(shape: Class<object>, inputOf: (value: T) => object): Record<string, Judge<T>> {
  const fits = new Ajv2020({ strict: false, validateFormats: false }).compile(schemaOf(shape, neutral));
  return {
    edge: (value) => !(read(shape, "body", inputOf(value), neutral) instanceof Refused),
    schema: (value) => fits(inputOf(value)),
  };
}

function agree<T>(name: string, { allowed, refused, judges }: Agreement<T>): void {
  describe(`the rule for ${name}`, () => {
    for (const [judge, allows] of Object.entries(judges)) {
      it(`is the same to the ${judge}`, () => {
        expect(allowed.map(allows), "allowed").to.deep.equal(allowed.map(() => true));
        expect(refused.map(allows), "refused").to.deep.equal(refused.map(() => false));
      });
    }
  });
}

const texts = (max: number) => ({
  allowed: ["a", emojis(1), "a".repeat(max), emojis(max)],
  refused: ["", "a".repeat(max + 1), emojis(max + 1)],
});

agree("a conversation's text", {
  ...texts(100_000),
  judges: {
    rule: (text) => !(conversationText.read(text) instanceof Refused),
    aggregate: aggregate((text) => Conversation.fromText({ text }, birth)),
    ...wire(CreateFromText, (text) => ({ text })),
  },
});

agree("a client's session id", {
  ...texts(200),
  judges: {
    rule: (id) => !(clientSessionId.read(id) instanceof Refused),
    aggregate: aggregate((id) => Conversation.fromSegments({ segments: segments(1), clientSessionId: id }, birth)),
    ...wire(CreateFromSegments, (id) => ({ transcript_segments: segments(1), client_session_id: id })),
  },
});

agree("the filter by folder", {
  allowed: ["a", emojis(1), "a".repeat(10_000)],
  refused: [""],
  judges: {
    rule: (id) => !(folderIdFilter.read(id) instanceof Refused),
    ...wire<string>(ListConversations, (id) => ({ folder_id: id })),
  },
});

const memoryBirth = { ...birth, category: "core" } as const;
agree("a memory's content", {
  ...texts(500),
  judges: {
    rule: (content) => !(memoryContent.read(content) instanceof Refused),
    aggregate: aggregate((content) => Memory.create({ content }, memoryBirth)),
    ...wire(CreateMemory, (content) => ({ content })),
  },
});

agree("a memory's changed content", {
  ...texts(500),
  judges: {
    aggregate: aggregate((content) => aMemory().edit({ content }, birth.now)),
    ...wire(UpdateMemory, (content) => ({ content })),
  },
});

const contents = (length: number) => Array.from({ length }, (_, index) => ({ content: `number ${index}` }));
agree("the number of memories in a batch", {
  allowed: [0, 1, 24, 25],
  refused: [26],
  judges: {
    rule: (length) => listLength(length, memoryBatch) === undefined,
    aggregate: aggregate((length) => Memory.checkBatch(contents(length))),
    ...wire<number>(CreateMemories, (length) => ({ memories: contents(length) })),
  },
});

agree("the number of segments", {
  allowed: [1, 2, 499, 500],
  refused: [0, 501],
  judges: {
    rule: (length) => listLength(length, transcriptBatch) === undefined,
    aggregate: aggregate((length) => Conversation.fromSegments({ segments: segments(length) }, birth)),
    ...wire<number>(CreateFromSegments, (length) => ({ transcript_segments: segments(length) })),
  },
});

for (const [name, rule, bound] of [
  ["latitude", latitude, 90],
  ["longitude", longitude, 180],
] as const) {
  agree(`a place's ${name}`, {
    allowed: [-bound, 1 - bound, 0, bound - 1, bound],
    refused: [-bound - 1, -bound - 1e-9, bound + 1e-9, bound + 1],
    judges: {
      rule: (value) => !(rule.read(value) instanceof Refused),
      aggregate: aggregate((value) =>
        Conversation.fromText({ text: "Hm", geolocation: { ...place, [name]: value } }, birth),
      ),
      ...wire(CreateFromText, (value) => ({ text: "Hm", geolocation: { latitude: 0, longitude: 0, [name]: value } })),
    },
  });
}

// Decision 4.10: counted after trimming, and so by the aggregate alone.
const { allowed, refused } = texts(500);
agree("a conversation's title", {
  allowed: [...allowed, ` ${emojis(500)} `],
  refused: [...refused, " ", ` ${emojis(501)}`],
  judges: { aggregate: aggregate((title) => Conversation.checkPatch({ title })) },
});
