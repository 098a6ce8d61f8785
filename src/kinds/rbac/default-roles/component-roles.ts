/** Default ClusterRoles of the parts of a cluster other than its controllers. */
import { component } from "../../../meta/vocabulary.ts";
import * as groups from "./api-groups.ts";
import { allow, type DefaultRole, ifEnabled, recordEvents } from "./role-table.ts";

/** Roles of parts of the cluster. */
export const componentRoles: readonly DefaultRole[] = [
  {
    name: "system:auth-delegator",
    rules: [
      allow(groups.authentication, "tokenreviews", "create"),
      allow(groups.authorization, "subjectaccessreviews", "create"),
    ],
  },
  {
    name: "system:heapster",
    rules: [
      allow("", "events namespaces nodes pods", "get list watch"),
      allow("extensions", "deployments", "get list watch"),
    ],
  },
  { name: "system:kube-aggregator", rules: [allow("", "endpoints services", "get list watch")] },
  {
    name: "system:kube-controller-manager",
    rules: [
      recordEvents,
      allow(groups.coordination, "leases", "create"),
      allow(groups.coordination, "leases", "get update", [component("controller-manager")]),
      allow("", "secrets serviceaccounts", "create"),
      allow("", "secrets", "delete"),
      allow("", "configmaps namespaces secrets serviceaccounts", "get"),
      allow("", "secrets serviceaccounts", "update"),
      allow(groups.authentication, "tokenreviews", "create"),
      allow(groups.authorization, "subjectaccessreviews", "create"),
      allow("*", "*", "list watch"),
      allow("", "serviceaccounts/token", "create"),
    ],
  },
  { name: "system:kube-dns", rules: [allow("", "endpoints services", "list watch")] },
  {
    name: "system:kube-scheduler",
    rules: [
      recordEvents,
      allow(groups.coordination, "leases", "create"),
      allow(groups.coordination, "leases", "get list update watch", [component("scheduler")]),
      allow(groups.coordination, "leasecandidates", "create delete deletecollection get list patch update watch"),
      allow("", "nodes", "get list watch"),
      allow("", "pods", "delete get list watch"),
      allow("", "bindings pods/binding", "create"),
      allow("", "pods/status", "patch update"),
      allow("", "replicationcontrollers services", "get list watch"),
      allow(["apps", "extensions"], "replicasets", "get list watch"),
      allow("apps", "statefulsets", "get list watch"),
      allow("policy", "poddisruptionbudgets", "get list watch"),
      allow("", "persistentvolumeclaims persistentvolumes", "get list watch"),
      allow(groups.authentication, "tokenreviews", "create"),
      allow(groups.authorization, "subjectaccessreviews", "create"),
      allow(groups.storage, "csinodes", "get list watch"),
      allow(groups.storage, "volumeattachments", "get list watch"),
      allow("", "namespaces", "get list watch"),
      allow(groups.storage, "csidrivers", "get list watch"),
      allow(groups.storage, "csistoragecapacities", "get list watch"),
      ifEnabled("DynamicResourceAllocation", allow(groups.resource, "deviceclasses", "get list watch")),
      ifEnabled("DynamicResourceAllocation", allow(groups.resource, "resourceclaims", "get list patch update watch")),
      ifEnabled(
        "DynamicResourceAllocation",
        allow(groups.resource, "resourceclaims/status", "get list patch update watch"),
      ),
      ifEnabled("DynamicResourceAllocation", allow("", "pods/finalizers", "get list patch update watch")),
      ifEnabled("DynamicResourceAllocation", allow(groups.resource, "resourceslices", "get list watch")),
    ],
  },
  {
    name: "system:kubelet-api-admin",
    rules: [
      allow("", "nodes", "get list watch"),
      allow("", "nodes", "proxy"),
      allow("", "nodes/log nodes/metrics nodes/proxy nodes/stats", "*"),
      ifEnabled("KubeletFineGrainedAuthz", allow("", "nodes/configz nodes/healthz nodes/pods", "*")),
    ],
  },
  {
    name: "system:node",
    rules: [
      allow(groups.authentication, "tokenreviews", "create"),
      allow(groups.authorization, "localsubjectaccessreviews subjectaccessreviews", "create"),
      allow("", "services", "get list watch"),
      allow("", "nodes", "create get list watch"),
      allow("", "nodes/status", "patch update"),
      allow("", "nodes", "patch update"),
      allow("", "events", "create patch update"),
      allow("", "pods", "get list watch"),
      allow("", "pods", "create delete"),
      allow("", "pods/status", "patch update"),
      allow("", "pods/eviction", "create"),
      allow("", "configmaps secrets", "get list watch"),
      allow("", "persistentvolumeclaims persistentvolumes", "get"),
      allow("", "endpoints", "get"),
      allow(groups.certificates, "certificatesigningrequests", "create get list watch"),
      allow(groups.coordination, "leases", "create delete get patch update"),
      allow(groups.storage, "volumeattachments", "get"),
      allow("", "serviceaccounts/token", "create"),
      allow("", "persistentvolumeclaims/status", "get patch update"),
      allow(groups.storage, "csidrivers", "get list watch"),
      allow(groups.storage, "csinodes", "create delete get patch update"),
      allow(groups.node, "runtimeclasses", "get list watch"),
      ifEnabled("DynamicResourceAllocation", allow(groups.resource, "resourceclaims", "get")),
      ifEnabled("DynamicResourceAllocation", allow(groups.resource, "resourceslices", "deletecollection")),
      ifEnabled("ClusterTrustBundle", allow(groups.certificates, "clustertrustbundles", "get list watch")),
    ],
  },
  {
    name: "system:node-bootstrapper",
    rules: [allow(groups.certificates, "certificatesigningrequests", "create get list watch")],
  },
  {
    name: "system:node-problem-detector",
    rules: [allow("", "nodes", "get"), allow("", "nodes/status", "patch"), recordEvents],
  },
  {
    name: "system:node-proxier",
    rules: [
      allow("", "endpoints services", "list watch"),
      allow("", "nodes", "get list watch"),
      recordEvents,
      ifEnabled("MultiCIDRServiceAllocator", allow(groups.networking, "servicecidrs", "list watch")),
      allow(groups.discovery, "endpointslices", "list watch"),
    ],
  },
  {
    name: "system:persistent-volume-provisioner",
    rules: [
      allow("", "persistentvolumes", "create delete get list watch"),
      allow("", "persistentvolumeclaims", "get list update watch"),
      allow(groups.storage, "storageclasses", "get list watch"),
      allow("", "events", "watch"),
      recordEvents,
    ],
  },
  {
    name: "system:volume-scheduler",
    rules: [
      allow("", "persistentvolumes", "get list patch update watch"),
      allow(groups.storage, "storageclasses", "get list watch"),
      allow("", "persistentvolumeclaims", "get list patch update watch"),
    ],
  },
  {
    name: "system:cluster-trust-bundle-discovery",
    features: ["ClusterTrustBundle"],
    rules: [allow(groups.certificates, "clustertrustbundles", "get list watch")],
  },
];
