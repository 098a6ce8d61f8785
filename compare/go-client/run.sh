#!/usr/bin/env bash
# run.sh [REFERENCE]: runs Go's clients against orch and against the reference, and compares the outputs.
# REFERENCE is the folder with up.sh of the reference. Default: ../shared/reference. `none` skips it.
# Needs a built orch and Go. Exits with 0 if all media types were right and both outputs are equal.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
reference=${1:-$root/../shared/reference}
port=${PORT:-27660}
work=$(mktemp -d)
server=""
stop() { for id in $server; do kill "$id" 2>/dev/null || true; done; for id in $server; do while kill -0 "$id" 2>/dev/null; do sleep 0.1; done; done; server=""; }
trap 'stop; rm -rf "$work"' EXIT

(cd "$here" && go build -o "$work/go-client" .)

start_orch() { # directory, feature gates
  node "$root/bin/orch.js" apiserver --secure-port="$port" --data-dir="$work/$1" --vocabulary=kubernetes --feature-gates="$2" >"$work/$1.log" 2>&1 &
  server=$!
  for _ in $(seq 200); do grep -qs "is ready" "$work/$1.log" && break; sleep 0.1; done
}
start_reference() {
  "$reference/up.sh" "$work/$1" "$port" --feature-gates="$2"
  server=$(cat "$work/$1/pids")
}
run() { # name of the server, mode, kubeconfig
  echo "--- $1: $2"
  "$work/go-client" "$3" "$2" >"$work/$1-$2.txt" 2>&1 || { cat "$work/$1-$2.txt"; failed=1; }
  tail -1 "$work/$1-$2.txt"
}
failed=0
names=orch
[ "$reference" = none ] || names="orch reference"
for name in $names; do
  "start_$name" "$name" CBORServingAndStorage=true
  config=$work/$name/admin.kubeconfig
  run "$name" protobuf "$config"
  KUBE_FEATURE_WatchListClient=true run "$name" protobuf-streamed "$config"
  export KUBE_FEATURE_ClientsAllowCBOR=true KUBE_FEATURE_ClientsPreferCBOR=true
  run "$name" cbor "$config"
  KUBE_FEATURE_WatchListClient=true run "$name" cbor-streamed "$config"
  stop
  "start_$name" "$name-json" CBORServingAndStorage=false
  run "$name" cbor-rejected "$work/$name-json/admin.kubeconfig"
  unset KUBE_FEATURE_ClientsAllowCBOR KUBE_FEATURE_ClientsPreferCBOR
  stop
done
if [ "$reference" != none ]; then
  for mode in protobuf protobuf-streamed cbor cbor-streamed cbor-rejected; do
    diff "$work/reference-$mode.txt" "$work/orch-$mode.txt" || { echo "$mode: the outputs differ (< reference, > orch)"; failed=1; }
  done
fi
if [ -n "${KEEP:-}" ]; then cp "$work"/*.txt "$KEEP"; fi
exit $failed
