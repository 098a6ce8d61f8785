import { describe } from "vitest";
import { notLabel, notQualifiedName, notSubdomain } from "../support/format-messages.ts";
import { Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer([
  "--vocabulary=kubernetes",
  "--feature-gates=VolumeAttributesClass=true,CrossNamespaceVolumeDataSource=true",
]);

const claims = new Refusals(server, "/api/v1/namespaces/default/persistentvolumeclaims", {
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "2Gi" } } },
});
const spec = (change: object) => (claim: { spec: object }) => void Object.assign(claim.spec, change);

describe("the spec of a claim", () => {
  claims.create("[PersistentVolumeClaimSpec#1] a claim without access modes is rejected", spec({ accessModes: [] }), [
    "spec.accessModes: Required value: at least 1 access mode is required",
  ]);
  claims.create(
    "[PersistentVolumeClaimSpec#2] a claim with an unknown access mode is rejected",
    spec({ accessModes: ["ReadSometimes"] }),
    [
      'spec.accessModes: Unsupported value: "ReadSometimes": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
    ],
  );
  claims.create(
    "[PersistentVolumeClaimSpec#3] a claim with ReadWriteOncePod and another access mode is rejected",
    spec({ accessModes: ["ReadWriteOnce", "ReadWriteOncePod"] }),
    ["spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes"],
  );
  claims.create(
    "[PersistentVolumeClaimSpec#4] a claim without a storage request is rejected",
    spec({ resources: { requests: { cpu: "1" } } }),
    ["spec.resources[storage]: Required value"],
  );
  claims.create(
    "[PersistentVolumeClaimSpec#5] a claim of size 0 is rejected",
    spec({ resources: { requests: { storage: "0" } } }),
    ['spec.resources[storage]: Invalid value: "0": must be greater than zero'],
  );
  claims.create(
    "[PersistentVolumeClaimSpec#6] a claim whose storageClassName is no DNS subdomain is rejected",
    spec({ storageClassName: "Fast" }),
    [`spec.storageClassName: Invalid value: "Fast": ${notSubdomain}`],
  );
  claims.create(
    "[PersistentVolumeClaimSpec#7] a claim with an unknown volumeMode is rejected",
    spec({ volumeMode: "Tape" }),
    ['spec.volumeMode: Unsupported value: "Tape": supported values: "Block", "Filesystem"'],
  );

  const other = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
  claims.create(
    "[PersistentVolumeClaimSpec#8, PersistentVolumeClaimSpec#12] a claim whose dataSource has no name is rejected",
    spec({ dataSource: { kind: "PersistentVolumeClaim", name: "" } }),
    ["spec.dataSource.name: Required value", "spec.dataSourceRef.name: Required value"],
  );
  claims.create(
    "[PersistentVolumeClaimSpec#9, PersistentVolumeClaimSpec#13] a claim whose dataSourceRef has no kind is rejected",
    spec({ dataSourceRef: { apiGroup: "example.com", kind: "", name: "old" } }),
    ["spec.dataSource.kind: Required value", "spec.dataSourceRef.kind: Required value"],
  );
  claims.create(
    "[PersistentVolumeClaimSpec#10, PersistentVolumeClaimSpec#14] a claim whose source is a Pod is rejected",
    spec({ dataSourceRef: { kind: "Pod", name: "old" } }),
    [`spec.dataSource: Invalid value: "Pod": ${other}`, `spec.dataSourceRef: Invalid value: "Pod": ${other}`],
  );
  claims.create(
    "[PersistentVolumeClaimSpec#11, PersistentVolumeClaimSpec#15] a claim whose source has an apiGroup that is no DNS subdomain is rejected",
    spec({ dataSourceRef: { apiGroup: "Example.com", kind: "Backup", name: "old" } }),
    [
      `spec.dataSource.apiGroup: Invalid value: "Example.com": ${notSubdomain}`,
      `spec.dataSourceRef.apiGroup: Invalid value: "Example.com": ${notSubdomain}`,
    ],
  );
  claims.create(
    "[PersistentVolumeClaimSpec#16] a claim whose dataSourceRef has an invalid namespace is rejected",
    spec({ dataSourceRef: { kind: "PersistentVolumeClaim", name: "old", namespace: "Shop" } }),
    [`spec.dataSourceRef.namespace: Invalid value: "Shop": ${notLabel}`],
  );
  const source = { kind: "PersistentVolumeClaim", name: "old" };
  claims.create(
    "[PersistentVolumeClaimSpec#17] a claim with a dataSource beside a dataSourceRef with a namespace is rejected",
    spec({ dataSource: source, dataSourceRef: { ...source, namespace: "shop" } }),
    [/^spec: Invalid value: .*: may not be specified when dataSourceRef\.namespace is specified$/],
  );
  claims.create(
    "[PersistentVolumeClaimSpec#18] a claim whose dataSource and dataSourceRef differ is rejected",
    spec({ dataSource: source, dataSourceRef: { ...source, name: "older" } }),
    [/^spec: Invalid value: .*: must match dataSourceRef$/],
  );
  claims.accepts(
    "a claim with equal dataSource and dataSourceRef is accepted",
    spec({ dataSource: source, dataSourceRef: source }),
  );
  claims.create(
    "[PersistentVolumeClaimSpec#19] a claim whose volumeAttributesClassName is no DNS subdomain is rejected",
    spec({ volumeAttributesClassName: "Gold" }),
    [`spec.volumeAttributesClassName: Invalid value: "Gold": ${notSubdomain}`],
  );
  claims.accepts(
    "a claim with an empty volumeAttributesClassName is accepted",
    spec({ volumeAttributesClassName: "" }),
  );
});

