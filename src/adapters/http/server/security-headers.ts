import type { IncomingMessage, ServerResponse } from "node:http";
import type Koa from "koa";
import helmet, { type HelmetOptions } from "helmet";

type HeaderList = readonly (readonly [name: string, value: string])[];

/**
 * Headers of API responses, which no browser displays: no scripts, frames, MIME sniffing, referrer or caching. No
 * `Strict-Transport-Security`: the service speaks plain HTTP, where browsers ignore it (RFC 6797, section 7.2); a proxy
 * that adds TLS also adds the header.
 */
const API_HEADERS: HeaderList = [
  ...collectHelmetHeaders({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    strictTransportSecurity: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }),
  // Responses contain personal data or secrets; routes without them override this header.
  ["Cache-Control", "no-store"],
];

/**
 * Headers of pages: they allow only resources of the same origin. They do not upgrade requests to HTTPS, because plain
 * HTTP on a home network must work.
 */
export const PAGE_HEADERS: HeaderList = collectHelmetHeaders({
  contentSecurityPolicy: {
    directives: {
      upgradeInsecureRequests: null,
      styleSrc: ["'self'", "'unsafe-inline'"],
      fontSrc: ["'self'", "data:"],
    },
  },
  strictTransportSecurity: false,
});

/** Sets the headers of API responses. Routes may override them. */
export const securityHeaders: Koa.Middleware = (context, next) => {
  for (const [name, value] of API_HEADERS) context.res.setHeader(name, value);
  return next();
};

/** Collects helmet's headers once, because they are the same for every response. */
function collectHelmetHeaders(options: HelmetOptions): HeaderList {
  const headers: [string, string][] = [];
  const recorder = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  };
  helmet(options)({} as unknown as IncomingMessage, recorder as unknown as ServerResponse, (error?: unknown) => {
    if (error instanceof Error) throw error;
  });
  return headers;
}
