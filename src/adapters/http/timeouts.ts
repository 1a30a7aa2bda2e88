/** The longest that the processing of a conversation may hold an answer (`MNEME_PROCESSING_WAIT_MS`, `Prefer: wait`). */
export const MAX_RESPONSE_WAIT_MS = 30_000;

/** `Prefer: wait=n` is capped below that: proxies give up at about half a minute. */
export const MAX_PREFERRED_WAIT_MS = 25_000;

/** How long a client may take to send its headers, and a whole request (design 4). */
export const HEADERS_TIMEOUT_MS = 10_000;
export const REQUEST_TIMEOUT_MS = 30_000;

/** How long nothing may move on a connection. An answer that is waited for must not be cut. */
export const SOCKET_IDLE_TIMEOUT_MS = MAX_RESPONSE_WAIT_MS + 15_000;
