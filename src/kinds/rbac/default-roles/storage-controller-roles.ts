/** Default ClusterRoles of the controllers of volumes. */
import * as groups from "./api-groups.ts";
import { allow, type DefaultRole, recordEvents } from "./role-table.ts";

/** Roles of these controllers. The names are those of their ServiceAccounts, and get the prefix `system:controller:`. */
export const storageControllerRoles: readonly DefaultRole[] = [
  {
    name: "attachdetach-controller",
    rules: [
      allow("", "persistentvolumeclaims persistentvolumes", "list watch"),
      allow("", "nodes", "get list watch"),
      allow("", "nodes/status", "patch update"),
      allow("", "pods", "list watch"),
      recordEvents,
      allow(groups.storage, "volumeattachments", "create delete get list watch"),
      allow(groups.storage, "csidrivers", "get list watch"),
      allow(groups.storage, "csinodes", "get list watch"),
    ],
  },
  {
    name: "ephemeral-volume-controller",
    rules: [
      allow("", "pods", "get list watch"),
      allow("", "pods/finalizers", "update"),
      allow("", "persistentvolumeclaims", "create get list watch"),
      recordEvents,
    ],
  },
  {
    name: "expand-controller",
    rules: [
      allow("", "persistentvolumes", "get list patch update watch"),
      allow("", "persistentvolumeclaims/status", "patch update"),
      allow("", "persistentvolumeclaims", "get list watch"),
      recordEvents,
      allow("", "services", "get"),
    ],
  },
  {
    name: "persistent-volume-binder",
    rules: [
      allow("", "persistentvolumes", "create delete get list update watch"),
      allow("", "persistentvolumes/status", "update"),
      allow("", "persistentvolumeclaims", "get list update watch"),
      allow("", "persistentvolumeclaims/status", "update"),
      allow("", "pods", "create delete get list watch"),
      allow(groups.storage, "storageclasses", "get list watch"),
      allow("", "nodes", "list watch"),
      recordEvents,
      allow("", "events", "watch"),
      allow("", "services", "get"),
    ],
  },
  { name: "pv-protection-controller", rules: [allow("", "persistentvolumes", "get list update watch"), recordEvents] },
  {
    name: "pvc-protection-controller",
    rules: [
      allow("", "persistentvolumeclaims", "get list update watch"),
      allow("", "pods", "get list watch"),
      recordEvents,
    ],
  },
  {
    name: "volumeattributesclass-protection-controller",
    features: ["VolumeAttributesClass"],
    rules: [
      allow("", "persistentvolumeclaims", "get list watch"),
      allow("", "persistentvolumes", "get list watch"),
      allow(groups.storage, "volumeattributesclasses", "get list update watch"),
      recordEvents,
    ],
  },
  {
    name: "selinux-warning-controller",
    features: ["SELinuxChangePolicy"],
    rules: [
      recordEvents,
      allow("", "persistentvolumes", "get list watch"),
      allow("", "persistentvolumeclaims", "get list watch"),
      allow("", "pods", "get list watch"),
      allow(groups.storage, "csidrivers", "get list watch"),
    ],
  },
];
