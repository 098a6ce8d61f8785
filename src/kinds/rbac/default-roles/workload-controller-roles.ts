/** Default ClusterRoles of the controllers of Pods and workloads. */
import * as groups from "./api-groups.ts";
import { allow, type DefaultRole, recordEvents } from "./role-table.ts";

/** Roles of these controllers. The names are those of their ServiceAccounts, and get the prefix `system:controller:`. */
export const workloadControllerRoles: readonly DefaultRole[] = [
  {
    name: "cronjob-controller",
    rules: [
      allow("batch", "cronjobs", "get list update watch"),
      allow("batch", "jobs", "create delete get list patch update watch"),
      allow("batch", "cronjobs/status", "update"),
      allow("batch", "cronjobs/finalizers", "update"),
      allow("", "pods", "delete list watch"),
      recordEvents,
    ],
  },
  {
    name: "daemon-set-controller",
    rules: [
      allow(["apps", "extensions"], "daemonsets", "get list watch"),
      allow(["apps", "extensions"], "daemonsets/status", "update"),
      allow(["apps", "extensions"], "daemonsets/finalizers", "update"),
      allow("", "nodes", "list watch"),
      allow("", "pods", "create delete list patch watch"),
      allow("", "pods/binding", "create"),
      allow("apps", "controllerrevisions", "create delete get list patch update watch"),
      recordEvents,
    ],
  },
  {
    name: "deployment-controller",
    rules: [
      allow(["apps", "extensions"], "deployments", "get list update watch"),
      allow(["apps", "extensions"], "deployments/status", "update"),
      allow(["apps", "extensions"], "deployments/finalizers", "update"),
      allow(["apps", "extensions"], "replicasets", "create delete get list patch update watch"),
      allow("", "pods", "get list update watch"),
      recordEvents,
    ],
  },
  {
    name: "disruption-controller",
    rules: [
      allow(["apps", "extensions"], "deployments", "get list watch"),
      allow(["apps", "extensions"], "replicasets", "get list watch"),
      allow("", "replicationcontrollers", "get list watch"),
      allow("policy", "poddisruptionbudgets", "get list watch"),
      allow("apps", "statefulsets", "get list watch"),
      allow("policy", "poddisruptionbudgets/status", "update"),
      allow("", "pods/status", "patch update"),
      allow("*", "*/scale", "get"),
      recordEvents,
    ],
  },
  {
    name: "horizontal-pod-autoscaler",
    rules: [
      allow("autoscaling", "horizontalpodautoscalers", "get list watch"),
      allow("autoscaling", "horizontalpodautoscalers/status", "update"),
      allow("*", "*/scale", "get update"),
      allow("", "pods", "list watch"),
      allow(groups.metrics, "pods", "list watch"),
      allow(groups.customMetrics, "*", "get list watch"),
      allow(groups.externalMetrics, "*", "get list watch"),
      recordEvents,
    ],
  },
  {
    name: "job-controller",
    rules: [
      allow("batch", "jobs", "get list patch update watch"),
      allow("batch", "jobs/status", "update"),
      allow("batch", "jobs/finalizers", "update"),
      allow("", "pods", "create delete list patch watch"),
      recordEvents,
    ],
  },
  {
    name: "pod-garbage-collector",
    rules: [
      allow("", "pods", "delete list watch"),
      allow("", "nodes", "get list watch"),
      allow("", "pods/status", "patch"),
    ],
  },
  {
    name: "replicaset-controller",
    rules: [
      allow(["apps", "extensions"], "replicasets", "get list update watch"),
      allow(["apps", "extensions"], "replicasets/status", "update"),
      allow(["apps", "extensions"], "replicasets/finalizers", "update"),
      allow("", "pods", "create delete list patch watch"),
      recordEvents,
    ],
  },
  {
    name: "replication-controller",
    rules: [
      allow("", "replicationcontrollers", "get list update watch"),
      allow("", "replicationcontrollers/status", "update"),
      allow("", "replicationcontrollers/finalizers", "update"),
      allow("", "pods", "create delete list patch watch"),
      recordEvents,
    ],
  },
  {
    name: "statefulset-controller",
    rules: [
      allow("", "pods", "list watch"),
      allow("apps", "statefulsets", "get list watch"),
      allow("apps", "statefulsets/status", "update"),
      allow("apps", "statefulsets/finalizers", "update"),
      allow("", "pods", "create delete get patch update"),
      allow("apps", "controllerrevisions", "create delete get list patch update watch"),
      allow("", "persistentvolumeclaims", "create get list watch"),
      recordEvents,
      allow("", "persistentvolumeclaims", "delete update"),
      allow("", "pods/finalizers", "update"),
    ],
  },
  { name: "ttl-after-finished-controller", rules: [allow("batch", "jobs", "delete get list watch"), recordEvents] },
  {
    name: "resource-claim-controller",
    features: ["DynamicResourceAllocation"],
    rules: [
      allow("", "pods", "get list watch"),
      allow("", "pods/finalizers", "update"),
      allow(groups.resource, "resourceclaims", "create delete get list watch"),
      allow(groups.resource, "resourceclaims resourceclaims/status", "patch update"),
      allow("", "pods/status", "patch update"),
      recordEvents,
    ],
  },
];
