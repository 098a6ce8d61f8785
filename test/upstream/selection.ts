/** The tests that run, by regular expressions about their names, and the failures that have a known reason. */
import type { KnownFailure } from "./report.ts";

/** Tests that need the API, controllers and a scheduler, but no container. The Pods of Jobs end at once, so no test watches running Jobs. */
export const selected: readonly string[] = [
  String.raw`\[sig-api-machinery\]`,
  String.raw`\[sig-instrumentation\] Events`,
  String.raw`\[sig-auth\].*(Certificates API|SelfSubjectReview|auto-generated|TokenReview|kube-root-ca.crt|lifecycle of a ServiceAccount|update a ServiceAccount|SubjectReview)`,
  String.raw`\[sig-apps\] (ControllerRevision|CronJob should (support|not emit|set the)|Daemon set.*(simple daemon|collection|complex daemon|status)|Deployment|DisruptionController (Listing|should (create|observe|update))|Replica|StatefulSet.*(collection|Status endpoints|scale subresource))`,
  String.raw`\[sig-cli\].*(api-versions|create quota|validation|version should|Proxy server|Kubectl (taint|label|patch|replace|diff|apply|scale)|componentstatuses|subresource flag|should check if Kubernetes control plane|reuse port|applyset|interactive|run pod|dry-run|kubectl wait|describe)`,
  String.raw`\[sig-network\].*(EndpointSlice(Mirroring)? should|Ingress API|IngressClass|NetworkPolicy API|static URL paths|NodePort out-of-range|NodePort collisions|status lifecycle|collection of services|listing all namespaces|secure master|lifecycle of an Endpoint)`,
  String.raw`\[sig-node\].*(ConfigMap should fail|ConfigMap lifecycle|Lease lease|PodTemplates|RuntimeClasses API|patch a secret|fail to create secret|lifecycle of a node|collection of pods|patch a pod status|lifecycle of Pods|QOS Class|deleted RuntimeClass|conflicting node selector)`,
  String.raw`\[sig-scheduling\] (LimitRange|.*PriorityClass endpoints)`,
  String.raw`\[sig-storage\].*(immutable|CSIStorageCapacity)`,
];

/** Tests among the selected ones that do not work here: they need containers, Pods that fail, a network or another feature. */
export const excluded: readonly string[] = [
  "AdmissionWebhook.*(deny|mutate|honor|prevent|unconditionally|listing|patching)",
  "ConversionWebhook",
  "CustomResourceFieldSelectors",
  "Etcd failure",
  "NodePort collisions",
  "ResourceClaim",
  "should serve a",
  "multiple endpoint IPs|multiple ports|multiple subsets and same IP",
  "proportional scaling",
  "Feature:",
];

/** Failures that are no defects, or wait for a later step. */
export const knownFailures: readonly KnownFailure[] = [
  {
    test: /health handlers should contain necessary checks/,
    reason: "orch has no aggregation yet, and therefore not its health checks",
  },
  {
    test: /kubectl explain works for CR with the same resource name/,
    reason: "kubectl's cached discovery; the reference fails in the same way",
  },
  {
    test: /Endpoints and EndpointSlices pointing to API Server/,
    reason: "a server on a loopback address publishes no endpoint",
  },
];
