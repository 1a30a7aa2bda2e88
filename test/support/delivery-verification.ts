import type { ApiClient } from "./api-client.js";
import type { ReceivedCall } from "./webhook-app.js";
import type { LiveSessionClient } from "./live-session-client.js";

/** An entry of the service's list of calls to an app. */
export interface ListedDelivery {
  readonly id: string;
  readonly uid: string;
  readonly session_id: string;
  readonly offset: number;
  readonly segments: number;
  readonly state: string;
  readonly reason: string | null;
  readonly attempts: readonly { readonly outcome: string }[];
}

const PAGE_SIZE = 200;

/** Lists all deliveries of an app, as its owner sees them. */
export async function listDeliveries(owner: ApiClient, appId: string): Promise<readonly ListedDelivery[]> {
  const deliveries: ListedDelivery[] = [];
  for (;;) {
    const path = `/v1/dev/apps/deliveries?app_id=${appId}&limit=${PAGE_SIZE}&offset=${deliveries.length}`;
    const page = (await owner.get(path)).body as readonly ListedDelivery[];
    deliveries.push(...page);
    if (page.length < PAGE_SIZE) return deliveries;
  }
}

export interface DeliveryCoverage {
  /** The number of received parts, and the number of calls beyond the first one for each part. */
  readonly parts: number;
  readonly repeats: number;
  /** Acknowledged segments that the app did not receive, by session and position. */
  readonly missing: readonly { readonly session: string; readonly place: number }[];
}

/**
 * Compares the calls that an app received with the segments of the sessions.
 * @throws Error if a part arrived under two IDs, if an ID stands for two parts, or if a call contains segments that no
 *   session has at that position.
 */
export function verifyDeliveries(
  calls: readonly ReceivedCall[],
  sessions: readonly LiveSessionClient[],
): DeliveryCoverage {
  const parts = new Map<string, string>();
  const ids = new Map<string, string>();
  const bySession = new Map(sessions.map((session) => [session.id, session]));
  for (const { id, sessionId, query, texts } of calls) {
    const session = bySession.get(sessionId);
    if (!session || query.get("uid") !== session.userId)
      throw new Error(`There is no session ${sessionId} of this user`);
    const firstIndex = session.acknowledged.indexOf(texts[0] ?? "");
    const expectedTexts = session.acknowledged.slice(firstIndex, firstIndex + texts.length);
    if (firstIndex < 0 || JSON.stringify(expectedTexts) !== JSON.stringify(texts)) {
      throw new Error(`${id} tells what was not said like that: ${texts.join(" ")}`);
    }
    const part = JSON.stringify([sessionId, texts]);
    if ((parts.get(id) ?? part) !== part) throw new Error(`${id} stands for ${parts.get(id)} and for ${part}`);
    parts.set(id, part);
    for (const text of texts) {
      const knownId = ids.get(text) ?? id;
      if (knownId !== id) throw new Error(`"${text}" was heard under ${knownId} and under ${id}`);
      ids.set(text, id);
    }
  }
  const missing = sessions.flatMap(({ id, acknowledged }) =>
    acknowledged.flatMap((text, segmentIndex) => (ids.has(text) ? [] : [{ session: id, place: segmentIndex }])),
  );
  return { parts: parts.size, repeats: calls.length - parts.size, missing };
}
