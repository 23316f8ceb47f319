# One image for API, worker and page. The workspace keeps its layout: Node strips the types of its own packages, not of what lies
# below node_modules.
FROM node:24-bookworm-slim AS build
WORKDIR /srv/commonhold
COPY . .
RUN npx --yes pnpm@12.21.0 install --frozen-lockfile --filter . --filter @commonhold/web... --reporter=silent \
  && npx pnpm --filter @commonhold/web build

FROM node:24-bookworm-slim
WORKDIR /srv/commonhold
ENV NODE_ENV=production HOST=0.0.0.0 SERVE_PAGE=on
COPY . .
COPY --from=build /srv/commonhold/apps/web/dist apps/web/dist
RUN npx --yes pnpm@12.21.0 install --frozen-lockfile --filter @commonhold/api... --prod --reporter=silent \
  && rm -rf ~/.npm ~/.local && install -d -o node /srv/compile-cache
# The user `node`, by number: Kubernetes compares it with runAsNonRoot.
USER 1000
EXPOSE 3000
WORKDIR /srv/commonhold/apps/api
ENV NODE_COMPILE_CACHE=/srv/compile-cache MALLOC_ARENA_MAX=1 NODE_OPTIONS="--max-semi-space-size=8 --max-old-space-size=192"
# A start without a database strips the types and compiles, once for all starts of the image.
RUN DATABASE_URL=postgres://127.0.0.1:1/none timeout --preserve-status 30 node src/main.ts > /dev/null
HEALTHCHECK --start-period=60s --interval=10s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main.ts"]
