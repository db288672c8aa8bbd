# shellcheck shell=bash
# What the scripts here share: one container of the image, started locked down, and questions to it.

root="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)"
work="$(mktemp -d)"
export PATH="$root/node_modules/.bin:$root/.tools/bin:$PATH"
image=localhost/shrinkd-test
container="shrinkd-test-$$"
key=containerTestKey0123456789ABCDEF
port="${CONTAINER_PORT:-18443}"
# Not the image's need but podman's, whose own are above what some build machines allow.
ulimits=(--ulimit nofile=4096:4096 --ulimit nproc=4096:4096)

say() { printf 'container: %s\n' "$*"; }

fail() {
  say "FAILED: $*"
  run_podman logs --tail 20 "$container" 2>&1 | cut -c 1-300
  exit 1
}

# check TITLE COMMAND...: ends the run when the command fails.
check() {
  local title="$1"
  shift
  "$@" || fail "$title"
  say "$title"
}

run_podman() { podman --runtime runc --cgroup-manager cgroupfs "$@"; }

# start_container WORK_SIZE FLAGS...: as compose.yaml has it, but for the limits, which are among the
# flags. On the host's network, where the tests' own servers are. In `work`, for conmon leaves a file
# where it was started when memory runs out.
start_container() {
  local work_size="$1"
  shift
  (cd "$work" && run_podman run --detach --name "$container" --network host \
    --read-only --read-only-tmpfs=false --tmpfs "/work:size=$work_size,noexec,nosuid,nodev" \
    --cap-drop all --security-opt no-new-privileges --stop-timeout 30 "${ulimits[@]}" \
    --volume "$container:/data" --env SHRINKD_API_KEY="$key" --env SHRINKD_SOURCE_ALLOW=127.0.0.1/32 \
    --env SHRINKD_PORT="$port" --env SHRINKD_INTERNAL_PORT="$((port + 1))" --env SHRINKD_LOG_FORMAT=json \
    "$@" "$image") >"$work/start.log" 2>&1
}

remove_container() {
  run_podman rm --force --volumes --time 1 "$container" >/dev/null 2>&1 || true
  podman volume rm --force "$container" >/dev/null 2>&1 || true
}

inside() { run_podman exec "$container" "$@"; }

state() { run_podman inspect --format "{{.State.$1}}" "$container"; }

# eventually SECONDS COMMAND...
eventually() {
  local deadline=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < deadline)) || return 1
    sleep 0.2
  done
}

# Runs the image's health check, as an engine does every few seconds.
is_healthy() { run_podman healthcheck run "$container" >/dev/null 2>&1; }

# podman's own view, once the check has succeeded.
becomes_healthy() { eventually 30 is_healthy && [[ "$(state Health.Status)" == healthy ]]; }

# ask METHOD PATH [ARGUMENTS]: a request with the test's key.
ask() {
  local method="$1" path="$2"
  shift 2
  curl --silent --show-error --fail --cacert "$work/cert.pem" --user "api:$key" --request "$method" \
    "$@" "https://localhost:$port$path"
}

compresses() { ask POST /shrink --data-binary "@$root/test/fixtures/photo.jpg" --output /dev/null 2>/dev/null; }

# Tells tests of the running service, through TEST_SERVICE.
describe_service() {
  run_podman cp "$container:/data/tls/cert.pem" "$work/cert.pem"
  cat >"$work/service.json" <<END
{
  "url": "https://localhost:$port",
  "certificate": "$work/cert.pem",
  "key": "$key",
  "operator": ["podman", "--runtime", "runc", "--cgroup-manager", "cgroupfs", "exec", "$container", "shrinkd"],
  "log": ["sh", "-c", "podman logs $container 2>&1"]
}
END
}
