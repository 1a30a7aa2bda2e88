export * from "./export-archive.js";
export * from "./import-archive.js";
export type { ArchiveHeader } from "./archive-format.js";
