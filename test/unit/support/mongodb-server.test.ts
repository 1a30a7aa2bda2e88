import { expect } from "chai";
import { selectDatabase } from "../../support/mongodb-server.js";

describe("selectDatabase", () => {
  for (const [title, url, expected] of [
    ["adds the database", "mongodb://127.0.0.1:27017", "mongodb://127.0.0.1:27017/own"],
    [
      "keeps hosts and options",
      "mongodb://one:1,two:2/?replicaSet=rs0&tls=true",
      "mongodb://one:1,two:2/own?replicaSet=rs0&tls=true",
    ],
    [
      "looks credentials up where they were",
      "mongodb+srv://ada:p%40ss@example.org/accounts?w=1",
      "mongodb+srv://ada:p%40ss@example.org/own?w=1&authSource=accounts",
    ],
    [
      "looks credentials up in admin by default",
      "mongodb://ada:secret@example.org",
      "mongodb://ada:secret@example.org/own?authSource=admin",
    ],
    [
      "leaves a named source of credentials",
      "mongodb://ada:secret@example.org/accounts?authSource=users",
      "mongodb://ada:secret@example.org/own?authSource=users",
    ],
  ] as const) {
    it(title, () => expect(selectDatabase(url, "own")).to.equal(expected));
  }
});
