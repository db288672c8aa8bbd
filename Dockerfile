# The service with its tools, built from sources that bin/build-tool pins by checksum. Each tool has a
# stage of its own, so that changing one builds one. docs/install.md says how to run it.
FROM node:24-trixie-slim AS builder
WORKDIR /build
COPY bin/build-tool bin/
RUN mkdir tools

FROM builder AS vips
RUN apt-get update && \
  apt-get install -y --no-install-recommends $(bin/build-tool packages vips) && \
  bin/build-tool vips tools

FROM builder AS mozjpeg
RUN apt-get update && \
  apt-get install -y --no-install-recommends $(bin/build-tool packages mozjpeg) && \
  bin/build-tool mozjpeg tools

FROM builder AS cwebp
RUN apt-get update && \
  apt-get install -y --no-install-recommends $(bin/build-tool packages cwebp) && \
  bin/build-tool cwebp tools

FROM builder AS oxipng
RUN bin/build-tool oxipng tools

FROM node:24-trixie-slim AS libraries
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts

FROM node:24-trixie-slim
RUN apt-get update && \
  apt-get install -y --no-install-recommends bubblewrap libavif-bin libjemalloc2 pngquant && \
  rm -rf /var/lib/apt/lists/* /var/cache/* /var/log/* && \
  find / -xdev -type f -perm /6000 -exec chmod a-s {} +
COPY --from=vips /build/tools/vips /usr/local/bin/
COPY --from=mozjpeg /build/tools/cjpeg /build/tools/djpeg /build/tools/jpegtran /usr/local/bin/
COPY --from=cwebp /build/tools/cwebp /build/tools/dwebp /build/tools/img2webp /usr/local/bin/
COPY --from=oxipng /build/tools/oxipng /usr/local/bin/

WORKDIR /opt/shrinkd
COPY --from=libraries /build/node_modules node_modules
COPY package.json LICENSE ./
COPY bin/run bin/shrinkd bin/shrinkd.ts bin/is-ready bin/
COPY schemas schemas
COPY src src

ENV NODE_ENV=production \
  SHRINKD_DATA_DIR=/data \
  SHRINKD_WORK_DIR=/work \
  SHRINKD_PORT=8443 \
  SHRINKD_INTERNAL_PORT=8444 \
  TMPDIR=/work

# Checks every tool. This also fills the compile cache, which a read-only container cannot. Node keeps the cache
# of each user apart, so the user of the service runs it.
RUN ln -s /opt/shrinkd/bin/shrinkd /usr/local/bin/ && \
  install -d -o 1000 -g 1000 -m 700 /data && \
  install -d -m 1777 /work && \
  install -d -o 1000 -g 1000 node_modules/.cache && \
  setpriv --reuid 1000 --regid 1000 --clear-groups shrinkd check && \
  chown -R root:root node_modules/.cache && \
  chmod -R a+rX,go-w node_modules/.cache

USER 1000:1000
VOLUME /data
EXPOSE 8443
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["/opt/shrinkd/bin/is-ready"]
ENTRYPOINT ["shrinkd"]
CMD ["serve"]

ARG VERSION=development
LABEL org.opencontainers.image.title="shrinkd" \
  org.opencontainers.image.description="Self-hosted image compression service: AVIF, WebP, JPEG and PNG over an HTTPS/JSON API" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="$VERSION"
