import type { Client } from "./client.js";
import type { Heard } from "./live-app.js";
import type { SpokenSession } from "./live-sessions.js";

/** Of the service's list of calls to an app. */
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

const PAGE = 200;

/** All that the owner is shown of what the app was told. */
export async function deliveriesOf(owner: Client, appId: string): Promise<readonly ListedDelivery[]> {
  const all: ListedDelivery[] = [];
  for (;;) {
    const path = `/v1/dev/apps/deliveries?app_id=${appId}&limit=${PAGE}&offset=${all.length}`;
    const page = (await owner.get(path)).body as readonly ListedDelivery[];
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

export interface Hearing {
  /** How many parts were heard, and how many calls there were beyond the first of each. */
  readonly parts: number;
  readonly repeats: number;
  /** What was said and not heard, by its session and place. */
  readonly missing: readonly { readonly session: string; readonly place: number }[];
}

/**
 * Holds what an app has heard against what was said.
 * @throws Error when something was heard under two ids, or an id stood for two parts; or what nobody has said, or not
 *   in that order.
 */
export function hearingOf(heard: readonly Heard[], sessions: readonly SpokenSession[]): Hearing {
  const parts = new Map<string, string>();
  const ids = new Map<string, string>();
  const bySession = new Map(sessions.map((session) => [session.id, session]));
  for (const { id, sessionId, query, texts } of heard) {
    const session = bySession.get(sessionId);
    if (!session || query.get("uid") !== session.userId)
      throw new Error(`There is no session ${sessionId} of this user`);
    const first = session.acknowledged.indexOf(texts[0] ?? "");
    const said = session.acknowledged.slice(first, first + texts.length);
    if (first < 0 || JSON.stringify(said) !== JSON.stringify(texts)) {
      throw new Error(`${id} tells what was not said like that: ${texts.join(" ")}`);
    }
    const part = JSON.stringify([sessionId, texts]);
    if ((parts.get(id) ?? part) !== part) throw new Error(`${id} stands for ${parts.get(id)} and for ${part}`);
    parts.set(id, part);
    for (const text of texts) {
      const known = ids.get(text) ?? id;
      if (known !== id) throw new Error(`"${text}" was heard under ${known} and under ${id}`);
      ids.set(text, id);
    }
  }
  const missing = sessions.flatMap(({ id, acknowledged }) =>
    acknowledged.flatMap((text, place) => (ids.has(text) ? [] : [{ session: id, place }])),
  );
  return { parts: parts.size, repeats: heard.length - parts.size, missing };
}
