/** The objects of a new cluster. */
import type { Scenario, Suite } from "../suite.ts";

const flowControl = "/apis/flowcontrol.apiserver.k8s.io/v1";

const flowSchemas = [
  "catch-all",
  "endpoint-controller",
  "exempt",
  "global-default",
  "kube-controller-manager",
  "kube-scheduler",
  "kube-system-service-accounts",
  "probes",
  "service-accounts",
  "system-leader-election",
  "system-node-high",
  "system-nodes",
  "workload-leader-election",
];

const levels = [
  "catch-all",
  "exempt",
  "global-default",
  "leader-election",
  "node-high",
  "system",
  "workload-high",
  "workload-low",
];

const objects = [
  ...["default", "kube-node-lease", "kube-public", "kube-system"].map((name) => `/api/v1/namespaces/${name}`),
  "/api/v1/namespaces/default/services/kubernetes",
  "/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication",
  "/api/v1/namespaces/kube-system/configmaps/kube-apiserver-legacy-service-account-token-tracking",
  ...["system-cluster-critical", "system-node-critical"].map(
    (name) => `/apis/scheduling.k8s.io/v1/priorityclasses/${name}`,
  ),
  ...flowSchemas.map((name) => `${flowControl}/flowschemas/${name}`),
  ...levels.map((name) => `${flowControl}/prioritylevelconfigurations/${name}`),
];

/** Removes certificates and ports, which differ between servers. */
function withoutOwnValues(text: string): string {
  return text
    .replace(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----\\n/gs, "<certificate>")
    .replace(/"targetPort": ?\d+/g, '"targetPort":0');
}

/** Objects that the server creates itself. */
export const bootstrap: Suite = {
  name: "bootstrap",
  covers: "the objects of a new cluster",
  usesNamespaces: false,
  standardCount: Infinity,
  rewriteBody: withoutOwnValues,
  *scenarios(): Iterable<Scenario> {
    for (const path of objects) {
      yield {
        title: path,
        async run(server) {
          await server.send(path);
        },
      };
    }
  },
};
