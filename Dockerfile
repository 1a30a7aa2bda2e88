# The mneme service on Node.js, without build tools. docs/operations.md describes how to run it.

# The version with which the tests run (devDependency "node").
FROM node:24.21.0-bookworm-slim AS base
WORKDIR /app
COPY package.json package-lock.json ./

FROM base AS build
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.src.json ./
COPY tools/build.ts tools/
COPY src src
RUN node tools/build.ts src \
  && find dist/src -type f \( -name '*.map' -o -name '*.d.ts' \) -delete

FROM base AS production-dependencies
# Type declarations and source maps are half of the size.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.[mc]ts' \) -delete

FROM base
COPY --from=production-dependencies /app/node_modules node_modules
COPY --from=build /app/dist/src dist/src
COPY models models
COPY LICENSE ./
COPY bin bin
# A new volume takes over the owner and the mode of the directory that it is mounted on.
RUN ln -s /app/bin/mneme.cjs /usr/local/bin/mneme \
  && install -d -m 700 -o 1000 -g 1000 /data /backups
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 MNEME_DATA_DIR=/data
VOLUME ["/data"]
EXPOSE 8080
USER 1000:1000
# Tests the process, not the store behind it: restarting a server does not repair a database. A proxy asks /readyz.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node.js runs without a shell, so that it receives SIGTERM.
CMD ["node", "--max-semi-space-size=4", "dist/src/main.js", "serve"]
