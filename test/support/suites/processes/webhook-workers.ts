import { expect } from "chai";
import { deliveriesOf, hearingOf } from "../../heard-parts.js";
import { issuedTokens } from "../../issued-tokens.js";
import { callsHere, LiveApp, type AppAnswer, type Heard } from "../../live-app.js";
import { SpokenSession } from "../../live-sessions.js";
import { ServerProcess } from "../../server-process.js";
import { withStore, type UseBackend } from "../../service-stores.js";
import { eventually } from "../../waiting.js";

const PROCESSES = 4;
const SESSIONS = 20;
const PIECES = 6;

/** So few that no breaker opens, whichever process calls. */
const FAILING = new Set(["session-3", "session-7", "session-11", "session-15"]);

/** Each part of a live session is told to an app once, whichever process does it. */
export function webhookWorkers(useBackend: UseBackend): void {
  describe("four processes that tell one app", () => {
    const backend = useBackend();
    afterEach(() => ServerProcess.killAll());

    /** Has each of 20 sessions said in pieces, to every process in turn, while the app answers like this. */
    const hearing = async (answer: (heard: Heard) => AppAnswer) =>
      withStore(backend, async (store) => {
        const servers = await ServerProcess.startAll(store, PROCESSES, { environment: callsHere });
        const token = await issuedTokens(store);
        const as = async (userId: string, turn = 0) => {
          const credential = await token(userId);
          return (servers[turn % PROCESSES] as ServerProcess).as(credential);
        };
        const owner = await as("owner");
        const app = await LiveApp.open(owner, await as("ada"));
        try {
          app.answer = answer;
          const sessions = Array.from({ length: SESSIONS }, (_, index) => new SpokenSession("ada", `session-${index}`));
          await Promise.all(
            sessions.map(async (session, index) => {
              for (let piece = 0; piece < PIECES; piece += 1) await session.say(await as("ada", index + piece), 2);
            }),
          );
          const deliveries = await eventually(async () => {
            expect(hearingOf(app.heard, sessions).missing).to.deep.equal([]);
            const listed = await deliveriesOf(owner, app.id);
            expect(new Set(listed.map(({ state }) => state))).to.deep.equal(new Set(["sent"]));
            return listed;
          });
          expect(app.refused).to.deep.equal([]);
          return { ...hearingOf(app.heard, sessions), deliveries };
        } finally {
          await Promise.all(servers.map((server) => server.stop()));
          await app.close();
        }
      });

    it("tell it each part once", async () => {
      const { parts, repeats, deliveries } = await hearing(() => ({}));
      expect(parts).to.be.at.least(SESSIONS);
      expect({ repeats, deliveries: deliveries.length }).to.deep.equal({ repeats: 0, deliveries: parts });
    });

    it("tell it under the same id again what it has failed to take", async () => {
      const failed = new Set<string>();
      const { repeats, deliveries } = await hearing(({ sessionId }) => {
        if (!FAILING.has(sessionId) || failed.has(sessionId)) return {};
        failed.add(sessionId);
        return { status: 503 };
      });
      expect(failed).to.deep.equal(FAILING);
      expect(repeats).to.equal(FAILING.size);
      const tried = deliveries.filter(({ attempts }) => attempts.length === 2);
      expect(tried.map(({ session_id }) => session_id)).to.have.members([...FAILING]);
    });
  });
}
