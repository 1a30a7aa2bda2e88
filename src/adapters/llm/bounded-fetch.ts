type Fetch = typeof fetch;

/**
 * As `fetch`, but an answer that is too long fails while it is read, and a redirect fails: what a person said goes to
 * the place that was configured and to no other.
 * @param mostBytes more than the longest answer that is to be expected.
 */
export const boundedFetch =
  (mostBytes: number): Fetch =>
  async (...[input, init]: Parameters<Fetch>): Promise<Response> => {
    const response = await fetch(input, { ...init, redirect: "error" });
    const { status, statusText, headers } = response;
    return new Response(response.body?.pipeThrough(bound(mostBytes)) ?? null, { status, statusText, headers });
  };

function bound(mostBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > mostBytes) controller.error(new Error("the answer is too long"));
      else controller.enqueue(chunk);
    },
  });
}
