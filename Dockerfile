# The stand-in supplier as an image; docs/guides/container.md says how to build and use it, and what checks this file.
ARG NODE_IMAGE=node:24-slim
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional --omit=peer --ignore-scripts

FROM ${NODE_IMAGE} AS package
RUN apt-get update -qq && apt-get install -qq --yes --no-install-recommends gcc libc6-dev
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm pack --loglevel=warn && mkdir packed && tar -xzf travel-understudy-*.tgz --strip-components=1 -C packed

FROM ${NODE_IMAGE}
ENV UNDERSTUDY_HOST=0.0.0.0 UNDERSTUDY_PORT=4010
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=package /source/packed ./node_modules/travel-understudy
USER node
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "const { UNDERSTUDY_PORT: port, UNDERSTUDY_TLS, UNDERSTUDY_TLS_CERT } = process.env; require(UNDERSTUDY_TLS || UNDERSTUDY_TLS_CERT ? 'https' : 'http').get({ host: '127.0.0.1', port, path: '/_control/health', rejectUnauthorized: false }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', ({ code }) => process.exit(/ALERT_CERTIFICATE_REQUIRED/.test(code) ? 0 : 1))"]
ENTRYPOINT ["node", "/app/node_modules/travel-understudy/dist/scenarios/cli/understudy.cjs"]
CMD ["serve"]
