import { describe } from "vitest";
import { Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer([
  "--vocabulary=kubernetes",
  "--feature-gates=VolumeAttributesClass=true,CrossNamespaceVolumeDataSource=true",
]);

const badName =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and " +
  "end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const badLabel =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with " +
  "an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const badPart =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric " +
  "character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is " +
  "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

const claims = new Refusals(server, "/api/v1/namespaces/default/persistentvolumeclaims", {
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "2Gi" } } },
});
const spec = (change: object) => (claim: { spec: object }) => void Object.assign(claim.spec, change);

describe("the spec of a claim", () => {
  claims.create("[PersistentVolumeClaimSpec#1] names a way of mounting", spec({ accessModes: [] }), [
    "spec.accessModes: Required value: at least 1 access mode is required",
  ]);
  claims.create(
    "[PersistentVolumeClaimSpec#2] names known ways of mounting",
    spec({ accessModes: ["ReadSometimes"] }),
    [
      'spec.accessModes: Unsupported value: "ReadSometimes": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
    ],
  );
  claims.create(
    "[PersistentVolumeClaimSpec#3] is for a single Pod or for others",
    spec({ accessModes: ["ReadWriteOnce", "ReadWriteOncePod"] }),
    ["spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes"],
  );
  claims.create("[PersistentVolumeClaimSpec#4] asks for some size", spec({ resources: { requests: { cpu: "1" } } }), [
    "spec.resources[storage]: Required value",
  ]);
  claims.create(
    "[PersistentVolumeClaimSpec#5] asks for more than nothing",
    spec({ resources: { requests: { storage: "0" } } }),
    ['spec.resources[storage]: Invalid value: "0": must be greater than zero'],
  );
  claims.create("[PersistentVolumeClaimSpec#6] names a class that can exist", spec({ storageClassName: "Fast" }), [
    `spec.storageClassName: Invalid value: "Fast": ${badName}`,
  ]);
  claims.create("[PersistentVolumeClaimSpec#7] is a file system or a device", spec({ volumeMode: "Tape" }), [
    'spec.volumeMode: Unsupported value: "Tape": supported values: "Block", "Filesystem"',
  ]);

  const other = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
  claims.create(
    "[PersistentVolumeClaimSpec#8, PersistentVolumeClaimSpec#12] names its source",
    spec({ dataSource: { kind: "PersistentVolumeClaim", name: "" } }),
    ["spec.dataSource.name: Required value", "spec.dataSourceRef.name: Required value"],
  );
  claims.create(
    "[PersistentVolumeClaimSpec#9, PersistentVolumeClaimSpec#13] says what its source is",
    spec({ dataSourceRef: { apiGroup: "example.com", kind: "", name: "old" } }),
    ["spec.dataSource.kind: Required value", "spec.dataSourceRef.kind: Required value"],
  );
  claims.create(
    "[PersistentVolumeClaimSpec#10, PersistentVolumeClaimSpec#14] comes from nothing else of the core group than a claim",
    spec({ dataSourceRef: { kind: "Pod", name: "old" } }),
    [`spec.dataSource: Invalid value: "Pod": ${other}`, `spec.dataSourceRef: Invalid value: "Pod": ${other}`],
  );
  claims.create(
    "[PersistentVolumeClaimSpec#11, PersistentVolumeClaimSpec#15] comes from a group that can exist",
    spec({ dataSourceRef: { apiGroup: "Example.com", kind: "Backup", name: "old" } }),
    [
      `spec.dataSource.apiGroup: Invalid value: "Example.com": ${badName}`,
      `spec.dataSourceRef.apiGroup: Invalid value: "Example.com": ${badName}`,
    ],
  );
  claims.create(
    "[PersistentVolumeClaimSpec#16] comes from a namespace that can exist",
    spec({ dataSourceRef: { kind: "PersistentVolumeClaim", name: "old", namespace: "Shop" } }),
    [`spec.dataSourceRef.namespace: Invalid value: "Shop": ${badLabel}`],
  );
  const source = { kind: "PersistentVolumeClaim", name: "old" };
  claims.create(
    "[PersistentVolumeClaimSpec#17] has one source where that is in another namespace",
    spec({ dataSource: source, dataSourceRef: { ...source, namespace: "shop" } }),
    [/^spec: Invalid value: .*: may not be specified when dataSourceRef\.namespace is specified$/],
  );
  claims.create(
    "[PersistentVolumeClaimSpec#18] has one source by both names",
    spec({ dataSource: source, dataSourceRef: { ...source, name: "older" } }),
    [/^spec: Invalid value: .*: must match dataSourceRef$/],
  );
  claims.accepts("has one source by both names, the same", spec({ dataSource: source, dataSourceRef: source }));
  claims.create(
    "[PersistentVolumeClaimSpec#19] names attributes that can exist",
    spec({ volumeAttributesClassName: "Gold" }),
    [`spec.volumeAttributesClassName: Invalid value: "Gold": ${badName}`],
  );
  claims.accepts("accepts attributes without a name as none", spec({ volumeAttributesClassName: "" }));
});

