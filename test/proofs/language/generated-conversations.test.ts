import { processGenerated } from "../../support/processed-texts.js";

describe("conversations of any text, at length", () => {
  it("are all completed, and none of 5,000 breaks a rule of a digest", async function () {
    this.timeout(1_800_000);
    await processGenerated(5_000);
  });
});
