import type { Category } from "../conversation/conversation-attributes.js";

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

/**
 * The system folders, in display order. Personal contains all categories that the others do not list (decision 8.1).
 */
const SYSTEM_FOLDERS: readonly SystemFolder[] = [
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

/** A folder of conversations. */
export class Folder {
  private constructor(readonly state: FolderState) {}

  /** @param deriveId derives the same ID for the same user and name every time. */
  static createSystemFolders(userId: string, now: Date, deriveId: (name: SystemFolderName) => string): Folder[] {
    return SYSTEM_FOLDERS.map(
      ({ name, color, icon }, order) =>
        new Folder({
          id: deriveId(name),
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

  /** Returns the system folder for conversations of this category. */
  static getSystemFolderName(category: Category): SystemFolderName {
    return SYSTEM_FOLDERS.find(({ categories }) => categories.includes(category))?.name ?? "Personal";
  }
}
