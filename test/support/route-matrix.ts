import { isDeepStrictEqual } from "node:util";
import type { LocalIssuerOptions } from "../../src/adapters/identity/index.js";
import type { Route } from "../../src/adapters/http/kernel/route.js";
import { findResponseFaults, findRateLimitFaults, stableTextOf } from "./response-faults.js";
import { tokenCaller, type TestCaller } from "./callers.js";
import { DeclaredResponses } from "./declared-responses.js";
import { expectedResponse, expectedForAbsent, routeName, type MatrixCell } from "./authorization-matrix.js";
import { pathObject, pathParameters } from "./path-objects.js";
import { TestUser } from "./test-user.js";
import { dereference } from "./openapi-document.js";
import { parseBody } from "./wire-request.js";
import { sendRawRequest, type RawResponse, type RawRequest, type BodySending } from "./raw-http.js";
import { areReadOnly } from "./read-only-scopes.js";
import { createRouteRequest, type OpenApiDocument } from "./route-request.js";
import { TokenForger } from "./token-forger.js";
import { retryUntilPassing } from "./eventually.js";

/** IDs that no object has. */
const UNKNOWN_IDS = ["00000000-0000-4000-8000-000000000000", "nobody's"];

/**
 * Fields that change without a request of the test: the last use of a key, which is recorded even if the request is
 * rejected (decision 1.5), and deliveries to targets that do not exist, which are retried.
 */
const VOLATILE_FIELDS = /"last_used_at":("[^"]*"|null)|"deliveries":\[[^\]]*\]/g;

/** Sends the requests of the cells to a running service, whose rate limits must be on, and returns the faults. */
export class RouteMatrix {
  private readonly tokenForger: TokenForger;
  private readonly declaredResponses: DeclaredResponses;
  private userCount = 0;
  /** Rejected requests use credentials of `requestingUser` and, for foreign objects, IDs of `otherUser`. */
  private readonly requestingUser: TestUser;
  private readonly otherUser: TestUser;

  private constructor(
    private readonly url: string,
    private readonly document: OpenApiDocument,
    /** The routes whose responses show whether something was changed. */
    private readonly readRoutes: readonly Route[],
    issuer: LocalIssuerOptions,
  ) {
    this.tokenForger = new TokenForger(issuer);
    this.declaredResponses = DeclaredResponses.forDocument(document);
    this.requestingUser = this.createUser();
    this.otherUser = this.createUser();
  }

  /** @param issuer the options of the service's issuer, with its secret seed. */
  static async open(url: string, table: readonly Route[], issuer: LocalIssuerOptions): Promise<RouteMatrix> {
    const document = dereference((await (await fetch(`${url}/openapi.json`)).json()) as object) as OpenApiDocument;
    const readRoutes = table.filter(
      ({ method, credential, isEventStream: streams }) => method === "GET" && credential !== "none" && !streams,
    );
    return new RouteMatrix(url, document, readRoutes, issuer);
  }

