import { Refused } from "../../../src/domain/rules.js";
import { CreateKey } from "../../../src/adapters/http/api-keys.dto.js";
import {
  CreateFromSegments,
  CreateFromText,
  ListConversations,
  UpdateConversation,
} from "../../../src/adapters/http/conversations.dto.js";
import { misfit, refusalOf } from "../../../src/adapters/http/errors.js";
import { read, type Class } from "../../../src/adapters/http/field.js";
import { parseJson } from "../../../src/adapters/http/json-body.js";
import { CreateMemories, UpdateMemory } from "../../../src/adapters/http/memories.dto.js";
import { SearchMemories } from "../../../src/adapters/http/memory-search.dto.js";
import { parseQuery } from "../../../src/adapters/http/query.js";
import { wireNames, type WireNames } from "../../../src/adapters/http/wire-names.js";
import { itAnswers, requestVectors, type Send } from "../../support/vectors.js";

const bodies: Readonly<Record<string, Class<object>>> = {
  "POST /v1/dev/user/conversations": CreateFromText,
  "POST /v1/dev/user/conversations/from-segments": CreateFromSegments,
  "PATCH /v1/dev/user/conversations/c1": UpdateConversation,
  "POST /v1/dev/user/memories/batch": CreateMemories,
  "PATCH /v1/dev/user/memories/m1": UpdateMemory,
  "POST /v1/dev/keys": CreateKey,
};

const queries: Readonly<Record<string, Class<object>>> = {
  "/v1/dev/user/memories/vector/search": SearchMemories,
};

/** The reader alone, in a server's place. */
const reader =
  (names: WireNames): Send =>
  ({ method, path, body }) => {
    const [route = "", query = ""] = path.split(/\?(.*)/s);
    const shape = bodies[`${method} ${route}`];
    try {
      const value = shape
        ? read(shape, "body", body ? parseJson(Buffer.from(body)) : undefined, names)
        : read(queries[route] ?? ListConversations, "query", parseQuery(query), names);
      if (value instanceof Refused) throw misfit(value.violations);
      return { status: 200, body: {} };
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      return { status: refusal.status, body: { detail: refusal.detail } };
    }
  };

for (const [table, names] of Object.entries(wireNames)) {
  describe(`reading requests under the wire names ${table}`, () => {
    itAnswers(requestVectors(), reader(names));
  });
}
