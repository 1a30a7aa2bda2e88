import { createReadStream } from "node:fs";
import type Router from "@koa/router";
import { PAGE_HEADERS } from "./security-headers.js";

/** The files of Swagger UI, from a package without the install telemetry that `swagger-ui-dist` depends on. */
const SWAGGER_UI = "@fastify/swagger-ui/static";

const ASSET_CONTENT_TYPES: Readonly<Record<string, string>> = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "favicon-32x32.png": "image/png",
};

const PAGE_HTML = `<!doctype html>
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

/** A separate file, because the content security policy allows no inline scripts. */
const START_SCRIPT = `SwaggerUIBundle({ url: "/openapi.json", dom_id: "#api", deepLinking: true, persistAuthorization: true, validatorUrl: null });\n`;

/** Serves the OpenAPI document as a Swagger UI page without resources of other origins. */
export function registerDocsPage(router: Router): void {
  router.get("/docs", (context) => {
    for (const [name, value] of PAGE_HEADERS) context.set(name, value);
    context.set("Cache-Control", "no-cache");
    context.type = "html";
    context.body = PAGE_HTML;
  });
  router.get("/docs/start.js", (context) => {
    context.set("Cache-Control", "no-cache");
    context.type = "text/javascript; charset=utf-8";
    context.body = START_SCRIPT;
  });
  for (const [fileName, contentType] of Object.entries(ASSET_CONTENT_TYPES)) {
    router.get(`/docs/${fileName}`, (context) => {
      context.set("Cache-Control", "public, max-age=3600");
      context.type = contentType;
      context.body = createReadStream(new URL(import.meta.resolve(`${SWAGGER_UI}/${fileName}`)));
    });
  }
}
