import { expect } from "chai";
import fc from "fast-check";
import { type App, notificationScopes, type NotificationScope } from "../../../src/domain/app/app.js";
import { Installation } from "../../../src/domain/app/installation.js";
import { anApp } from "../../../src/testing/index.js";
import { expectDomainError } from "../../support/domain-errors.js";

const now = new Date("2026-03-02T09:00:00.000Z");
const policy = { isPlainHttpAllowed: false };
const asking = (app: App, ...scopes: NotificationScope[]) => app.edit({ notificationScopes: scopes }, now, policy);
const install = (app: App, ...scopes: NotificationScope[]) => Installation.create(app, scopes, { userId: "bob", now });

describe("An installation", () => {
  it("grants the chosen scopes that the app requests, in the contract's order", () => {
    const app = asking(anApp(), "user_name", "user_facts", "user_chat");
    expect(install(app).getGrantedScopes(app)).to.deep.equal([]);
    const some = install(app, "user_chat", "user_name", "user_chat");
    expect(some.getGrantedScopes(app)).to.deep.equal(["user_name", "user_chat"]);
    expect(some.grant(app, ["user_facts"], now).getGrantedScopes(app)).to.deep.equal(["user_facts"]);
  });

  it("rejects scopes that the app does not request", () => {
    const app = asking(anApp(), "user_name");
    const message = "The app does not request the scope user_chat";
    expect(expectDomainError("invalid", () => install(app, "user_name", "user_chat")).message).to.equal(message);
    expect(expectDomainError("invalid", () => install(app).grant(app, ["user_chat"], now)).message).to.equal(message);
  });

  it("does not grant scopes that the app requests later or again", () => {
    const app = asking(anApp(), "user_name", "user_facts");
    const installation = install(app, "user_name", "user_facts");
    const more = asking(app, "user_name", "user_facts", "user_chat");
    expect(installation.getGrantedScopes(more)).to.deep.equal(["user_name", "user_facts"]);
    const fewer = asking(more, "user_facts");
    expect(installation.getGrantedScopes(fewer)).to.deep.equal(["user_facts"]);
    const again = asking(fewer, "user_name", "user_facts");
    expect(installation.getGrantedScopes(again)).to.deep.equal(["user_facts"]);
    expect(installation.grant(again, ["user_name"], now).getGrantedScopes(again)).to.deep.equal(["user_name"]);
  });

  it("matches a simple model for any sequence of requests and grants", () => {
    const step = fc.record({ by: fc.constantFrom("owner", "user"), scopes: fc.subarray([...notificationScopes]) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let app = asking(anApp(), ...notificationScopes);
        let installation = install(app);
        let granted: readonly NotificationScope[] = [];
        for (const { by, scopes } of steps) {
          if (by === "owner") {
            app = asking(app, ...scopes);
            granted = granted.filter((scope) => scopes.includes(scope));
          } else {
            granted = scopes.filter((scope) => app.notificationScopes.includes(scope));
            installation = installation.grant(app, granted, now);
          }
          expect(installation.getGrantedScopes(app)).to.deep.equal(granted);
        }
      }),
    );
  });
});
