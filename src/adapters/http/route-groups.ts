import Router, { type RouterMiddleware } from "@koa/router";
import type Koa from "koa";
import type { Route } from "./route.js";

type Group = (context: Koa.Context, next: Koa.Next) => Promise<void>;

/**
 * Mounts the routes in one router per resource, selected by the prefix of the path. A router tries the patterns of its
 * routes one by one; with all routes in one router that takes longer than most other parts of a request.
 */
export function groupRoutes(routes: readonly Route[], serve: (route: Route) => RouterMiddleware): Group {
  const roots = routes.map(({ path }) => literalPrefix(path));
  const groups = new Map<string, Group>();
  for (const root of new Set(roots)) {
    // A root below another root belongs to that root's group: a path below both may match routes of both.
    if (roots.some((other) => root.startsWith(`${other}/`))) continue;
    const router = new Router({ sensitive: true });
    for (const route of routes) {
      const { path, method } = route;
      if (path !== root && !path.startsWith(`${root}/`)) continue;
      router.register(path.replaceAll(/\{(\w+)\}/g, ":$1"), [method], serve(route));
    }
    groups.set(root, router.routes() as unknown as Group);
  }
  return (context, next) => {
    const { path } = context;
    for (let end = path.indexOf("/", 1); end >= 0; end = path.indexOf("/", end + 1)) {
      const group = groups.get(path.slice(0, end));
      if (group) return group(context, next);
    }
    const group = groups.get(path);
    return group ? group(context, next) : next();
  };
}

/** The path before its first parameter. */
function literalPrefix(path: string): string {
  const parameter = path.indexOf("/{");
  return parameter < 0 ? path : path.slice(0, parameter);
}
