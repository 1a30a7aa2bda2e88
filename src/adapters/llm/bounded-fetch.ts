/** More than the longest answer of any model, in bytes. */
const MOST_BYTES = 2 ** 20;

/**
 * As `fetch`, but an answer that is too long fails while it is read, and a redirect fails: what a person said goes to
 * the place that was configured and to no other.
 */
export async function boundedFetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: "error" });
  const { status, statusText, headers } = response;
  return new Response(response.body?.pipeThrough(bound()) ?? null, { status, statusText, headers });
}

function bound(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > MOST_BYTES) controller.error(new Error("the answer is too long"));
      else controller.enqueue(chunk);
    },
  });
}
