import { isDeepStrictEqual } from "node:util";
import type { LocalIssuerOptions } from "../../src/adapters/identity/index.js";
import type { Route } from "../../src/adapters/http/route.js";
import { faultsIn, faultsInLimited, unvarying } from "./answer-faults.js";
import { identified, type Caller } from "./callers.js";
import { DeclaredAnswers } from "./declared-answers.js";
import { expectedOf, expectedOfAbsent, nameOf, type Cell } from "./matrix-cells.js";
import { pathObject, pathParameters } from "./path-objects.js";
import { Person } from "./person.js";
import { dereference } from "./openapi-document.js";
import { bodyIn } from "./wire.js";
import { exchange, type RawAnswer, type RawRequest, type Sending } from "./raw-http.js";
import { onlyReads } from "./reading-scopes.js";
import { requestOf, type OpenApiDocument } from "./route-request.js";
import { TokenForge } from "./token-forge.js";
import { eventually } from "./waiting.js";

/** Ids that nobody has. */
const unknownIds = ["00000000-0000-4000-8000-000000000000", "nobody's"];

/**
 * What changes by itself: the use of a key is noted whether or not it is let in (decision 1.5), and notifications are
 * sent again and again to targets that do not exist.
 */
const VOLATILE_FIELDS = /"last_used_at":("[^"]*"|null)|"deliveries":\[[^\]]*\]/g;

/** Sends the requests of the cells to a running service, whose rate limits must be on, and says what is wrong. */
export class RouteMatrix {
  private readonly forge: TokenForge;
  private readonly declared: DeclaredAnswers;
  private people = 0;
  /** Whoever is refused speaks for her, and what is another's is his. */
  private readonly ada: Person;
  private readonly bob: Person;

  private constructor(
    private readonly url: string,
    private readonly document: OpenApiDocument,
    /** What is read to see whether something was changed. */
    private readonly readings: readonly Route[],
    issuer: LocalIssuerOptions,
  ) {
    this.forge = new TokenForge(issuer);
    this.declared = DeclaredAnswers.of(document);
    this.ada = this.newcomer();
    this.bob = this.newcomer();
  }

  /** @param issuer the service's own, with its secret seed. */
  static async at(url: string, table: readonly Route[], issuer: LocalIssuerOptions): Promise<RouteMatrix> {
    const document = dereference((await (await fetch(`${url}/openapi.json`)).json()) as object) as OpenApiDocument;
    const readings = table.filter(
      ({ method, credential, streams }) => method === "GET" && credential !== "none" && !streams,
    );
    return new RouteMatrix(url, document, readings, issuer);
  }

