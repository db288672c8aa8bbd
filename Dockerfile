# The service with its tools, from packages and sources that bin/programs pins by checksum. docs/install.md says how to
# run it.
FROM node:24-trixie-slim AS tools
WORKDIR /build
RUN apt-get update
COPY bin/build-tool bin/programs bin/unpack-debian bin/vips.c bin/oxipng.c bin/
# Where the tools stay: libvips is found by its whole path.
RUN mkdir -p /opt/shrinkd/.tools/bin && \
  for tool in vips mozjpeg cwebp oxipng; do bin/build-tool $tool /opt/shrinkd/.tools/bin || exit; done

FROM node:24-trixie-slim AS libraries
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# fetch-blob loads web-streams-polyfill only if the global ReadableStream is missing, which Node has.
RUN npm ci --omit=dev --omit=optional --ignore-scripts && \
  find node_modules -type f \( -name '*.map' -o -name '*.d.*ts' -o -iname changelog.md -o -iname readme.md \) -delete && \
  rm -r node_modules/web-streams-polyfill

FROM node:24-trixie-slim AS service
COPY --from=tools /opt/shrinkd/.tools/bin /opt/shrinkd/.tools/bin
RUN apt-get update && \
  apt-get install -y --no-install-recommends bubblewrap libavif-bin libjemalloc2 pngquant tini && \
  rm -rf /var/lib/apt/lists/* /var/cache/* /var/log/* /usr/share/locale /usr/share/man \
    /usr/lib/*-linux-gnu/gconv /usr/local/include /usr/local/lib/node_modules /opt/yarn-* && \
  find /usr/share/doc -type f ! -name copyright -delete && \
  find / -xdev -type f -perm /6000 -exec chmod a-s {} +

WORKDIR /opt/shrinkd
COPY --from=libraries /build/node_modules node_modules
COPY package.json LICENSE ./
COPY bin/run bin/shrinkd bin/shrinkd.ts bin/is-ready bin/
COPY schemas schemas
COPY src src
RUN node schemas/generate/main.ts

# Checks every tool. This also fills the compile cache, which a read-only container cannot. Node keeps the cache
# of each user apart, so the user of the service runs it.
RUN ln -s /opt/shrinkd/bin/shrinkd /usr/local/bin/ && \
  install -d -o 1000 -g 1000 -m 700 /data && \
  install -d -m 1777 /work && \
  install -d -o 1000 -g 1000 node_modules/.cache && \
  setpriv --reuid 1000 --regid 1000 --clear-groups env SHRINKD_DATA_DIR=/data TMPDIR=/work shrinkd check && \
  chown -R root:root node_modules/.cache && \
  chmod -R a+rX,go-w node_modules/.cache

# Without what was removed above, and in one layer.
FROM scratch
COPY --from=service / /
WORKDIR /opt/shrinkd
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  NODE_ENV=production \
  SHRINKD_DATA_DIR=/data \
  SHRINKD_WORK_DIR=/work \
  SHRINKD_PORT=8443 \
  SHRINKD_INTERNAL_PORT=8444 \
  TMPDIR=/work
USER 1000:1000
VOLUME /data
EXPOSE 8443
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["/opt/shrinkd/bin/is-ready"]
# An init, since tools that are cut may leave children, and the kernel gives them to process 1.
ENTRYPOINT ["tini", "-s", "--", "shrinkd"]
CMD ["serve"]

ARG VERSION=development
LABEL org.opencontainers.image.title="shrinkd" \
  org.opencontainers.image.description="Self-hosted image compression service: AVIF, WebP, JPEG and PNG over an HTTPS/JSON API" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="$VERSION"
