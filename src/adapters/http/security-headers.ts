import type { IncomingMessage, ServerResponse } from "node:http";
import helmet, { type HelmetOptions } from "helmet";

type Headers = readonly (readonly [name: string, value: string])[];

/** Headers of API responses, which no browser displays: no scripts, frames, MIME sniffing, referrer or caching. */
export const apiHeaders: Headers = [
  ...headersOf({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    strictTransportSecurity: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }),
  // Responses are personal data or secrets; the others override this header.
  ["Cache-Control", "no-store"],
];

/**
 * Headers of pages: only resources of the same origin. No upgrade to HTTPS, because plain HTTP on a home network must
 * work.
 */
export const pageHeaders: Headers = headersOf({
  contentSecurityPolicy: {
    directives: {
      upgradeInsecureRequests: null,
      styleSrc: ["'self'", "'unsafe-inline'"],
      fontSrc: ["'self'", "data:"],
    },
  },
  strictTransportSecurity: false,
});

/** What helmet sets, asked for once: its headers are the same for every response. */
function headersOf(options: HelmetOptions): Headers {
  const headers: [string, string][] = [];
  const recorder = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  };
  helmet(options)({} as unknown as IncomingMessage, recorder as unknown as ServerResponse, (failure?: unknown) => {
    if (failure instanceof Error) throw failure;
  });
  return headers;
}
