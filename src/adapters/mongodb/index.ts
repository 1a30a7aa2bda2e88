export { openMongoStore, type MongoOptions } from "./store.js";
