import { readFile } from "node:fs/promises";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect } from "chai";
import { startService } from "../../support/service.js";

const SNAPSHOT = new URL("../../../../test/fixtures/openapi.json", import.meta.url);

for (const names of ["neutral", "omi"]) {
  describe(`the OpenAPI document under ${names} names`, () => {
    it("is valid against the 3.1 meta-schema", async () => {
      const document = await documentOf(names);
      const { valid, errors } = await new Validator().validate(structuredClone(document) as Record<string, unknown>);
      expect(errors ?? []).to.deep.equal([]);
      expect(valid).to.equal(true);
    });
  });
}

describe("the OpenAPI document", () => {
  it("is the one that was agreed on: a change of the API is seen in this snapshot", async () => {
    const document = await documentOf("neutral");
    expect(document).to.deep.equal(JSON.parse(await readFile(SNAPSHOT, "utf8")));
  });
});

describe("the documentation page", () => {
  it("shows the document with nothing from elsewhere", async () => {
    const service = await startService();
    try {
      const page = await (await fetch(`${service.url}/docs`)).text();
      const links = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? "");
      expect(links).to.have.length(4);
      for (const link of links) {
        expect(link).to.match(/^\/docs\//);
        expect((await fetch(service.url + link)).status, link).to.equal(200);
      }
    } finally {
      await service.close();
    }
  });
});

async function documentOf(names: string): Promise<object> {
  const service = await startService({ MNEME_WIRE_NAMES: names });
  try {
    return (await (await fetch(`${service.url}/openapi.json`)).json()) as object;
  } finally {
    await service.close();
  }
}
