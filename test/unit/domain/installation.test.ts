import { expect } from "chai";
import fc from "fast-check";
import type { App } from "../../../src/domain/app.js";
import { Installation } from "../../../src/domain/installation.js";
import { notificationScopes, type NotificationScope } from "../../../src/domain/notification-scope.js";
import { anApp } from "../../../src/testing/index.js";
import { refusal } from "../../support/refusals.js";

const now = new Date("2026-03-02T09:00:00.000Z");
const policy = { allowsPlainHttp: false };
const asking = (app: App, ...scopes: NotificationScope[]) => app.edit({ notificationScopes: scopes }, now, policy);
const install = (app: App, ...scopes: NotificationScope[]) => Installation.create(app, scopes, { userId: "bob", now });

describe("an installation", () => {
  it("grants what is chosen of what the app asks for, in the contract's order", () => {
    const app = asking(anApp(), "user_name", "user_facts", "user_chat");
    expect(install(app).grantedTo(app)).to.deep.equal([]);
    const some = install(app, "user_chat", "user_name", "user_chat");
    expect(some.grantedTo(app)).to.deep.equal(["user_name", "user_chat"]);
    expect(some.grant(app, ["user_facts"], now).grantedTo(app)).to.deep.equal(["user_facts"]);
  });

  it("grants nothing that the app does not ask for", () => {
    const app = asking(anApp(), "user_name");
    const message = "The app does not ask for the scope user_chat";
    expect(refusal("invalid", () => install(app, "user_name", "user_chat")).message).to.equal(message);
    expect(refusal("invalid", () => install(app).grant(app, ["user_chat"], now)).message).to.equal(message);
  });

  it("does not grant what is asked for later, nor what was taken back and is asked for again", () => {
    const app = asking(anApp(), "user_name", "user_facts");
    const installation = install(app, "user_name", "user_facts");
    const more = asking(app, "user_name", "user_facts", "user_chat");
    expect(installation.grantedTo(more)).to.deep.equal(["user_name", "user_facts"]);
    const fewer = asking(more, "user_facts");
    expect(installation.grantedTo(fewer)).to.deep.equal(["user_facts"]);
    const again = asking(fewer, "user_name", "user_facts");
    expect(installation.grantedTo(again)).to.deep.equal(["user_facts"]);
    expect(installation.grant(again, ["user_name"], now).grantedTo(again)).to.deep.equal(["user_name"]);
  });

  it("grants, whatever is asked for and granted in between, what a set of granted scopes says", () => {
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
          expect(installation.grantedTo(app)).to.deep.equal(granted);
        }
      }),
    );
  });
});
