#!/usr/bin/env bash
# run.sh [PORT]: lists ConfigMaps with the in-cluster configuration of client-go, before and after a role allows it.
# Needs a built orch, kubectl, Go, and the permission to create a mount namespace. Exits with 0 if both results are right.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
port=${1:-27640}
work=$(mktemp -d)
trap 'if [ -n "${server:-}" ]; then kill "$server" && wait "$server" || true; fi; rm -rf "$work"' EXIT

(cd "$here" && go build -o "$work/in-cluster" .)
node "$root/bin/orch.js" apiserver --secure-port="$port" --data-dir="$work/data" --vocabulary=kubernetes >"$work/orch.log" 2>&1 &
server=$!
for _ in $(seq 200); do grep -q "is ready" "$work/orch.log" && break; sleep 0.1; done

admin() { kubectl --kubeconfig="$work/data/admin.kubeconfig" "$@"; }
admin create serviceaccount bot
admin create configmap settings
admin create role reader --verb=list --resource=configmaps
mkdir "$work/mounted"
admin create token bot | tr -d '\n' >"$work/mounted/token"
printf default >"$work/mounted/namespace"
admin config view --raw -o 'jsonpath={.clusters[0].cluster.certificate-authority-data}' | base64 -d >"$work/mounted/ca.crt"

# client-go reads fixed paths, so that the program gets its own /var/run.
in_pod() {
  KUBERNETES_SERVICE_HOST=127.0.0.1 KUBERNETES_SERVICE_PORT=$port WORK=$work unshare -m sh -c '
    mount -t tmpfs none /var/run
    mkdir -p /var/run/secrets/kubernetes.io/serviceaccount
    cp "$WORK"/mounted/* /var/run/secrets/kubernetes.io/serviceaccount/
    exec "$WORK/in-cluster"'
}
if in_pod; then echo "FAILED: listed without a role"; exit 1; fi
admin create rolebinding reader --role=reader --serviceaccount=default:bot
in_pod | grep -qx settings
echo "ok: client-go lists ConfigMaps with the mounted service account"
