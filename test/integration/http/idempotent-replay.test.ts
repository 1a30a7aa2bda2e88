import { expect } from "chai";
import type { ApiClient } from "../../support/api-client.js";
import {
  CONVERSATIONS_PATH as conversations,
  recordConversation,
  singleSegmentBody,
} from "../../support/conversation-requests.js";
import { startService, type TestService } from "../../support/service.js";
import { findTextRemnants } from "../../support/text-remnants.js";

const memories = "/v1/dev/user/memories";
const actionItems = "/v1/dev/user/action-items";
const FACT = "I play the bassoon every Sunday.";

for (const store of ["sqlite", "memory"]) {
  describe(`stored idempotent responses in the ${store} store`, () => {
    let service: TestService;
    let client: ApiClient;
    let id: string;

    beforeEach(async () => {
      service = await startService({ MNEME_STORE: store });
      client = await service.clientWithKey("ada", [
        ...(["conversations:read", "conversations:write", "memories:read", "memories:write"] as const),
        ...(["action_items:read", "action_items:write"] as const),
      ]);
      const segment = { start: 0, end: 5, is_user: true };
      const texts = [FACT, "I will send you the bassoon score by Friday."];
      const said = { transcript_segments: texts.map((text) => ({ ...segment, text })) };
      id = (await recordConversation(client, said)).id;
    });
    afterEach(() => service.close());

    /** The first of a list, told as it is by a change that changes nothing, under a key. */
    async function shown(collection: string, patch: object): Promise<() => ReturnType<ApiClient["patch"]>> {
      const [first] = (await client.get(collection)).body as { id: string }[];
      const path = `${collection}/${first?.id ?? "none"}`;
      const send = () => client.patch(path, patch, { "Idempotency-Key": collection });
      const { status, body } = await send();
      expect(status).to.equal(200);
      expect(JSON.stringify(body)).to.include("bassoon");
      return send;
    }

    it("are erased when the conversation of the memory or action item they show is deleted", async () => {
      const again = [await shown(memories, { content: null }), await shown(actionItems, { completed: null })];
      expect((await client.delete(`${conversations}/${id}`)).status).to.equal(200);
      for (const send of again) expect((await send()).status).to.equal(409);
      for (const collection of [memories, actionItems]) expect((await client.get(collection)).body).to.deep.equal([]);
      expect(await findTextRemnants(["bassoon"], service.directory)).to.deep.equal([]);
    });

    it("are kept when another conversation is deleted", async () => {
      const again = [await shown(memories, { content: null }), await shown(actionItems, { completed: null })];
      const other = await recordConversation(
        client,
        singleSegmentBody("The weather was fine in the mountains all week."),
      );
      expect((await client.delete(`${conversations}/${other.id}`)).status).to.equal(200);
      for (const send of again) expect((await send()).headers.get("Idempotent-Replayed")).to.equal("true");
    });
  });
}
