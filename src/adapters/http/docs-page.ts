import { createReadStream } from "node:fs";
import type Router from "@koa/router";
import { pageHeaders } from "./security-headers.js";

/** The files of Swagger UI, from a package without the install telemetry that `swagger-ui-dist` depends on. */
const SWAGGER_UI = "@fastify/swagger-ui/static";

const assets: Readonly<Record<string, string>> = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "favicon-32x32.png": "image/png",
};

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>mneme API</title>
    <link rel="icon" href="/docs/favicon-32x32.png" />
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="api"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** A file of its own, for the content security policy allows no script in the page. */
const start = `SwaggerUIBundle({ url: "/openapi.json", dom_id: "#api", deepLinking: true, persistAuthorization: true, validatorUrl: null });\n`;

/** The OpenAPI document as a page: a kept library, served by us, nothing from elsewhere. */
export function docsPage(router: Router): void {
  router.get("/docs", (context) => {
    for (const [name, value] of pageHeaders) context.set(name, value);
    context.set("Cache-Control", "no-cache");
    context.type = "html";
    context.body = page;
  });
  router.get("/docs/start.js", (context) => {
    context.set("Cache-Control", "no-cache");
    context.type = "text/javascript; charset=utf-8";
    context.body = start;
  });
  for (const [name, type] of Object.entries(assets)) {
    router.get(`/docs/${name}`, (context) => {
      context.set("Cache-Control", "public, max-age=3600");
      context.type = type;
      context.body = createReadStream(new URL(import.meta.resolve(`${SWAGGER_UI}/${name}`)));
    });
  }
}
