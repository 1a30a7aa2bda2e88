/** How long a response may wait for the processing of a conversation (`MNEME_PROCESSING_WAIT_MS`, `Prefer: wait`). */
export const MAX_RESPONSE_WAIT_MS = 30_000;

/** `Prefer: wait=n` is capped below that, because proxies time out at about half a minute. */
export const MAX_PREFERRED_WAIT_MS = 25_000;

/** How long a client may take to send its headers, and a whole request. */
export const HEADERS_TIMEOUT_MS = 10_000;
export const REQUEST_TIMEOUT_MS = 30_000;

/** The idle timeout of a connection; longer than any response may wait. */
export const SOCKET_IDLE_TIMEOUT_MS = MAX_RESPONSE_WAIT_MS + 15_000;
