# The workspace keeps its layout: Node strips the types of its own packages, not of what lies below node_modules.
FROM node:24-bookworm-slim
WORKDIR /srv/commonhold
ENV NODE_ENV=production HOST=0.0.0.0
COPY . .
RUN npx --yes pnpm@12.21.0 install --frozen-lockfile --filter @commonhold/api... --prod --reporter=silent \
  && rm -rf ~/.npm ~/.local
USER node
EXPOSE 3000
WORKDIR /srv/commonhold/apps/api
CMD ["sh", "-c", "exec env NODE_COMPILE_CACHE=/tmp/compile-cache node --max-semi-space-size=8 --max-old-space-size=192 src/main.ts"]
