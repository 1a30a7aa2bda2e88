import { expect } from "chai";
import { listDeliveries, verifyDeliveries } from "../../delivery-verification.js";
import { openTokenIssuer } from "../../token-issuer.js";
import { LOCAL_WEBHOOK_ENVIRONMENT, WebhookApp, type AppResponse, type ReceivedCall } from "../../webhook-app.js";
import { LiveSessionClient } from "../../live-session-client.js";
import { ServerProcess } from "../../server-process.js";
import { withStore, type UseBackend } from "../../service-stores.js";
import { retryUntilPassing } from "../../eventually.js";

const PROCESS_COUNT = 4;
const SESSION_COUNT = 20;
const APPENDS_PER_SESSION = 6;

/**
 * The app fails once in one of this many sessions. Fewer than five sessions fail, because five consecutive failures in
 * one process would open its circuit breaker.
 */
const FAILURE_INTERVAL = 5;

/** Apps receive each part of a live session once, whichever process sends it. */
export function webhookWorkerSuite(useBackend: UseBackend): void {
  describe("webhook delivery by four processes", () => {
    const backend = useBackend();
    const sessionIds = Array.from({ length: SESSION_COUNT / backend.loadDivisor }, (_, index) => `session-${index}`);
    const failingSessionIds = new Set(sessionIds.filter((_, index) => index % FAILURE_INTERVAL === 0));
    afterEach(() => ServerProcess.killAll());

    /** Appends the segments of each session to the processes in rotation, while the app responds with `handleCall`. */
    const runSessions = async (handleCall: (call: ReceivedCall) => AppResponse) =>
      withStore(backend, async (store) => {
        const servers = await ServerProcess.startAll(store, PROCESS_COUNT, { environment: LOCAL_WEBHOOK_ENVIRONMENT });
        const issueToken = await openTokenIssuer(store);
        const clientFor = async (userId: string, index = 0) => {
          const credential = await issueToken(userId);
          return (servers[index % PROCESS_COUNT] as ServerProcess).clientFor(credential);
        };
        const owner = await clientFor("owner");
        const app = await WebhookApp.open(owner, await clientFor("ada"));
        try {
          app.handleCall = handleCall;
          const sessions = sessionIds.map((id) => new LiveSessionClient("ada", id));
          await Promise.all(
            sessions.map(async (session, index) => {
              for (let appendNumber = 0; appendNumber < APPENDS_PER_SESSION; appendNumber += 1)
                await session.appendSentences(await clientFor("ada", index + appendNumber), 2);
            }),
          );
          const deliveries = await retryUntilPassing(async () => {
            expect(verifyDeliveries(app.receivedCalls, sessions).missing).to.deep.equal([]);
            const listedDeliveries = await listDeliveries(owner, app.id);
            expect(new Set(listedDeliveries.map(({ state }) => state))).to.deep.equal(new Set(["sent"]));
            return listedDeliveries;
          });
          expect(app.rejectedSignatures).to.deep.equal([]);
          return { ...verifyDeliveries(app.receivedCalls, sessions), deliveries };
        } finally {
          await Promise.all(servers.map((server) => server.stop()));
          await app.close();
        }
      });

    it("delivers each segment once", async () => {
      const { parts, repeats, deliveries } = await runSessions(() => ({}));
      expect(parts).to.be.at.least(sessionIds.length);
      expect({ repeats, deliveries: deliveries.length }).to.deep.equal({ repeats: 0, deliveries: parts });
    });

    it("retries a failed delivery with the same ID", async () => {
      const failedSessionIds = new Set<string>();
      const { repeats, deliveries } = await runSessions(({ sessionId }) => {
        if (!failingSessionIds.has(sessionId) || failedSessionIds.has(sessionId)) return {};
        failedSessionIds.add(sessionId);
        return { status: 503 };
      });
      expect(failedSessionIds).to.deep.equal(failingSessionIds);
      expect(repeats).to.equal(failingSessionIds.size);
      const retriedDeliveries = deliveries.filter(({ attempts }) => attempts.length === 2);
      expect(retriedDeliveries.map(({ session_id }) => session_id)).to.have.members([...failingSessionIds]);
    });
  });
}
