export { openInMemoryStore } from "./store.js";