  /** The routes that the service says it has. */
  get served(): string[] {
    return Object.entries(this.document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
  }

  /** What is wrong at each of these, a line for each fault; and whether those that are refused have changed anything. */
  async faultsAt(cells: readonly Cell[]): Promise<string[]> {
    const isRefused = cells.some(({ expected }) => expected.detail !== undefined);
    // All that they need is made before it is looked at what there is.
    for (const { caller, route } of cells) await this.requestBy(caller, route, this.ada);
    for (const { foreign } of cells) if (foreign !== undefined) await this.bob.object(foreign);
    const before = isRefused ? await this.allOf([this.ada, this.bob]) : [];
    const faults: string[] = [];
    for (const cell of cells) {
      const found = await this.faultsAtOne(cell);
      faults.push(...found.map((fault) => `${nameOf(cell.route)}, ${cell.caller.name}: ${fault}`));
    }
    if (isRefused) {
      const after = await this.allOf([this.ada, this.bob]);
      const changes = after.filter((reading, index) => reading !== before[index]);
      faults.push(...changes.map((reading) => `something was changed: ${reading}`));
    }
    return faults;
  }

  /** What is wrong with a second call within the minute, where one is allowed. */
  async faultsBeyondLimit(route: Route, caller: Caller): Promise<string[]> {
    const person = this.newcomer();
    const authorization = await caller.authorization(person);
    const request = { ...(await requestOf(route, this.document, () => "nobody's", { uid: person.id })), authorization };
    const [parameter] = pathParameters(route.path);
    const expected = parameter === undefined ? expectedOf(route, caller) : expectedOfAbsent(parameter, route, caller);
    const first = await this.ask(route, request, "whole", (answer) => faultsIn(answer, expected, route));
    const second = await this.refusals(route, request, (answer) => faultsInLimited(answer, route));
    return [...first, ...second].map((fault) => `${caller.name}: ${fault}`);
  }

  /** What is wrong with the answer to a good caller who sends no body where one is needed. */
  async faultsWithoutBody(route: Route): Promise<string[]> {
    const request = await this.requestBy(identified, route, this.newcomer());
    return this.ask(route, { ...request, body: "" }, "whole", (answer) => faultsIn(answer, { status: 422 }, route));
  }

  private faultsAtOne(cell: Cell): Promise<string[]> {
    if (cell.foreign !== undefined) return this.faultsAtForeign(cell, cell.foreign);
    return cell.expected.detail === undefined ? this.faultsOfSuccess(cell) : this.faultsOfRefusal(cell);
  }

  private async faultsOfSuccess({ route, caller, expected }: Cell): Promise<string[]> {
    const person = this.newcomer();
    const request = await this.requestBy(caller, route, person);
    const before = await this.allOf([person]);
    const sending = request.body === undefined ? "whole" : "when asked for";
    const faults = await this.ask(route, request, sending, (answer) => [
      ...faultsIn(answer, expected, route),
      ...(answer.askedForBody === (sending === "when asked for") ? [] : ["the body was not asked for"]),
    ]);
    const writes = !onlyReads(route.scopes) && (route.body !== undefined || route.method === "DELETE");
    const after = await this.allOf([person]);
    return writes && isDeepStrictEqual(after, before) ? [...faults, "nothing was changed"] : faults;
  }

  private async faultsOfRefusal({ route, caller, expected }: Cell): Promise<string[]> {
    const request = await this.requestBy(caller, route, this.ada);
    return this.refusals(route, request, (answer) => faultsIn(answer, expected, route));
  }

  private async faultsAtForeign({ route, caller, expected }: Cell, foreign: string): Promise<string[]> {
    const authorization = await caller.authorization(this.ada);
    const others = pathObject(foreign).isEverybodys ? [] : [await this.bob.object(foreign)];
    const faults: string[] = [];
    const seen = new Set<string>();
    for (const id of [...others, ...unknownIds]) {
      const idOf = (name: string) => (name === foreign ? id : this.ada.object(name));
      const request = { ...(await requestOf(route, this.document, idOf, { uid: this.ada.id })), authorization };
      const found = await this.ask(route, request, "whole", (answer) => {
        seen.add(unvarying(answer));
        return faultsIn(answer, expected, route);
      });
      faults.push(...found);
    }
    if (seen.size !== 1)
      faults.push(`another user's ${foreign} is told from an unknown one: ${[...seen].join("\n or ")}`);
    return faults;
  }

  /** A refusal is the same before the body is sent as after it. */
  private async refusals(route: Route, request: RawRequest, judge: (answer: RawAnswer) => string[]): Promise<string[]> {
    const sendings: Sending[] = request.body === undefined ? ["whole"] : ["whole", "withheld", "when asked for"];
    const faults = sendings.map(async (sending) => {
      const found = await this.ask(route, request, sending, (answer) => [
        ...judge(answer),
        ...(answer.askedForBody ? ["the body was asked for"] : []),
      ]);
      return found.map((fault) => `${fault} (body ${sending})`);
    });
    return (await Promise.all(faults)).flat();
  }

  /** What is wrong with the answer, or that there was none, or that the document does not declare it. */
  private async ask(
    route: Route,
    request: RawRequest,
    sending: Sending,
    judge: (answer: RawAnswer) => string[],
  ): Promise<string[]> {
    try {
      const answer = await exchange(this.url, request, sending);
      const headers = new Headers(answer.headers.map(([name, value]) => [name, value]));
      const body = bodyIn(answer.body.toString(), headers.get("Content-Type"));
      this.declared.check(route.method, request.target, { status: answer.status, body, headers });
      return judge(answer);
    } catch (error) {
      return [(error as Error).message];
    }
  }

  private async requestBy(caller: Caller, route: Route, person: Person): Promise<RawRequest> {
    const request = await requestOf(route, this.document, (name) => person.object(name), { uid: person.id });
    return { ...request, authorization: await caller.authorization(person) };
  }

  /** All that the service tells these people of what is theirs, by route. A reading that fails is repeated. */
  private async allOf(people: readonly Person[]): Promise<string[]> {
    // All is made before any of it is read.
    const requests = await Promise.all(
      people.flatMap((person) => this.readings.map((route) => this.requestBy(identified, route, person))),
    );
    const readings = requests.map((request) =>
      eventually(async () => {
        const { status, body } = await exchange(this.url, request);
        if (status >= 500) throw new Error(`${request.target} was answered ${status}`);
        return `${request.target} ${status} ${body.toString().replaceAll(VOLATILE_FIELDS, "")}`;
      }),
    );
    return Promise.all(readings);
  }

  private newcomer(): Person {
    this.people += 1;
    return new Person(`person-${this.people}`, this.forge, { url: this.url, document: this.document });
  }
}
