import { processGeneratedConversations } from "../../support/processed-texts.js";

describe("Generated conversations", () => {
  it("are all completed, and no summary of the 300 violates a rule", async () => {
    await processGeneratedConversations(300);
  });
});
