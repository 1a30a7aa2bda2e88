import { readFile } from "node:fs/promises";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect } from "chai";
import { Ajv2020 } from "ajv/dist/2020.js";
import { dereference, type DeclaredResponse, type JsonSchema, type OpenApi } from "../../support/openapi-document.js";
import { startService } from "../../support/service.js";

const SNAPSHOT = new URL("../../../../test/fixtures/openapi.json", import.meta.url);
const LOCK = new URL("../../../../package-lock.json", import.meta.url);
const MANIFEST = new URL("../../../../package.json", import.meta.url);

interface Reference {
  readonly $ref?: string;
}

for (const names of ["neutral", "omi"]) {
  describe(`the OpenAPI document with ${names} names`, () => {
    it("is valid against the 3.1 meta-schema", async () => {
      const document = await documentOf(names);
      const { valid, errors } = await new Validator().validate(structuredClone(document) as Record<string, unknown>);
      expect(errors ?? []).to.deep.equal([]);
      expect(valid).to.equal(true);
    });
  });
}

describe("the OpenAPI document: the snapshot", () => {
  it("matches the stored snapshot", async () => {
    const document = await documentOf("neutral");
    expect(document).to.deep.equal(JSON.parse(await readFile(SNAPSHOT, "utf8")));
  });
});

describe("the OpenAPI document: generator input", () => {
  for (const names of ["neutral", "omi"]) {
    it(`resolves every reference and uses every component with ${names} names`, async () => {
      const document = (await documentOf(names)) as OpenApi & { readonly components: Record<string, object> };
      expect(() => dereference(document)).not.to.throw();
      const references = new Set(
        [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference),
      );
      const components = Object.entries(document.components)
        .filter(([section]) => section !== "securitySchemes")
        .flatMap(([section, named]) => Object.keys(named).map((name) => `#/components/${section}/${name}`));
      expect(components.filter((component) => !references.has(component))).to.deep.equal([]);
    });
  }

  it("uses a named schema for every JSON body", async () => {
    const document = (await documentOf("neutral")) as OpenApi;
    const named = /^#\/components\/schemas\/[A-Z][A-Za-z]+$/;
    const bodies = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { requestBody, responses }]) =>
        [requestBody, ...Object.values(responses)].flatMap((body) => {
          const schema = body?.content?.["application/json"]?.schema as (JsonSchema & Reference) | undefined;
          return schema ? [{ name: `${method} ${path}`, $ref: schema.$ref ?? (schema.items as Reference).$ref }] : [];
        }),
      ),
    );
    expect(bodies.length).to.be.greaterThan(80);
    expect(bodies.filter(({ $ref }) => !named.test($ref ?? ""))).to.deep.equal([]);
  });

  it("contains the schema names of the API contract", async () => {
    const { components } = (await documentOf("neutral")) as OpenApi;
    expect(Object.keys(components?.schemas ?? {})).to.include.members([
      "ActionItem",
      "ConversationActionItem",
      "ConversationEvent",
      "CreateSegment",
      "DeveloperConversation",
      "DeveloperConversationStructured",
      "ErrorResponse",
      "Folder",
      "Geolocation",
      "Goal",
      "HTTPValidationError",
      "Memory",
      "TranscriptSegment",
    ]);
  });

  it("distinguishes the two 422 response bodies: each matches exactly one schema", async () => {
    const service = await startService();
    try {
      const client = await service.clientWithKey("ada");
      const { components } = dereference(service.document) as OpenApi;
      const ajv = new Ajv2020({ strict: false });
      const fits = (name: string) => (body: unknown) => ajv.validate(components?.schemas?.[name] ?? {}, body);
      const list = await client.post("/v1/dev/user/conversations", { text: 7 });
      const rule = await client.post("/v1/dev/user/conversations", { text: " " });
      expect([list.status, rule.status]).to.deep.equal([422, 422]);
      expect([list.body, rule.body].map(fits("HTTPValidationError"))).to.deep.equal([true, false]);
      expect([list.body, rule.body].map(fits("ErrorResponse"))).to.deep.equal([false, true]);
      const declared = (service.document as OpenApi).paths["/v1/dev/user/conversations"]?.["post"]?.responses["422"];
      const response = (service.document as { components: { responses: Record<string, DeclaredResponse> } }).components
        .responses[(declared as Reference).$ref?.split("/").at(-1) ?? ""];
      expect(response?.content?.["application/json"]?.schema).to.deep.equal({
        oneOf: [{ $ref: "#/components/schemas/HTTPValidationError" }, { $ref: "#/components/schemas/ErrorResponse" }],
      });
    } finally {
      await service.close();
    }
  });

  it("has the contract's title and the versions of package.json", async () => {
    const { info } = (await documentOf("neutral")) as { info: Readonly<Record<string, unknown>> };
    const manifest = JSON.parse(await readFile(MANIFEST, "utf8")) as { version: string; apiVersion: string };
    expect(info).to.include({ title: "mneme application client API", version: "1.0.0" });
    expect(info).to.include({ version: manifest.apiVersion, "x-service-version": manifest.version });
  });
});

describe("the documentation page", () => {
  it("renders the OpenAPI document without external resources", async () => {
    const service = await startService();
    try {
      const response = await fetch(`${service.url}/docs`);
      const page = await response.text();
      const links = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? "");
      expect(links).to.have.length(4);
      for (const link of links) {
        expect(link).to.match(/^\/docs\//);
        const asset = await fetch(service.url + link);
        expect(asset.status, link).to.equal(200);
        expect((await asset.arrayBuffer()).byteLength, link).to.be.greaterThan(0);
      }
      const policy = response.headers.get("Content-Security-Policy") ?? "";
      const directives = new Map(policy.split(";").map((each) => each.trim().split(/ (.*)/, 2) as [string, string]));
      expect(directives.get("default-src")).to.equal("'self'");
      expect(directives.get("script-src")).to.equal("'self'");
      expect(policy).not.to.match(/https?:/);
      const start = await (await fetch(`${service.url}/docs/start.js`)).text();
      expect(start).to.include('url: "/openapi.json"').and.to.include("validatorUrl: null");
    } finally {
      await service.close();
    }
  });

  it("depends on packages without install scripts or telemetry", async () => {
    const lock = JSON.parse(await readFile(LOCK, "utf8")) as { packages: Record<string, object> };
    expect(Object.keys(lock.packages).filter((name) => name.includes("scarf"))).to.deep.equal([]);
    const ui = lock.packages["node_modules/@fastify/swagger-ui"];
    expect(ui).to.be.an("object").and.not.to.have.property("hasInstallScript");
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
