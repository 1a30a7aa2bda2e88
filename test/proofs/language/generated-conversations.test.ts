import { processGeneratedConversations } from "../../support/processed-texts.js";

describe("processing of generated conversations", () => {
  it("completes 5,000 conversations with valid digests", async function () {
    this.timeout(1_800_000);
    await processGeneratedConversations(5_000);
  });
});