  /** The routes in the service's OpenAPI document. */
  get servedRoutes(): string[] {
    return Object.entries(this.document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
  }

  /** Returns a line for each fault of these cells, including changes by requests that must be rejected. */
  async findFaults(cells: readonly MatrixCell[]): Promise<string[]> {
    const isRefused = cells.some(({ expected }) => expected.detail !== undefined);
    // Create all required objects before reading the initial state.
    for (const { caller, route } of cells) await this.createRequest(caller, route, this.requestingUser);
    for (const { foreign } of cells) if (foreign !== undefined) await this.otherUser.getObjectId(foreign);
    const viewsBefore = isRefused ? await this.readViews([this.requestingUser, this.otherUser]) : [];
    const faults: string[] = [];
    for (const cell of cells) {
      const cellFaults = await this.findCellFaults(cell);
      faults.push(...cellFaults.map((fault) => `${routeName(cell.route)}, ${cell.caller.name}: ${fault}`));
    }
    if (isRefused) {
      const viewsAfter = await this.readViews([this.requestingUser, this.otherUser]);
      const changes = viewsAfter.filter((view, index) => view !== viewsBefore[index]);
      faults.push(...changes.map((view) => `something was changed: ${view}`));
    }
    return faults;
  }

  /** Returns the faults of a second call within the minute, with a limit of one. */
  async findFaultsBeyondLimit(route: Route, caller: TestCaller): Promise<string[]> {
    const user = this.createUser();
    const authorization = await caller.authorization(user);
    const request = {
      ...(await createRouteRequest(route, this.document, () => "nobody's", { uid: user.id })),
      authorization,
    };
    const [parameter] = pathParameters(route.path);
    const expected =
      parameter === undefined ? expectedResponse(route, caller) : expectedForAbsent(parameter, route, caller);
    const firstFaults = await this.requestAndCheck(route, request, "whole", (response) =>
      findResponseFaults(response, expected, route),
    );
    const secondFaults = await this.findFaultsOfSendings(route, request, (response) =>
      findRateLimitFaults(response, route),
    );
    return [...firstFaults, ...secondFaults].map((fault) => `${caller.name}: ${fault}`);
  }

  /** Returns the faults of the response to an authorized caller who sends no body where one is required. */
  async findMissingBodyFaults(route: Route): Promise<string[]> {
    const request = await this.createRequest(tokenCaller, route, this.createUser());
    return this.requestAndCheck(route, { ...request, body: "" }, "whole", (response) =>
      findResponseFaults(response, { status: 422 }, route),
    );
  }

  private findCellFaults(cell: MatrixCell): Promise<string[]> {
    if (cell.foreign !== undefined) return this.findForeignFaults(cell, cell.foreign);
    return cell.expected.detail === undefined ? this.findSuccessFaults(cell) : this.findErrorFaults(cell);
  }

  private async findSuccessFaults({ route, caller, expected }: MatrixCell): Promise<string[]> {
    const user = this.createUser();
    const request = await this.createRequest(caller, route, user);
    const viewsBefore = await this.readViews([user]);
    const sending = request.body === undefined ? "whole" : "when asked for";
    const faults = await this.requestAndCheck(route, request, sending, (response) => [
      ...findResponseFaults(response, expected, route),
      ...(response.hasRequestedBody === (sending === "when asked for") ? [] : ["the body was not asked for"]),
    ]);
    const shouldWrite = !areReadOnly(route.scopes) && (route.body !== undefined || route.method === "DELETE");
    const viewsAfter = await this.readViews([user]);
    return shouldWrite && isDeepStrictEqual(viewsAfter, viewsBefore) ? [...faults, "nothing was changed"] : faults;
  }

  private async findErrorFaults({ route, caller, expected }: MatrixCell): Promise<string[]> {
    const request = await this.createRequest(caller, route, this.requestingUser);
    return this.findFaultsOfSendings(route, request, (response) => findResponseFaults(response, expected, route));
  }

  private async findForeignFaults({ route, caller, expected }: MatrixCell, foreign: string): Promise<string[]> {
    const authorization = await caller.authorization(this.requestingUser);
    const otherIds = pathObject(foreign).isShared ? [] : [await this.otherUser.getObjectId(foreign)];
    const faults: string[] = [];
    const seenResponses = new Set<string>();
    for (const id of [...otherIds, ...UNKNOWN_IDS]) {
      const idOf = (name: string) => (name === foreign ? id : this.requestingUser.getObjectId(name));
      const request = {
        ...(await createRouteRequest(route, this.document, idOf, { uid: this.requestingUser.id })),
        authorization,
      };
      const idFaults = await this.requestAndCheck(route, request, "whole", (response) => {
        seenResponses.add(stableTextOf(response));
        return findResponseFaults(response, expected, route);
      });
      faults.push(...idFaults);
    }
    if (seenResponses.size !== 1)
      faults.push(`another user's ${foreign} is told from an unknown one: ${[...seenResponses].join("\n or ")}`);
    return faults;
  }

  /** An error must be the same before the body is sent as after it. */
  private async findFaultsOfSendings(
    route: Route,
    request: RawRequest,
    findFaultsIn: (answer: RawResponse) => string[],
  ): Promise<string[]> {
    const sendings: BodySending[] = request.body === undefined ? ["whole"] : ["whole", "withheld", "when asked for"];
    const faults = sendings.map(async (sending) => {
      const sendingFaults = await this.requestAndCheck(route, request, sending, (response) => [
        ...findFaultsIn(response),
        ...(response.hasRequestedBody ? ["the body was asked for"] : []),
      ]);
      return sendingFaults.map((fault) => `${fault} (body ${sending})`);
    });
    return (await Promise.all(faults)).flat();
  }

  /** Returns the faults of the response, including a missing response or one that the document does not declare. */
  private async requestAndCheck(
    route: Route,
    request: RawRequest,
    sending: BodySending,
    findFaultsIn: (answer: RawResponse) => string[],
  ): Promise<string[]> {
    try {
      const response = await sendRawRequest(this.url, request, sending);
      const headers = new Headers(response.headers.map(([name, value]) => [name, value]));
      const body = parseBody(response.body.toString(), headers.get("Content-Type"));
      this.declaredResponses.check(route.method, request.target, { status: response.status, body, headers });
      return findFaultsIn(response);
    } catch (error) {
      return [(error as Error).message];
    }
  }

  private async createRequest(caller: TestCaller, route: Route, user: TestUser): Promise<RawRequest> {
    const request = await createRouteRequest(route, this.document, (name) => user.getObjectId(name), { uid: user.id });
    return { ...request, authorization: await caller.authorization(user) };
  }

  /** Reads all objects of these users, by route. A read that fails is repeated. */
  private async readViews(users: readonly TestUser[]): Promise<string[]> {
    // Create all required objects before reading any of them.
    const requests = await Promise.all(
      users.flatMap((user) => this.readRoutes.map((route) => this.createRequest(tokenCaller, route, user))),
    );
    const views = requests.map((request) =>
      retryUntilPassing(async () => {
        const { status, body } = await sendRawRequest(this.url, request);
        if (status >= 500) throw new Error(`${request.target} was answered ${status}`);
        return `${request.target} ${status} ${body.toString().replaceAll(VOLATILE_FIELDS, "")}`;
      }),
    );
    return Promise.all(views);
  }

  private createUser(): TestUser {
    this.userCount += 1;
    return new TestUser(`person-${this.userCount}`, this.tokenForger, { url: this.url, document: this.document });
  }
}
