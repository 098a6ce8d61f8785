import {
  allMetadata,
  type KindDeclaration,
  type ObjectOf,
  optional,
  statusSubresource,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { eviction } from "../../policy/v1/eviction.ts";
import { binding } from "./binding.ts";
import { podLogOptions } from "./pod-log-options.ts";
import { podSpec } from "./pod-spec.ts";
import { podStatus } from "./pod-status.ts";
import { podAttachOptions, podExecOptions, podPortForwardOptions } from "./pod-stream-options.ts";
import { podProxyOptions } from "./proxy-options.ts";

const podFields = {
  spec: optional(podSpec, 2, "Desired state of the Pod."),
  status: optional(podStatus, 3, "Observed state, which the Pod's node reports."),
};

export interface Pod extends ObjectOf<typeof podFields> {}

export const pod: KindDeclaration<Pod> = kind({
  group: "",
  version: "v1",
  kind: "Pod",
  package: "core",
  plural: "pods",
  shortNames: ["po"],
  categories: ["all"],
  scope: "Namespaced",
  subresources: {
    // A create may set `qosClass`. A hook removes the other fields.
    status: {
      ...statusSubresource(["metadata.deletionTimestamp", "metadata.ownerReferences"]),
      clearedOnCreate: false,
      keepsDisabledFields: true,
    },
    others: {
      // Hooks restore the fields that these subresources do not write, which is most of the spec. As in the reference,
      // writes to them do not record a field manager.
      ephemeralcontainers: {
        verbs: ["get", "patch", "update"],
        keeps: ["status", ...allMetadata, "metadata.managedFields"],
        hasTable: false,
      },
      resize: {
        verbs: ["get", "patch", "update"],
        keeps: ["status", ...allMetadata, "metadata.managedFields"],
        featureGate: "InPlacePodVerticalScaling",
      },
    },
    posted: {
      binding: { document: binding, namesUid: true },
      eviction: { document: eviction, olderVersions: ["v1beta1"] },
    },
    connected: {
      attach: { form: "streams", options: podAttachOptions },
      exec: { form: "streams", options: podExecOptions },
      log: { form: "text", options: podLogOptions },
      portforward: { form: "streams", options: podPortForwardOptions },
      proxy: { form: "requests", options: podProxyOptions },
    },
  },
  selectableFields: [
    "spec.nodeName",
    "spec.restartPolicy",
    "spec.schedulerName",
    "spec.serviceAccountName",
    "spec.hostNetwork",
    "status.phase",
    "status.podIP",
    "status.nominatedNodeName",
  ],
  rules: { updateChecks: { update: ["change", "create", "schema", "hook"] }, deleteReturnsObject: true },
  doc: "Group of containers that run together on one node.",
  fields: podFields,
});
