import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";

type Headers = Readonly<Record<string, string>>;

/**
 * What helmet sets, asked for once: its headers are the same for every response, so a request pays for a copy and
 * not for the making. Plain HTTP on a home network must work, so nothing is upgraded to HTTPS.
 */
export function securityHeaders(): Headers {
  const headers: Record<string, string> = {};
  const recorder = {
    setHeader: (name: string, value: string) => (headers[name] = value),
    removeHeader: () => undefined,
  };
  const middleware = helmet({
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
    strictTransportSecurity: false,
  });
  middleware({} as IncomingMessage, recorder as unknown as ServerResponse, (failure?: unknown) => {
    if (failure instanceof Error) throw failure;
  });
  return headers;
}
