import type { Category } from "./category.js";

export interface FolderState {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly description: string | null;
  readonly color: string;
  readonly icon: string;
  readonly isSystem: boolean;
  readonly isDefault: boolean;
  readonly order: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type SystemFolderName = "Work" | "Personal" | "Social";

interface SystemFolder {
  readonly name: SystemFolderName;
  readonly color: string;
  readonly icon: string;
  readonly categories: readonly Category[];
}

/** Decision 8.1, in display order. Personal takes what belongs to neither of the others. */
const systemSet: readonly SystemFolder[] = [
  {
    name: "Work",
    color: "#3B82F6",
    icon: "💼",
    categories: [
      "work",
      "business",
      "entrepreneurship",
      "technology",
      "finance",
      "legal",
      "economics",
      "science",
      "education",
      "politics",
      "design",
      "architecture",
      "real",
    ],
  },
  { name: "Personal", color: "#10B981", icon: "👤", categories: [] },
  {
    name: "Social",
    color: "#8B5CF6",
    icon: "👥",
    categories: ["social", "family", "romantic", "parenting", "entertainment", "sports"],
  },
];

/** A place for conversations. Contract 2.9, decision 8. */
export class Folder {
  private constructor(readonly state: FolderState) {}

  /** @param idOf derives the same id for the same user and name every time. */
  static systemSet(userId: string, now: Date, idOf: (name: SystemFolderName) => string): Folder[] {
    return systemSet.map(
      ({ name, color, icon }, order) =>
        new Folder({
          id: idOf(name),
          userId,
          name,
          description: null,
          color,
          icon,
          isSystem: true,
          isDefault: name === "Personal",
          order,
          createdAt: now,
          updatedAt: now,
        }),
    );
  }

  static restore(state: FolderState): Folder {
    return new Folder(state);
  }

  /** Which of the system set a conversation of this category is put into. */
  static systemNameFor(category: Category): SystemFolderName {
    return systemSet.find(({ categories }) => categories.includes(category))?.name ?? "Personal";
  }
}
