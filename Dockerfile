# The workspace keeps its layout: Node strips the types of its own packages, not of what lies below node_modules.
FROM node:24-bookworm-slim
WORKDIR /srv/commonhold
ENV NODE_ENV=production HOST=0.0.0.0
COPY . .
RUN npx --yes pnpm@12.21.0 install --frozen-lockfile --filter @commonhold/api... --prod --reporter=silent \
  && rm -rf ~/.npm ~/.local && install -d -o node /srv/compile-cache
USER node
EXPOSE 3000
WORKDIR /srv/commonhold/apps/api
ENV NODE_COMPILE_CACHE=/srv/compile-cache MALLOC_ARENA_MAX=1 NODE_OPTIONS="--max-semi-space-size=8 --max-old-space-size=192"
# A start without a database strips the types and compiles, once for all starts of the image.
RUN DATABASE_URL=postgres://127.0.0.1:1/none timeout --preserve-status 5 node src/main.ts > /dev/null
CMD ["node", "src/main.ts"]