describe("an update of a claim", () => {
  const key = "volume.beta.kubernetes.io/storage-class";
  claims.update("[PersistentVolumeClaim#1] an update that changes the storage class annotation is rejected", {
    before: (claim) => {
      claim.metadata.annotations = { [key]: "slow" };
    },
    change: (claim) => {
      claim.metadata.annotations[key] = "fast";
    },
    causes: [`metadata.annotations.${key}: Invalid value: "fast": field is immutable`],
  });

  const immutable =
    /^spec: Forbidden: spec is immutable after creation except resources\.requests and volumeAttributesClassName for bound claims\n/;
  claims.update("[PersistentVolumeClaim#2] an update that changes the size of an unbound claim is rejected", {
    change: ({ spec: { resources } }) => {
      resources.requests.storage = "3Gi";
    },
    causes: [immutable],
  });
  claims.update("[PersistentVolumeClaim#5] an update that changes the volumeMode is rejected", {
    change: spec({ volumeMode: "Block" }),
    causes: [immutable, 'volumeMode: Invalid value: "Block": field is immutable'],
  });
  const gold = spec({ volumeAttributesClassName: "gold" });
  claims.update("[PersistentVolumeClaim#7] an update that removes the volumeAttributesClassName is rejected", {
    before: gold,
    change: ({ spec: changed }) => {
      delete changed.volumeAttributesClassName;
    },
    causes: [immutable, "spec.volumeAttributesClassName: Forbidden: update from non-nil value to nil is forbidden"],
  });
  claims.update("[PersistentVolumeClaim#8] an update that empties the volumeAttributesClassName is rejected", {
    before: gold,
    change: spec({ volumeAttributesClassName: "" }),
    causes: [
      immutable,
      "spec.volumeAttributesClassName: Forbidden: update from non-nil value to an empty string is forbidden",
    ],
  });
});

describe("the status of a claim", () => {
  const refuseStatus = (title: string, status: object, causes: readonly string[]): void => {
    claims.update(title, {
      subresource: "status",
      change: (claim) => {
        claim.status = { phase: "Bound", ...status };
      },
      causes,
    });
  };
  const states =
    '"ControllerResizeInProgress", "ControllerResizeInfeasible", "NodeResizeInProgress", "NodeResizeInfeasible", "NodeResizePending"';

  refuseStatus(
    "[PersistentVolumeClaim#11] a status with a negative capacity is rejected",
    { capacity: { storage: "-1" } },
    ["status.capacity[storage]: Invalid value: -1: must be a valid resource quantity"],
  );
  refuseStatus(
    "[PersistentVolumeClaim#12] allocatedResourceStatuses of a resource that is no qualified name are rejected",
    { allocatedResourceStatuses: { "example.com/a b": "NodeResizePending" } },
    [`status.allocatedResourceStatus: Invalid value: "example.com/a b": ${notQualifiedName}`],
  );
  refuseStatus(
    "[PersistentVolumeClaim#13] allocatedResourceStatuses of a resource other than storage are rejected",
    { allocatedResourceStatuses: { cpu: "NodeResizePending" } },
    ['status.allocatedResourceStatus: Unsupported value: "cpu": supported values: "storage"'],
  );
  refuseStatus(
    "[PersistentVolumeClaim#14] an unknown allocated resource status is rejected",
    { allocatedResourceStatuses: { storage: "Sleeping" } },
    [`status.allocatedResourceStatus: Unsupported value: storage: supported values: ${states}`],
  );
  refuseStatus(
    "[PersistentVolumeClaim#15] allocatedResources of a resource that is no qualified name are rejected",
    { allocatedResources: { "example.com/a b": "1" } },
    [`status.allocatedResources: Invalid value: "example.com/a b": ${notQualifiedName}`],
  );
  refuseStatus(
    "[PersistentVolumeClaim#16] allocatedResources of a resource other than storage are rejected",
    { allocatedResources: { cpu: "1" } },
    ['status.allocatedResources: Unsupported value: "cpu": supported values: "storage"'],
  );
  refuseStatus(
    "[PersistentVolumeClaim#17] negative allocatedResources are rejected",
    { allocatedResources: { storage: "-1" } },
    ["status.allocatedResources[storage]: Invalid value: -1: must be a valid resource quantity"],
  );
});
