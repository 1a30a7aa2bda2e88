import { processGenerated } from "../../support/processed-texts.js";

describe("conversations of any text", () => {
  it("are all completed, and none of 300 breaks a rule of a digest", async () => {
    await processGenerated(300);
  });
});