describe("an update of a claim", () => {
  const key = "volume.beta.kubernetes.io/storage-class";
  claims.update("[PersistentVolumeClaim#1] keeps the class of the annotation", {
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
  claims.update("[PersistentVolumeClaim#2] keeps the size of a claim that waits", {
    change: ({ spec: { resources } }) => {
      resources.requests.storage = "3Gi";
    },
    causes: [immutable],
  });
  claims.update("[PersistentVolumeClaim#5] keeps the mode", {
    change: spec({ volumeMode: "Block" }),
    causes: [immutable, 'volumeMode: Invalid value: "Block": field is immutable'],
  });
  const gold = spec({ volumeAttributesClassName: "gold" });
  claims.update("[PersistentVolumeClaim#7] keeps some attributes", {
    before: gold,
    change: ({ spec: changed }) => {
      delete changed.volumeAttributesClassName;
    },
    causes: [immutable, "spec.volumeAttributesClassName: Forbidden: update from non-nil value to nil is forbidden"],
  });
  claims.update("[PersistentVolumeClaim#8] keeps attributes with a name", {
    before: gold,
    change: spec({ volumeAttributesClassName: "" }),
    causes: [
      immutable,
      "spec.volumeAttributesClassName: Forbidden: update from non-nil value to an empty string is forbidden",
    ],
  });
});

describe("the status of a claim", () => {
  const reported = (title: string, status: object, causes: readonly string[]): void => {
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

  reported("[PersistentVolumeClaim#11] has no size below nothing", { capacity: { storage: "-1" } }, [
    "status.capacity[storage]: Invalid value: -1: must be a valid resource quantity",
  ]);
  reported(
    "[PersistentVolumeClaim#12] resizes what has a name",
    { allocatedResourceStatuses: { "example.com/a b": "NodeResizePending" } },
    [`status.allocatedResourceStatus: Invalid value: "example.com/a b": ${badPart}`],
  );
  reported(
    "[PersistentVolumeClaim#13] resizes storage alone",
    { allocatedResourceStatuses: { cpu: "NodeResizePending" } },
    ['status.allocatedResourceStatus: Unsupported value: "cpu": supported values: "storage"'],
  );
  reported(
    "[PersistentVolumeClaim#14] is in a known state of that",
    { allocatedResourceStatuses: { storage: "Sleeping" } },
    [`status.allocatedResourceStatus: Unsupported value: storage: supported values: ${states}`],
  );
  reported("[PersistentVolumeClaim#15] reserves what has a name", { allocatedResources: { "example.com/a b": "1" } }, [
    `status.allocatedResources: Invalid value: "example.com/a b": ${badPart}`,
  ]);
  reported("[PersistentVolumeClaim#16] reserves storage alone", { allocatedResources: { cpu: "1" } }, [
    'status.allocatedResources: Unsupported value: "cpu": supported values: "storage"',
  ]);
  reported("[PersistentVolumeClaim#17] reserves no less than nothing", { allocatedResources: { storage: "-1" } }, [
    "status.allocatedResources[storage]: Invalid value: -1: must be a valid resource quantity",
  ]);
});
