import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { matchesGlob } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import { ServiceMetrics } from "../../../src/adapters/metrics/index.js";
import { getSettingNames } from "../../../src/composition/setting-types.js";
import { readSettings } from "../../../src/composition/settings.js";
import { FixedClock } from "../../../src/testing/index.js";

const SERVER_IMAGE = "mneme:local";
const INTERPOLATION = /\$\{(?<name>\w+)(?::(?<operator>[-?])(?<operand>[^}]*))?\}/g;
/** What an operator puts into `.env`, for settings whose text has a form. */
const EXAMPLE_VALUES: Readonly<Record<string, string>> = {
  MNEME_SECRET: "0123456789abcdef0123456789abcdef",
  MNEME_PUBLIC_URL: "https://mneme.example.org",
};

interface ComposeService {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly volumes?: readonly string[];
}

interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
}

const read = (file: string): string => readFileSync(file, "utf8");
const readCompose = (file: string): ComposeFile => parse(read(file), { merge: true }) as ComposeFile;
const serversOf = ({ services }: ComposeFile): [string, ComposeService][] =>
  Object.entries(services).filter(([, { image }]) => image === SERVER_IMAGE);
const environmentsOf = ({ services }: ComposeFile): [string, string | null][] =>
  Object.values(services).flatMap(({ environment = {} }) => Object.entries(environment));

/** The variables that Compose takes from `.env`. */
function variablesOf(file: string): string[] {
  const interpolated = Array.from(read(file).matchAll(INTERPOLATION), ({ groups }) => groups?.["name"] ?? "");
  const passedOn = environmentsOf(readCompose(file)).flatMap(([name, value]) => (value === null ? [name] : []));
  return [...interpolated, ...passedOn];
}

/** The environment of a server when `.env` has nothing but what is required. */
function requiredEnvironment({ environment = {} }: ComposeService): Record<string, string> {
  const set = Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== null);
  return Object.fromEntries(
    set.map(([name, value]) => [
      name,
      value.replaceAll(INTERPOLATION, (_, variable: string, operator: string, operand: string) =>
        operator === "-" ? operand : (EXAMPLE_VALUES[variable] ?? "example"),
      ),
    ]),
  );
}

const compose = new Map(["compose.yaml", "compose.scale.yaml"].map((file) => [file, readCompose(file)]));
const scale = compose.get("compose.scale.yaml") ?? { services: {} };
const exampleVariables = Array.from(read(".env.example").matchAll(/^#?([A-Z_]+)=/gm), ([, name = ""]) => name);

describe("The deployment files", () => {
  for (const [file, content] of compose) {
    it(`start servers with valid settings in ${file}`, () => {
      const servers = serversOf(content);
      expect(servers).to.not.deep.equal([]);
      for (const [, server] of servers) {
        expect(getSettingNames()).to.include.members(Object.keys(server.environment ?? {}));
        expect(() => readSettings(requiredEnvironment(server))).to.not.throw();
      }
    });

    it(`describe every variable of ${file} in .env.example`, () => {
      expect(exampleVariables).to.include.members(variablesOf(file));
    });

    it(`contain no secrets in ${file}`, () => {
      const secrets = environmentsOf(content).filter(([name]) => /SECRET|PASSWORD|_KEY$/.test(name));
      for (const [name, value] of secrets) expect(value ?? "${NAME:?}", name).to.match(/^\$\{\w+:\?[^}]*\}$/);
    });

    it(`mount only existing files in ${file}`, () => {
      const sources = Object.values(content.services)
        .flatMap(({ volumes = [] }) => volumes)
        .flatMap((volume) => /^(\.[^:]*):/.exec(volume)?.[1] ?? []);
      for (const source of sources) expect(existsSync(source), source).to.equal(true);
    });
  }

  it("describe only variables in .env.example that a compose file reads, and set none", () => {
    expect([...compose.keys()].flatMap(variablesOf)).to.include.members(exampleVariables);
    expect(read(".env.example")).to.not.match(/^[^#\n]/m);
  });

  it("configure the proxy and the servers with the number of servers", () => {
    const servers = serversOf(scale);
    expect(scale.services["caddy"]?.environment?.["MNEME_SERVERS"]).to.equal(
      servers.map(([name]) => `${name}:8080`).join(" "),
    );
    for (const [, { environment }] of servers) expect(Number(environment?.["MNEME_REPLICAS"])).to.equal(servers.length);
  });

  it("set every variable of the Caddyfile", () => {
    const variables = Array.from(read("deploy/Caddyfile").matchAll(/\{\$(\w+)\}/g), ([, name]) => name);
    expect(variables).to.not.deep.equal([]);
    expect(Object.keys(scale.services["caddy"]?.environment ?? {})).to.include.members(variables);
  });

  it("build the image with the Node.js version of the tests", () => {
    const { version } = createRequire(import.meta.url)("node/package.json") as { version: string };
    expect(read("Dockerfile")).to.match(new RegExp(`^FROM node:${version.replaceAll(".", "\\.")}-`, "m"));
  });

  it("give the image only known settings and existing files that .dockerignore admits", () => {
    const dockerfile = read("Dockerfile");
    const set =
      /^ENV (.*)$/m
        .exec(dockerfile)?.[1]
        ?.split(" ")
        .map((assignment) => assignment.split("=")) ?? [];
    const { NODE_ENV, ...settings } = Object.fromEntries(set) as Record<string, string>;
    expect(NODE_ENV).to.equal("production");
    expect(() => readSettings(settings)).to.not.throw();
    expect(getSettingNames()).to.include.members(Object.keys(settings));

    const copied = Array.from(dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm), ([, sources = ""]) => sources);
    const admitted = Array.from(read(".dockerignore").matchAll(/^!(.*)$/gm), ([, pattern = ""]) => pattern);
    expect(copied).to.not.deep.equal([]);
    for (const source of copied.flatMap((sources) => sources.split(" "))) {
      expect(existsSync(source), source).to.equal(true);
      expect(
        admitted.some((pattern) => matchesGlob(source, pattern)),
        source,
      ).to.equal(true);
    }
  });

  it("define alerts on existing metrics only, each described in the documentation", async () => {
    const counts = { users: 0, conversations: new Map(), summaries: new Map(), memories: 0, embeddings: new Map() };
    const statistics = { collect: () => Promise.resolve(counts) };
    const metrics = new ServiceMetrics({
      statistics,
      clock: new FixedClock(),
      embedder: { id: "built-in", isKept: true },
    });
    const { text } = await metrics.renderMetrics();
    metrics.close();
    const exposed = new Set(Array.from(text.matchAll(/^# TYPE (\w+)/gm), ([, name = ""]) => name));

    const { groups } = parse(read("deploy/alerts.yaml")) as {
      groups: { rules: { alert: string; expr: string }[] }[];
    };
    const operations = read("docs/operations.md");
    for (const { alert, expr } of groups.flatMap(({ rules }) => rules)) {
      const used = Array.from(expr.matchAll(/\b(?:mneme|nodejs|process)_\w+/g), ([name]) =>
        name.replace(/_(bucket|count|sum)$/, ""),
      );
      expect(used.length > 0 || expr.includes("up{"), alert).to.equal(true);
      for (const name of used) expect(exposed.has(name), `${alert}: ${name}`).to.equal(true);
      expect(operations, alert).to.include(`\`${alert}\``);
    }
  });
});
