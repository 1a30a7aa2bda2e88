import { expect } from "chai";
import { categories } from "../../../src/domain/conversation/conversation-attributes.js";
import { Folder } from "../../../src/domain/folder/folder.js";
import { aFolder } from "../../../src/testing/index.js";

const now = new Date("2026-03-02T09:00:00.000Z");

describe("System folders", () => {
  const set = Folder.createSystemFolders("ada", now, (name) => `id of ${name}`).map(({ state }) => state);

  it("are Work, Personal and Social, in that order", () => {
    expect(set.map(({ id, name, color, icon, order }) => [id, name, color, icon, order])).to.deep.equal([
      ["id of Work", "Work", "#3B82F6", "💼", 0],
      ["id of Personal", "Personal", "#10B981", "👤", 1],
      ["id of Social", "Social", "#8B5CF6", "👥", 2],
    ]);
  });

  it("belong to the user, with Personal as the default", () => {
    expect(set.every(({ isSystem, userId, createdAt }) => isSystem && userId === "ada" && createdAt === now)).to.be
      .true;
    expect(set.filter(({ isDefault }) => isDefault).map(({ name }) => name)).to.deep.equal(["Personal"]);
  });

  it("cover every category", () => {
    const names = new Set(set.map(({ name }) => name));
    for (const category of categories) expect(names.has(Folder.getSystemFolderName(category)), category).to.be.true;
    expect(Folder.getSystemFolderName("business")).to.equal("Work");
    expect(Folder.getSystemFolderName("family")).to.equal("Social");
    expect(Folder.getSystemFolderName("other")).to.equal("Personal");
  });
});

describe("A folder", () => {
  it("is restored from its stored state", () => {
    const { state } = aFolder({ name: "Attic" });
    expect(Folder.restore(state).state).to.deep.equal(state);
  });
});
