import type { IncomingMessage, ServerResponse } from "node:http";
import helmet, { type HelmetOptions } from "helmet";

type Headers = readonly (readonly [name: string, value: string])[];

/** For an answer that no browser shows: nothing in it may be run, framed, sniffed, referred from or kept by a cache. */
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
  // Answers are personal data, or secrets; what is neither says so itself.
  ["Cache-Control", "no-store"],
];

/** For a page: nothing from elsewhere. Plain HTTP on a home network must work, so nothing is upgraded to HTTPS. */
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
